// A board of notes whose pins can be undone, driven from its plan to its undo. Everything is found again by
// its key, so that a process goes on where another one was killed.

import { type ElicitationId, defineTool, type Tool } from '@toolshed/kernel';
import type { ExecutionResult, Toolshed } from '@toolshed/runtime';
import { z } from 'zod';
import type { EffectsFile } from './effects-file.ts';

export const NOTES = ['a', 'b', 'c'];

const PROGRAM = `for (const note of ${JSON.stringify(NOTES)}) await tools.board.pin({ note });`;

export function boardTools(effects: EffectsFile, pass: (point: string) => void): readonly Tool[] {
  const act = (path: string, key: string): void => {
    pass(`before ${path} ${key}`);
    effects.append({ when: 'done', path, key });
    pass(`done ${path} ${key}`);
  };
  return [
    defineTool({
      path: 'board.pin',
      description: 'Pin a note',
      input: z.object({ note: z.string() }),
      output: z.object({ pinned: z.string() }),
      handler: (_context, { note }) => {
        act('pin', note);
        return { pinned: note };
      },
      revert: (_context, { note }) => act('unpin', note),
    }),
  ];
}

export interface BoardEnd {
  /** What the run of the approved plan asked, other than about calls in doubt. */
  readonly askedInRun: readonly string[];
  readonly runs: ReadonlySet<string>;
  readonly undos: ReadonlySet<string>;
}

/** Plans, approves, runs and undoes. A call in doubt is said to have happened if its effect is there. */
export async function completeBoard(shed: Toolshed, effects: EffectsFile): Promise<BoardEnd> {
  const plan = await shed.plans.make(PROGRAM, { idempotencyKey: 'the plan' });
  const askedInRun: string[] = [];
  const run = await finish(shed, effects, await approved(shed, plan.planId), (message) => askedInRun.push(message));
  const again = await approved(shed, plan.planId);
  const undos = new Set<string>();
  for (;;) {
    const undo = await shed.undo(run.executionId).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'undo/nothing') return undefined;
      throw error;
    });
    if (undo === undefined) break;
    undos.add(undo.executionId);
    await finish(shed, effects, undo, () => undefined);
  }
  return { askedInRun, runs: new Set([run.executionId, again.executionId]), undos };
}

async function approved(shed: Toolshed, planId: string): Promise<ExecutionResult> {
  // A plan that a killed process left is finished by the process that comes next.
  await shed.wake(planId);
  const { digest } = await shed.plans.get(planId);
  const { executionId } = await shed.plans.approve(planId, { shown: digest });
  return shed.wake(executionId);
}

async function finish(
  shed: Toolshed,
  effects: EffectsFile,
  begun: ExecutionResult,
  asked: (message: string) => void,
): Promise<ExecutionResult> {
  let result = begun;
  while (result.status === 'paused') {
    const { request, elicitationId, toolPath, message } = result.paused;
    if (request.type === 'in-doubt') {
      result = await settle(shed, effects, elicitationId, toolPath ?? '', request.args);
      continue;
    }
    asked(message);
    result = await shed.resume(elicitationId, true);
  }
  return result;
}

const Pin = z.object({ note: z.string() });
const Revert = z.object({ call: z.int() });

function settle(
  shed: Toolshed,
  effects: EffectsFile,
  id: ElicitationId,
  path: string,
  args: unknown,
): Promise<ExecutionResult> {
  const isRevert = path.startsWith('undo.');
  const note = isRevert ? NOTES[Revert.parse(args).call - 1] : Pin.parse(args).note;
  const isDone = effects.read().some((one) => one.path === (isRevert ? 'unpin' : 'pin') && one.key === note);
  const value = isRevert ? null : { pinned: note ?? '' };
  return shed.resume(id, { approved: true, data: isDone ? { do: 'result', value } : { do: 'retry' } });
}
