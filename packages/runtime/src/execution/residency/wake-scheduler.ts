// Wakes what time or a crash left waiting: executions whose timer or question is due, and those that were running in
// a process that is gone. Looked for when a host starts and from then on.
//
// Invariants
//   U1. A look waits for no execution it woke: one that takes hours keeps none of the others asleep.
//   U2. A look finds all that is due, however many newer ones are awake already, and wakes it in the order it was due.
//   U3. What fails fails alone: neither an execution that cannot be read nor another task of the look keeps the rest
//       from being looked at. One that cannot be read is marked as damaged, and then no longer due.
//   U4. What could not be woken is tried again later and later, up to a minute apart, and warned of once: a host that
//       lacks a tool, or has no time, does not spin over it.

import {
  type Clock,
  type ExecutionId,
  type ExecutionSummary,
  type JournalStore,
  type ToolLog,
  ToolshedError,
} from '@toolshed/kernel';
import { AlreadyStartedError } from '../journal/execution-journal.js';
import { markingDamage } from '../journal/mark-damaged.js';
import { pages } from '../../listing/list-everything.js';
import type { Owners } from './owners.js';

export interface WakeUpDeps {
  readonly store: JournalStore;
  readonly clock: Clock;
  readonly log: ToolLog;
  readonly owners: Pick<Owners, 'isDrivenByAnother'>;
  readonly everyMs: number;
  readonly isHere: (id: ExecutionId) => boolean;
  readonly wake: (id: ExecutionId) => Promise<void>;
  /** What else is looked for as often. */
  readonly also: readonly (() => Promise<void>)[];
}

export interface WakeUp {
  /** Looks once, now. */
  look(): Promise<void>;
  /** Told of an execution that could not go on here. */
  putOff(id: ExecutionId, error: unknown): void;
  /** Looks, and waits until what it woke rests again. */
  wakeAll(): Promise<readonly ExecutionId[]>;
  stop(): void;
}

/** How many are being brought back at a time; the others follow as soon as one of them is there. */
const MAX_WAKING = 50;

const LONGEST_WAIT_MS = 60_000;
/** Of executions that are remembered as put off; those that fail beyond them are tried more often. */
const MAX_FAILURES = 10_000;

interface Failure {
  readonly times: number;
  readonly code: string | undefined;
  readonly error: unknown;
  /** When it is tried again, by a clock that nobody sets. */
  readonly again: number;
}

const NEVER: Failure = { times: 0, code: undefined, error: undefined, again: 0 };

export function startWakeUp({ store, clock, log, owners, everyMs, isHere, wake, also }: WakeUpDeps): WakeUp {
  const waking = new Map<ExecutionId, Promise<void>>();
  const failures = new Map<ExecutionId, Failure>();
  /** Found, and not begun with. */
  const queue = new Set<ExecutionId>();
  let isLooking = false;
  let hasStopped = false;

  const timed = async (): Promise<readonly ExecutionSummary[]> => {
    const found = await Array.fromAsync(pages(store, { status: ['sleeping', 'paused'], dueBy: clock.now() }));
    return found.sort((a, b) => (a.wakeAt ?? 0) - (b.wakeAt ?? 0));
  };
  const orphaned = async (): Promise<readonly ExecutionSummary[]> => {
    const running = await Array.fromAsync(pages(store, { status: ['running'] }));
    const isFree = await Promise.all(running.map(async (one) => !(await owners.isDrivenByAnother(one))));
    return running.filter((_, index) => isFree[index]);
  };

  const bringBack = (id: ExecutionId): void => {
    const woken = markingDamage(store, id, () => wake(id))
      .catch((error) => putOff(id, error))
      .finally(() => {
        waking.delete(id);
        next();
      });
    waking.set(id, woken);
  };

  const next = (): void => {
    for (const id of queue) {
      if (hasStopped || waking.size >= MAX_WAKING) return;
      queue.delete(id);
      if (!isHere(id)) bringBack(id);
    }
  };

  const putOff = (id: ExecutionId, error: unknown): void => {
    // It never was: another execution has its idempotency key, and whoever started it has that one.
    if (error instanceof AlreadyStartedError) return;
    const before = failures.get(id);
    if (before?.error === error) return;
    const now = performance.now();
    const { times, code: last } = before && before.again + LONGEST_WAIT_MS > now ? before : NEVER;
    const code = error instanceof ToolshedError ? error.code : String(error);
    const facts = { err: error, execution: id };
    if (code === last) log.debug(facts, 'could not wake an execution');
    else log.warn(facts, 'could not wake an execution; it is tried again later');
    const waitMs = Math.min(everyMs * 2 ** times, LONGEST_WAIT_MS);
    failures.delete(id);
    failures.set(id, { times: times + 1, code, error, again: now + waitMs });
    const [oldest] = failures.keys();
    if (failures.size > MAX_FAILURES && oldest !== undefined) failures.delete(oldest);
  };

  const isPutOff = (id: ExecutionId): boolean => (failures.get(id)?.again ?? 0) > performance.now();

  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    for (const task of [...also, wakeDue]) {
      await task().catch((error) => log.warn({ err: error }, 'could not look for what is due'));
    }
    isLooking = false;
  };
  const wakeDue = async (): Promise<void> => {
    for (const { id } of [...(await timed()), ...(await orphaned())])
      if (!waking.has(id) && !isPutOff(id)) queue.add(id);
    next();
  };
  const timer = setInterval(look, everyMs).unref();
  return {
    look,
    putOff,
    async wakeAll() {
      await look();
      const all = [...waking.keys(), ...queue];
      while (waking.size > 0) await Promise.all(waking.values());
      return all.filter((id) => !isPutOff(id));
    },
    stop() {
      hasStopped = true;
      clearInterval(timer);
    },
  };
}
