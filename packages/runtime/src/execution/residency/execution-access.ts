// An execution, wherever it is: live here, driven by another process, or only on disk. Finds it, waits until it is idle,
// and appends to it. Talks to the live executions, the store, the owners and the change feed.

import {
  ElicitationId,
  ExecutionId,
  JournalConflictError,
  type JournalEntry,
  type JournalStore,
} from '@toolshed/kernel';
import { type ExecutionState, fold, isPlacedAt, isTerminal, type NewEntry } from '@toolshed/kernel/runtime';
import type { Changes } from '../../changes/changes.js';
import { markingDamage } from '../journal/mark-damaged.js';
import type { LiveExecution } from '../drive/live-execution.js';
import {
  NotStartedError,
  OwnerSilentError,
  UnknownElicitationError,
  UnknownExecutionError,
} from '../execution-errors.js';
import { type Past, pastOf } from '../journal/past.js';
import { ownedSummary, place } from '../journal/place-entry.js';
import { AlreadyStartedError, OwnershipLostError } from '../journal/journal-errors.js';
import type { ExecutionResult } from '../execution-result.js';
import { ToolElsewhereError } from '../calls/recheck/same-tool.js';
import type { LiveDeps } from '../execution-deps.js';
import type { LiveExecutions } from './live-executions.js';
import type { Owners } from './owners/owners.js';
import { resultOf } from '../result-of.js';

export interface ExecutionAccessDeps {
  readonly live: LiveDeps;
  readonly executions: LiveExecutions;
  readonly store: JournalStore;
  readonly owners: Owners;
  readonly changes: Pick<Changes, 'watch'>;
  /** Called with what is appended here to executions that are not live here. */
  readonly onEntries: (id: ExecutionId, state: ExecutionState, entries: readonly JournalEntry[]) => void;
  /** Resolves once the parent and the side quests of an execution have been notified of its state. */
  readonly related: (id: ExecutionId) => Promise<void>;
}

export interface ExecutionAccess {
  /** Takes an execution's id or a question's. */
  locate(id: string): Promise<ExecutionId>;
  /** For `people`: with what handlers threw. */
  get(id: ExecutionId, audience?: 'people'): Promise<ExecutionResult>;
  read(id: ExecutionId): Promise<readonly JournalEntry[]>;
  /** As it is on disk. */
  past(id: ExecutionId): Promise<Past>;
  /** As it is now, with what other processes appended. */
  latest(id: ExecutionId): Promise<Past>;
  isDrivenElsewhere(id: ExecutionId): Promise<boolean>;
  /** Undefined if another process drives it, or there is no free slot for it here now. */
  tryContinue(id: ExecutionId): Promise<LiveExecution | undefined>;
  /** The same once it is its turn; undefined if it is not for this process to drive, or has ended. */
  continueInTurn(id: ExecutionId): Promise<LiveExecution | undefined>;
  /** The result once it is idle, whichever process drives it. */
  whenIdle(id: ExecutionId): Promise<ExecutionResult>;
  resultOnceIdle(live: LiveExecution): Promise<ExecutionResult>;
  /**
   * Appends to an execution this process does not drive: an answer, a cancellation, or the end of a side quest. Its
   * owner stays the same, or becomes `claim`. Resolves with all of it as it is then.
   */
  appendFromOutside(
    id: ExecutionId,
    make: (entries: readonly JournalEntry[]) => readonly NewEntry[] | Promise<readonly NewEntry[]>,
    claim?: string,
  ): Promise<Past>;
  /** Appends to an execution, wherever it is; nothing to one that was removed. */
  append(id: ExecutionId, make: (state: ExecutionState) => readonly NewEntry[]): Promise<void>;
}

/** How long a live owner may be silent before a caller that waits for it gets an error. */
const LONGEST_SILENCE_MS = 60_000;
/** How long an execution is queued before the store is asked whether another host has it. */
const IN_LINE_MS = 10_000;
/** How long to wait for a host with the labels it needs before the caller learns that there is none. */
const FOR_A_HOST_MS = 2_000;

export function createExecutionAccess(deps: ExecutionAccessDeps): ExecutionAccess {
  const { live: liveDeps, executions, store, owners, changes } = deps;

  const read = async (id: ExecutionId): Promise<readonly JournalEntry[]> => {
    const entries = await store.read(id);
    if (entries.length === 0) throw new UnknownExecutionError(id);
    return entries;
  };

  const past = (id: ExecutionId): Promise<Past> => markingDamage(store, id, async () => pastOf(await read(id)));

  const get = async (id: ExecutionId, audience?: 'people'): Promise<ExecutionResult> => {
    const result = resultOf(id, await past(id), executions.find(id)?.isolation, audience);
    if (result.status !== 'running' || executions.find(id)) return result;
    const { status, owner, queued, placement } = (await store.summary(id)) ?? {};
    if (status !== 'running' || (owner !== undefined && !queued)) return result;
    return Object.assign(result, { queued: true as const, ...(placement === undefined ? {} : { placement }) });
  };

  const latest = async (id: ExecutionId): Promise<Past> => {
    const known = executions.find(id);
    if (known === undefined) return past(id);
    try {
      await known.journal.catchUp();
      // Its start failed here but may be stored all the same. Threat: an answer to a question that is in the store, and
      // not in this memory, would be taken for one to a closed question, and acknowledged.
      return known.journal.isStored ? known.journal.past() : past(id);
    } catch (error) {
      if (!(error instanceof OwnershipLostError)) throw error;
      executions.lose(known, error);
      return latest(id);
    }
  };

  const tryTakeOver = (id: ExecutionId): Promise<LiveExecution | undefined> =>
    markingDamage(store, id, () => executions.load(id)).catch((error) => {
      if (error instanceof OwnershipLostError) return undefined;
      throw error;
    });

  /** An execution that is idle here leaves memory, so that it can be queued like the others. */
  const tryContinue: ExecutionAccess['tryContinue'] = async (id) =>
    executions.mayWork(id) || !(await executions.yield(id)) ? tryTakeOver(id) : undefined;

  const continueInTurn: ExecutionAccess['continueInTurn'] = async (id) => {
    const summary = await store.summary(id);
    if (summary === undefined || !executions.isPlacedHere(summary)) return undefined;
    if (await owners.isDrivenByAnother(summary)) return undefined;
    const served = await executions.places.wait(summary);
    return typeof served === 'string' ? undefined : served;
  };

  const whenIdle = async (id: ExecutionId): Promise<ExecutionResult> => {
    using watch = changes.watch({ executions: [id] });
    const patience = performance.now() + FOR_A_HOST_MS;
    for (;;) {
      // An execution that is idle here may have been answered elsewhere a moment ago.
      if (executions.find(id)) await latest(id);
      const live = executions.find(id);
      if (live) return resultOnceIdle(live);
      const summary = await store.summary(id);
      if (summary === undefined) throw new UnknownExecutionError(id);
      if (summary.status !== 'running') {
        const result = await get(id);
        // It may have been answered elsewhere between the two readings.
        if (result.status !== 'running') return result;
        continue;
      }
      // The next owner may take its time, and this host has little left.
      if (executions.isDraining) return get(id);
      const silence = await owners.silence(summary);
      if (silence && silence.ms > LONGEST_SILENCE_MS) throw new OwnerSilentError(id, silence);
      if (!silence && !executions.isPlacedHere(summary)) {
        const needed = executions.labelsNeeded(summary);
        const isSomewhere = (await owners.peers()).some((peer) => isPlacedAt(needed, peer.placement));
        // No live host has the labels, and none joined while we waited; return the current state.
        if (!isSomewhere && performance.now() > patience) return get(id);
        await watch.changed(AbortSignal.timeout(isSomewhere ? IN_LINE_MS : owners.checkEveryMs));
        continue;
      }
      if (!silence && !executions.mayWork(id)) {
        // Another process may continue it meanwhile.
        const elsewhere = watch.changed(AbortSignal.timeout(IN_LINE_MS)).then(() => 'elsewhere' as const);
        const served = await Promise.race([executions.places.wait(summary), elsewhere]);
        if (served === 'closed') return get(id);
        if (served === 'elsewhere') continue;
        return resultOnceIdle(served);
      }
      const taken = silence ? undefined : await tryTakeOver(id);
      if (taken) return resultOnceIdle(taken);
      // No journal entry says that an owner died, so its liveness is checked by time.
      await watch.changed(AbortSignal.timeout(owners.checkEveryMs));
    }
  };

  const resultOnceIdle = async (live: LiveExecution): Promise<ExecutionResult> => {
    const { journal } = live;
    try {
      await executions.whenIdle(live);
      // No caller gets an id that cannot be found again.
      if (!journal.isStored) throw new NotStartedError();
      await deps.related(journal.id);
      return resultOf(journal.id, journal.past(), live.isolation);
    } catch (error) {
      executions.drop(live);
      if (error instanceof AlreadyStartedError) return whenIdle(error.executionId);
      // A host that has the tool continues it.
      if (error instanceof OwnershipLostError || error instanceof ToolElsewhereError) return whenIdle(journal.id);
      throw error;
    }
  };

  const appendFromOutside: ExecutionAccess['appendFromOutside'] = (id, make, claim) =>
    markingDamage(store, id, () => appendOutside(id, make, claim));

  const appendOutside: ExecutionAccess['appendFromOutside'] = async (id, make, claim) => {
    for (;;) {
      const before = pastOf(await read(id));
      const { entries } = before;
      const { length, latest } = before.state;
      const at = Math.max(latest, liveDeps.clock.now());
      const added = (await make(entries)).map((entry, index) => place(entry, length + index, at));
      if (added.length === 0) return before;
      const current = await store.summary(id);
      try {
        const after = pastOf([...entries, ...added]);
        const { state: next } = after;
        // An execution that is taken over while it waits has no owner: the former one no longer holds a handler of it.
        const driver = claim === undefined ? current?.owner : next.status.kind === 'running' ? claim : undefined;
        await store.append(id, added, ownedSummary(id, next, at, driver));
        deps.onEntries(id, next, added);
        return after;
      } catch (error) {
        if (!(error instanceof JournalConflictError)) throw error;
      }
    }
  };

  return {
    async locate(id) {
      const execution = ExecutionId.safeParse(id);
      if (execution.success) {
        const live = executions.find(execution.data);
        // The handler of a safe call may know the id before it is on disk (J7 of `execution-journal.ts`).
        if (live && !live.journal.isStored) await live.journal.flush();
        return execution.data;
      }
      const elicitation = ElicitationId.safeParse(id);
      if (!elicitation.success) throw new UnknownExecutionError(id);
      const found = await store.locate(elicitation.data);
      if (found === undefined) throw new UnknownElicitationError(id);
      return found;
    },
    get,
    read,
    past,
    latest,
    async isDrivenElsewhere(id) {
      if (executions.find(id)) return false;
      const summary = await store.summary(id);
      if (summary === undefined) throw new UnknownExecutionError(id);
      return owners.isDrivenByAnother(summary);
    },
    tryContinue,
    continueInTurn,
    whenIdle,
    resultOnceIdle,
    appendFromOutside,
    async append(id, make) {
      for (;;) {
        const live = executions.find(id);
        try {
          if (live && !isTerminal(live.journal.state.status)) await live.submit(make);
          else await appendFromOutside(id, (entries) => make(fold(entries)));
          return;
        } catch (error) {
          if (error instanceof UnknownExecutionError) return;
          if (!(error instanceof OwnershipLostError && live)) throw error;
          executions.lose(live, error);
        }
      }
    },
  };
}
