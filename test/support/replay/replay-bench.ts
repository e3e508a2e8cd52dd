// Hosts that share a store and tools whose effects are noted, and a robot that answers what they ask.

import type { ExecutionId, JournalEntry, PendingElicitation } from '@toolshed/kernel';
import { fold, summarize } from '@toolshed/kernel/runtime';
import type { ExecutionResult, OpenOptions, ResumeAnswer, Store, Toolshed } from '@toolshed/runtime';
import { openByDepth } from '../open-by-depth.ts';
import { createHandlerTurns } from './handler-turns.ts';
import { type Act, type Acts, rankOf, replayTools } from './replay-tools.ts';
import { watchStore, type WatchedStore } from './watched-store.ts';

export interface ReplayBench extends AsyncDisposable {
  readonly sheds: readonly Toolshed[];
  readonly store: WatchedStore;
  actsOf(execution: string): readonly Act[];
  /** Puts an execution's journal where a crash would have left it. */
  restore(execution: ExecutionId, entries: readonly JournalEntry[]): Promise<void>;
}

/** The gate asks nothing about an agent called `free`. */
export const FREE_AGENT = 'free';

export async function openReplayBench(
  store: Store,
  hosts: number,
  options: Partial<OpenOptions> = {},
): Promise<ReplayBench> {
  const acts: Acts = new Map();
  const turns = createHandlerTurns();
  const watched = watchStore(store, turns.journaled);
  const open = (): Promise<Toolshed> =>
    openByDepth({
      tools: replayTools(acts, turns),
      store: watched,
      trustDomain: 'shared',
      policy: [{ pattern: '**', verdict: 'allow', agent: FREE_AGENT }],
      ...options,
    });
  const sheds = await Promise.all(Array.from({ length: hosts }, open));
  return {
    sheds,
    store: watched,
    actsOf: (execution) => acts.get(execution) ?? [],
    async restore(execution, entries) {
      await store.journal.create(execution, entries, summarize(execution, fold(entries), entries.at(-1)?.at ?? 0));
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(sheds.map((shed) => shed[Symbol.asyncDispose]()));
      await store[Symbol.asyncDispose]();
    },
  };
}

export interface Robot {
  readonly seed: number;
  readonly approves: 'all' | 'some';
}

/** Answers until the execution has ended, each answer through the next of the hosts. */
export async function answerAll(
  first: ExecutionResult,
  sheds: readonly Toolshed[],
  robot: Robot,
): Promise<ExecutionResult> {
  let result = first;
  for (let turn = 1; result.status === 'paused'; turn++) {
    const shed = sheds[turn % sheds.length];
    if (shed === undefined || turn > MAX_TURNS) throw new Error(`No end: ${JSON.stringify(result)}`);
    result = await shed.resume(result.executionId, nextAnswer(result.pending, robot));
  }
  return result;
}

const MAX_TURNS = 200;

/** One question at a time in an order of its own, except where it approves everything anyway. */
function nextAnswer(pending: readonly PendingElicitation[], { seed, approves }: Robot): ResumeAnswer {
  const areApprovals = pending.every(({ type }) => type === 'approval');
  if (approves === 'all' && areApprovals && seed % 2 === 0) return { approved: true, all: true };
  const [question] = pending.toSorted((a, b) => rankOf(seed, a.message) - rankOf(seed, b.message));
  if (question === undefined) throw new Error('Paused without a question');
  return { elicitationId: question.elicitationId, ...answerTo(question, seed, approves) };
}

function answerTo({ type, message }: PendingElicitation, seed: number, approves: Robot['approves']): ResumeAnswer {
  const rank = rankOf('answer', seed, message);
  if (type === 'in-doubt') return { approved: true, data: { do: 'retry' } };
  if (approves === 'some' && rank % 4 === 0) return { approved: false, reason: `because ${rank % 100}` };
  if (type === 'text') return { approved: true, data: `said ${rank % 1_000}` };
  if (type === 'choice') return { approved: true, data: rank % 2 === 0 ? 'left' : 'right' };
  return { approved: true };
}
