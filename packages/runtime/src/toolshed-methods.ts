// The object a host gets from `openToolshed`. Each method reads its options strictly, finds the execution that an id
// names, and calls the part that does the work; nothing is decided here.

import { type Clock, ElicitationId, type JournalEntry, type SecretVault } from '@toolshed/kernel';
import { readOptions } from '@toolshed/kernel/runtime';
import type { CheckedPrograms, ProgramToCheck } from './check/checked-programs.js';
import type { HostCatalog } from './catalog/host-catalog.js';
import type { ChangeFeed } from './changes/change-feed.js';
import type { EventHub } from './changes/event-hub.js';
import type { Dispatch } from './channels/dispatch-questions.js';
import { sha256 } from './digest.js';
import { LIBRARY } from './execution/answers/read-answer.js';
import { UnknownElicitationError, UnknownExecutionError } from './execution/execution-errors.js';
import type { Executions } from './execution/execution-service.js';
import { withoutDefect } from './execution/journal/defects.js';
import type { EndRuns } from './execution/plan/end-runs.js';
import { findFlow } from './execution/questions/complete-flow.js';
import { explainReplay, type ExplainReplayDeps } from './execution/replay/dry-run.js';
import type { WakeScheduler } from './execution/residency/unattended/wake-scheduler.js';
import type { SideQuests } from './execution/side-quests.js';
import {
  readAge,
  readCancelled,
  readChangeFilter,
  readForked,
  readListener,
  readPosition,
  readProgram,
  readRetired,
  readClearedState,
  readStateSession,
  readTakenOver,
} from './host-api/known-arguments.js';
import {
  KnownDrainOptions,
  KnownExecuteOptions,
  KnownFlowOutcome,
  KnownPlanApproval,
  KnownGetOptions,
  KnownResumeOptions,
  KnownUndoOptions,
} from './host-api/known-options.js';
import { listAudit, listExecutions, listQuestions } from './listing/host-lists.js';
import { KnownEntriesFilter } from './listing/read-filter.js';
import type { Tracing } from './ports/tracing.js';
import { createHostSecrets } from './secrets/host-secrets.js';
import { pruneExecutions, pruneGrants } from './stores/prune-all.js';
import type { Store } from './stores/store.js';
import type { ExecuteOptions } from './host-api/execute-options.js';
import type { ExecutionEvent, ProgressEvent } from './host-api/host-events.js';
import type { UndoOptions } from './host-api/undo-api.js';
import type { Toolshed } from './toolshed.js';

/** What `openToolshed` wired together. */
export interface ToolshedParts extends Omit<ExplainReplayDeps, 'digest'> {
  readonly store: Store;
  readonly clock: Clock;
  /** The tools of the host, without those that are only found by discovery. */
  readonly hosted: HostCatalog;
  readonly vault: SecretVault;
  readonly manage: Executions;
  readonly checked: CheckedPrograms;
  readonly sideQuests: SideQuests;
  readonly dispatch: Pick<Dispatch, 'offerAgain'>;
  readonly scheduler: Pick<WakeScheduler, 'wakeAll'>;
  readonly events: EventHub<ExecutionEvent>;
  readonly progress: EventHub<ProgressEvent>;
  readonly changes: ChangeFeed;
  readonly plans: Toolshed['plans'];
  readonly endRuns: EndRuns;
  readonly undo: (id: string, options: UndoOptions) => ReturnType<Toolshed['undo']>;
  readonly grants: Toolshed['grants'];
  readonly policy: Toolshed['policy'];
  readonly programs: Toolshed['programs'];
  readonly schedules: Toolshed['schedules'];
  readonly state: Toolshed['state'];
  readonly tracing: Tracing | undefined;
  readonly metrics: Toolshed['metrics'];
  readonly readiness: Toolshed['readiness'];
  readonly drain: (graceMs: number) => Promise<void>;
  readonly occupancy: Toolshed['occupancy'];
  readonly close: () => Promise<void>;
}

const toCheck = (program: unknown, { session }: { readonly session?: string | undefined }): ProgramToCheck => ({
  program: readProgram({ program }).program,
  session,
});

export function createToolshed(parts: ToolshedParts): Toolshed {
  const { store, pool, clock, catalog, hosted, definitionOf, labelElsewhere, limits, replayMs, vault } = parts;
  const { manage, checked, sideQuests, dispatch, scheduler, events, progress, changes, grants, plans, policy } = parts;
  const { journal } = store;

  return {
    execute: async (program, given = {}) => {
      const options = readExecuteOptions(given);
      return checked.run(toCheck(program, options), options.check, () => manage.execute(program, options));
    },
    start: async (program, given = {}) => {
      const options = readExecuteOptions(given);
      await checked.admit(toCheck(program, options), options.check);
      return manage.start(program, options);
    },
    resume: async (id, answer, given = {}) => {
      const options = readOptions('resume', KnownResumeOptions, given);
      const resume = () => manage.resume(id, answer, options);
      return parts.tracing ? parts.tracing.within(options.trace, resume) : resume();
    },
    fork: async (elicitationId, program, given = {}) => {
      readForked({ elicitationId, program });
      const options = readExecuteOptions(given);
      return checked.run(toCheck(program, options), options.check, () => manage.fork(elicitationId, program, options));
    },
    plans: {
      make: async (program, given = {}) => {
        const options = readExecuteOptions(given);
        await checked.admit(toCheck(program, options), options.check);
        return plans.make(program, options);
      },
      get: plans.get,
      approve: async (id, given) => plans.approve(id, readOptions('approve the plan', KnownPlanApproval, given)),
    },
    undo: async (id, given = {}) => parts.undo(id, readOptions('undo the execution', KnownUndoOptions, given)),
    check: async (program) => checked.check(readProgram({ program }).program, undefined, true),
    tree: async (id) => sideQuests.tree(await manage.locate(id)),
    returnTo: async (id) => {
      const question = ElicitationId.safeParse(id);
      if (!question.success) throw new UnknownElicitationError(id);
      await dispatch.offerAgain(await manage.locate(id), question.data);
    },
    reask: manage.reask,
    completeElicitation: async (id, outcome = {}) => {
      return manage.complete(id, readOptions('complete the flow', KnownFlowOutcome, outcome));
    },
    locateFlow: (flow) => findFlow(journal, flow),
    get: async (id, given = {}) => {
      const { check } = readOptions('read the execution', KnownGetOptions, given);
      const result = await manage.get(id);
      return checked.explain(result, check, async () => sourceIn(await journal.read(result.executionId)));
    },
    locate: manage.locate,
    list: (given = {}) => listExecutions(journal, given),
    pending: (given = {}) => listQuestions(journal, given),
    cancel: async (id, reason, by) => {
      readCancelled({ id, reason, by });
      const result = await manage.cancel(id, reason, by);
      // W1 of `end-runs.ts`.
      if (result.purpose?.kind === 'plan') await parts.endRuns(result.executionId, by);
      return result;
    },
    wake: manage.goOn,
    takeOver: async (id, by) => {
      readTakenOver({ id, by });
      return manage.takeOver(id, by);
    },
    retire: async (id, keep, by) => {
      readRetired({ id, keep, by });
      return manage.retire(id, keep, by);
    },
    wakeAll: async () => {
      await sideQuests.recover();
      const ids = await scheduler.wakeAll();
      const outcomes = await Promise.allSettled(ids.map(manage.goOn));
      return ids.filter((_, index) => outcomes[index]?.status === 'fulfilled');
    },
    journal: async (id) => (await journal.read(await manage.locate(id))).map(withoutDefect),
    replay: async (id) => {
      const entries = await journal.read(await manage.locate(id));
      if (entries.length === 0) throw new UnknownExecutionError(id);
      return explainReplay(entries, { pool, catalog, digest: sha256, definitionOf, labelElsewhere, limits, replayMs });
    },
    events: () => events.listen(),
    eventsAfter: async (position, given = {}) => {
      readPosition({ position });
      const filter = readOptions('read events', KnownEntriesFilter, given);
      const page = await journal.entriesAfter(position, filter);
      return { ...page, entries: page.entries.map((one) => ({ ...one, entry: withoutDefect(one.entry) })) };
    },
    lastEvent: () => journal.lastPosition(),
    changes: {
      subscribe: (listener, filter = {}) => {
        readListener({ listener });
        return changes.subscribe(listener, readChangeFilter(filter));
      },
      watch: (filter = {}) => changes.watch(readChangeFilter(filter)),
    },
    progress: () => progress.listen(),
    async prune(olderThanMs) {
      readAge({ olderThanMs });
      const count = await pruneExecutions(journal, clock.now() - olderThanMs);
      await pruneGrants(store.grants);
      return count;
    },
    occupancy: parts.occupancy,
    grants,
    policy,
    programs: parts.programs,
    schedules: parts.schedules,
    state: {
      list: async (session) => parts.state.list(readStateSession({ session }).session),
      clear: async (session, by = LIBRARY) => {
        readClearedState({ session, by });
        return parts.state.clear(session, by);
      },
    },
    secrets: createHostSecrets({ vault, clock }),
    audit: {
      ...store.audit,
      list: (given = {}) => listAudit(store.audit, given),
    },
    catalog: hosted,
    clock,
    jobs: store.jobs,
    metrics: parts.metrics,
    readiness: parts.readiness,
    drain: async (given = {}) => parts.drain(readOptions('drain', KnownDrainOptions, given).graceMs ?? DRAIN_GRACE_MS),
    records: store.records,
    [Symbol.asyncDispose]: parts.close,
  };
}

const sourceIn = ([started]: readonly JournalEntry[]): string | undefined =>
  started?.kind === 'started' ? started.source : undefined;

const DRAIN_GRACE_MS = 10_000;

const readExecuteOptions = (given: ExecuteOptions): ExecuteOptions =>
  readOptions('start the execution', KnownExecuteOptions, given);
