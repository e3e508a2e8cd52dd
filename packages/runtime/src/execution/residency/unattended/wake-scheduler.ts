// Wakes executions that time or a crash left waiting: those whose timer or question is due, and those that were running
// in a process that died. Owns one timer, since the passing of time and the death of a process are changes that no
// journal entry announces; everything else is learned from the change feed. Talks to the store's lists and to `wake`.
//
// Invariants
//   U1. A check waits for no execution it woke: one that takes hours delays none of the others.
//   U2. Everything that is due is found, however much runs already or cannot be woken, and is woken in the order it was due.
//       A check looks at the first of it; when that is woken the next part is looked for, at once. What nobody drives,
//       and may be queued here for long, keeps nothing that is due waiting (`wake-lane.ts`).
//       The other periodic tasks (`also`) run beside it: a slow task delays neither a look nor another task, and is not
//       started again before it has ended.
//   U3. A failure affects one execution or one task only. An execution that cannot be read is marked as damaged, and is
//       then no longer due.
//   U4. An execution that could not be woken is tried again at growing intervals, up to a minute, with one warning: a
//       host that lacks a tool, or is overloaded, does not spin.

import { type ExecutionId, type JournalStore, type ToolLog, ToolshedError } from '@toolshed/kernel';
import { AlreadyStartedError } from '../../journal/journal-errors.js';
import { markingDamage } from '../../journal/mark-damaged.js';
import type { Unattended } from './find-unattended.js';
import { createWakeLane } from './wake-lane.js';

export interface WakeSchedulerDeps {
  readonly store: JournalStore;
  readonly log: ToolLog;
  /** What is to be woken; `needsNoWake` filters out executions that must not be woken. */
  readonly unattended: (needsNoWake: (execution: { readonly id: ExecutionId }) => boolean) => Unattended;
  readonly everyMs: number;
  readonly isHere: (id: ExecutionId) => boolean;
  readonly wake: (id: ExecutionId) => Promise<void>;
  /** What else is done as often. `hasChanged`: whether anything was appended to the store since this last succeeded. */
  readonly also: readonly ((hasChanged: boolean) => Promise<void>)[];
}

export interface WakeScheduler {
  /** Checks once, now. */
  check(): Promise<void>;
  /** An execution could not continue here: it is tried again later. */
  postpone(id: ExecutionId, error: unknown): void;
  /** Checks, and waits until what it woke is idle again. */
  wakeAll(): Promise<readonly ExecutionId[]>;
  stop(): void;
}

/** How many of each kind are woken at a time. */
const MAX_WAKING = 50;
/** How many of each kind a check finds; where there are more, it looks again when these are woken. */
const MAX_FOUND = 200;
/** How often a check looks for what this host itself left behind. */
const OWN_EVERY = 5;

const LONGEST_WAIT_MS = 60_000;
/** How many postponed executions are remembered; further ones are tried more often. */
const MAX_FAILURES = 10_000;

interface Failure {
  readonly times: number;
  readonly code: string | undefined;
  readonly error: unknown;
  /** When it is tried again, by the monotonic clock. */
  readonly again: number;
}

const NEVER: Failure = { times: 0, code: undefined, error: undefined, again: 0 };

export function startWakeScheduler({
  store,
  log,
  unattended,
  everyMs,
  isHere,
  wake,
  also,
}: WakeSchedulerDeps): WakeScheduler {
  const failures = new Map<ExecutionId, Failure>();
  let checks = 0;

  const needsNoWake = ({ id }: { readonly id: ExecutionId }): boolean =>
    due.has(id) || orphaned.has(id) || isHere(id) || isPostponed(id);
  const { find } = unattended(needsNoWake);

  const lane = {
    most: MAX_WAKING,
    /** U1: nobody waits for it here. */
    wake: (id: ExecutionId) => markingDamage(store, id, () => wake(id)).catch((error) => postpone(id, error)),
    isHere,
    onDry: () => void look(),
  };
  const [due, orphaned] = [createWakeLane(lane), createWakeLane(lane)];

  /** U4. */
  const postpone = (id: ExecutionId, error: unknown): void => {
    // It was never stored: another execution has its idempotency key, and the caller got that one.
    if (error instanceof AlreadyStartedError) return;
    const before = failures.get(id);
    if (before?.error === error) return;
    const now = performance.now();
    const { times, code: last } = before && before.again + LONGEST_WAIT_MS > now ? before : NEVER;
    const code = error instanceof ToolshedError ? error.code : String(error);
    const facts = { err: error, execution: id };
    if (code === last) log.debug(facts, 'waking an execution failed');
    else log.warn(facts, 'waking an execution failed; it is tried again later');
    const waitMs = Math.min(everyMs * 2 ** times, LONGEST_WAIT_MS);
    failures.delete(id);
    failures.set(id, { times: times + 1, code, error, again: now + waitMs });
    const [oldest] = failures.keys();
    if (failures.size > MAX_FAILURES && oldest !== undefined) failures.delete(oldest);
  };

  const isPostponed = (id: ExecutionId): boolean => (failures.get(id)?.again ?? 0) > performance.now();

  /** U3. */
  const attempt = (task: () => Promise<void>): Promise<boolean> =>
    task().then(
      () => true,
      (error) => {
        log.warn({ err: error }, 'checking for executions that are due failed; checking again');
        return false;
      },
    );

  const tasks = also.map((task) => createTask((hasChanged) => attempt(() => task(hasChanged))));
  let looking: Promise<unknown> | undefined;
  let isLookWanted = false;
  /** One at a time; what is wanted meanwhile follows at once. */
  const look = (): Promise<unknown> => {
    isLookWanted = looking !== undefined;
    looking ??= attempt(() => wakeDue(MAX_FOUND)).then(() => {
      looking = undefined;
      if (isLookWanted) void look();
    });
    return looking;
  };

  const check = async (wakeNow: () => Promise<unknown> = look): Promise<void> => {
    const doAlso = async (): Promise<void> => {
      const last = await store.lastPosition().catch(() => undefined);
      await Promise.all(tasks.map((task) => task(last)));
    };
    await Promise.all([wakeNow(), doAlso()]);
  };
  /** U2. */
  const wakeDue = async (limit: number): Promise<void> => {
    const limits = { due: limit - due.size, orphaned: limit - orphaned.size };
    const found = await find(limits, checks++ % OWN_EVERY === 0 || limit > MAX_FOUND ? 'own' : 'others');
    for (const [kind, waiting] of [
      ['due', due],
      ['orphaned', orphaned],
    ] as const) {
      const news = found[kind].filter((one) => !needsNoWake(one));
      waiting.add(news, found[kind].length >= limits[kind] ? 'more' : 'all');
    }
  };
  const timer = setInterval(() => void check(), everyMs).unref();
  return {
    check: () => check(),
    postpone,
    async wakeAll() {
      await looking;
      await check(() => attempt(() => wakeDue(Number.POSITIVE_INFINITY)));
      const all = [...due.ids, ...orphaned.ids];
      await Promise.all([due.empty(), orphaned.empty()]);
      return all.filter((id) => !isPostponed(id));
    },
    stop() {
      due.stop();
      orphaned.stop();
      clearInterval(timer);
    },
  };
}

/** U2. `last`: the last position of the store. A task that succeeded is not notified again of changes before it. */
function createTask(attempt: (hasChanged: boolean) => Promise<boolean>): (last: number | undefined) => Promise<void> {
  let doneAt: number | undefined;
  let isBusy = false;
  return async (last) => {
    if (isBusy) return;
    isBusy = true;
    if (await attempt(last === undefined || last !== doneAt)) doneAt = last;
    isBusy = false;
  };
}
