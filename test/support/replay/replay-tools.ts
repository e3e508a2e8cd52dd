import { createHash } from 'node:crypto';
import { defineTool, type Tool, type ToolContext, ToolError } from '@toolshed/kernel';
import { z } from 'zod';
import type { HandlerTurns } from './handler-turns.ts';

/** One effect of a handler: which tool, with which arguments. */
export type Act = string;

/** Notes what handlers did, for each execution in order. */
export type Acts = Map<string, Act[]>;

export const rankOf = (...of: readonly unknown[]): number =>
  createHash('sha256').update(JSON.stringify(of)).digest().readUInt32BE();

const Place = z.object({ place: z.int(), key: z.int() });
const Flaky = Place.extend({ attempt: z.int(), failures: z.int() });

/** Tools whose results follow from their arguments. */
export function replayTools(acts: Acts, turns: HandlerTurns): readonly Tool[] {
  const act = async ({ executionId, callNumber }: ToolContext, path: string, args: unknown): Promise<void> => {
    await turns.mine(executionId, callNumber, rankOf(path, args));
    acts.set(executionId, [...(acts.get(executionId) ?? []), `${path} ${JSON.stringify(args)}`]);
  };
  const tool = (name: string, destructive: boolean, result: (args: z.infer<typeof Place>) => unknown): Tool => {
    const path = `test.${name}`;
    return defineTool({
      path,
      description: name,
      input: Place,
      destructive,
      message: (args) => `${path} ${JSON.stringify(args)}`,
      async handler(context, args) {
        await act(context, path, args);
        return result(args);
      },
    });
  };
  const failing = (name: string) => (): never => {
    throw new ToolError(`test/${name}`, `${name} always fails`);
  };
  const flaky = (name: string, destructive: boolean): Tool =>
    defineTool({
      path: `test.${name}`,
      description: name,
      input: Flaky,
      destructive,
      message: (args) => `test.${name} ${JSON.stringify(args)}`,
      async handler(context, args) {
        await act(context, `test.${name}`, args);
        if (args.attempt < args.failures) throw new ToolError('test/flaky', `attempt ${args.attempt} failed`);
        return { attempt: args.attempt };
      },
    });

  return [
    tool('read', false, ({ key }) => ({ read: key })),
    tool('write', true, ({ key }) => ({ written: key })),
    tool('fail', false, failing('fail')),
    tool('wipe', true, failing('wipe')),
    flaky('flaky', false),
    flaky('flakyWrite', true),
    defineTool({
      path: 'test.confirm',
      description: 'Asks before it acts',
      input: Place,
      destructive: false,
      async handler(context, args) {
        const answer = await context.elicit({ message: `test.confirm ${JSON.stringify(args)}`, type: 'approval' });
        await act(context, 'test.confirm', args);
        return answer.action;
      },
    }),
    defineTool({
      path: 'test.strict',
      description: 'Takes what nobody sends',
      input: z.object({ name: z.string() }),
      destructive: true,
      handler: () => undefined,
    }),
  ];
}
