// Tools whose handlers can be held, watched and released, on a host of their own.

import { defineTool, type Tool, type ToolContext } from '@toolshed/kernel';
import type { OpenOptions, Toolshed } from '@toolshed/runtime';
import { z } from 'zod';
import { openInThread } from '../open-in-thread.ts';

export interface Jobs {
  readonly tools: readonly Tool[];
  /** What handlers did, in order. */
  readonly done: string[];
  /** The idempotency key of every start of a handler. */
  readonly keys: string[];
  /** Why held handlers were told to stop. */
  readonly aborted: string[];
  /** Resolves when a held handler has started. */
  readonly held: Promise<void>;
}

const Args = z.object({ n: z.int() });
type Args = z.infer<typeof Args>;

export function createJobs(): Jobs {
  const done: string[] = [];
  const keys: string[] = [];
  const aborted: string[] = [];
  const held = Promise.withResolvers<void>();

  const act = (name: string, { idempotencyKey }: ToolContext, { n }: Args): { readonly done: string } => {
    keys.push(idempotencyKey);
    done.push(`${name} ${n}`);
    return { done: `${name} ${n}` };
  };
  /** Starts, and never ends unless it is told to stop. */
  const hold = (name: string, context: ToolContext, args: Args): Promise<never> => {
    act(name, context, args);
    held.resolve();
    return new Promise((_, reject) => {
      context.signal.addEventListener('abort', () => {
        aborted.push(String(context.signal.reason?.message));
        reject(context.signal.reason);
      });
    });
  };
  const job = (
    name: string,
    facts: Pick<Parameters<typeof defineTool<Args, unknown>>[0], 'destructive' | 'idempotent' | 'asksMidway'>,
    handler: (context: ToolContext, args: Args) => unknown = (context, args) => act(name, context, args),
  ): Tool =>
    defineTool({
      path: `jobs.${name}`,
      description: name,
      input: Args,
      ...facts,
      message: ({ n }) => `${name} ${n}?`,
      handler,
    });

  const tools = [
    job('read', { destructive: false }),
    job('write', { destructive: true }),
    job('hold', { destructive: false }, (context, args) => hold('hold', context, args)),
    job('holdWrite', { destructive: true }, (context, args) => hold('holdWrite', context, args)),
    job('holdTwice', { destructive: true, idempotent: true }, (context, args) => hold('holdTwice', context, args)),
    job('ask', { destructive: false }, async (context, args) => {
      const { action, data } = await context.elicit({ type: 'text', message: 'What name?' });
      return { ...act('ask', context, args), action, data };
    }),
    job('askTwice', { destructive: false }, async (context, args) => {
      const asked = ['First?', 'Second?'].map((message) => context.elicit({ type: 'text', message }));
      const names = (await Promise.all(asked)).map(({ data }) => data);
      return { ...act('askTwice', context, args), names };
    }),
    job('askMidway', { destructive: false, asksMidway: true }, async (context, args) => {
      const half = act('askMidway', context, args);
      return { ...half, name: (await context.elicit({ type: 'text', message: 'And the rest?' })).data };
    }),
  ];
  return { tools, done, keys, aborted, held: held.promise };
}

export interface JobShed extends AsyncDisposable {
  readonly shed: Toolshed;
  readonly jobs: Jobs;
}

export async function openJobShed(options: Partial<OpenOptions> = {}): Promise<JobShed> {
  const jobs = createJobs();
  const shed = await openInThread({ tools: jobs.tools, store: 'memory', ...options });
  return { shed, jobs, [Symbol.asyncDispose]: () => shed[Symbol.asyncDispose]() };
}
