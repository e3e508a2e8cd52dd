// Opens a Toolshed: reads the options, makes each part with what it needs of the others, and hands the host the object
// of `toolshed-methods.ts`. The one place that knows all parts; it owns the order in which they open and close.

import { catalogOfKinds, createRulebook } from '@toolshed/kernel/runtime';
import { createCheckedPrograms } from './check/checked-programs.js';
import { createHostCatalog } from './catalog/host-catalog.js';
import {
  assertPlaced,
  createNeededLabels,
  labelsElsewhere,
  namespacesOfTools,
  sourcesAt,
} from './catalog/placed-tools.js';
import { createMiddleware } from './channels/host-middleware.js';
import { createClaimedQuestions } from './channels/claimed-questions.js';
import { createDispatch } from './channels/dispatch-questions.js';
import { createReachable } from './channels/reachable.js';
import { createChosen } from './execution/residency/unattended/chosen-executions.js';
import { sha256 } from './digest.js';
import { createChangeFeed } from './changes/change-feed.js';
import { createEventHub } from './changes/event-hub.js';
import { createPublish } from './changes/publish-entries.js';
import { createSharedProgress } from './changes/shared-progress.js';
import { createExecutions } from './execution/execution-service.js';
import { REVERT_NAMESPACE } from './execution/undo/revert-tools.js';
import { createUndo } from './execution/undo/undo-execution.js';
import { createEndRuns } from './execution/plan/end-runs.js';
import { createPlans } from './execution/plan/host-plans.js';
import { createLateOutcomes } from './execution/calls/handler/late-outcomes.js';
import type { LiveDeps } from './execution/execution-deps.js';
import { createLiveExecutions } from './execution/residency/live-executions.js';
import { createFindUnattended } from './execution/residency/unattended/find-unattended.js';
import { createHostGauges } from './metrics/host-gauges.js';
import { createHostMeter } from './metrics/host-meter.js';
import { createLeasedOwners, SHARED_LEASE_MS } from './execution/residency/owners/leased-owners.js';
import { CHECKS_PER_LEASE, createOwners, LEASE_MS } from './execution/residency/owners/owners.js';
import { createQuestionQuota } from './execution/questions/quotas.js';
import { createSecretAnswers } from './execution/answers/secret-answers.js';
import { createSideQuests } from './execution/side-quests.js';
import { startWakeScheduler } from './execution/residency/unattended/wake-scheduler.js';
import { warnOfDamagedGrants } from './policy/damaged-grants.js';
import { createGrants, WORKING_DAY_MS } from './policy/host-grants.js';
import { type OpenOptions, readOpenOptions } from './open-options.js';
import { createPolicy } from './policy/host-policy.js';
import { warnOfPolicy } from './policy/warn-of-policy.js';
import { measurePool } from './metrics/measured-pool.js';
import { openPool } from './sandbox/open-pool.js';
import { resolveCapacity } from './sandbox/capacity.js';
import { tenantBy } from './sandbox/trust-domain.js';
import { createForgettingWarning } from './secrets/forgetting-warning.js';
import { hostSecret } from './secrets/host-secrets.js';
import { createSessionSecrets } from './secrets/session-secrets.js';
import { openSources } from './sources/open-sources.js';
import { createSourceHost } from './sources/source-host.js';
import { createVaultCredentials } from './sources/vault-credentials.js';
import { openStore } from './stores/open-store.js';
import { keepHouse } from './stores/housekeeping.js';
import { createSteadyLog } from './log/steady-log.js';
import { createCallGate } from './tool-proxy/call-gate.js';
import { createDefinitionOf } from './tool-proxy/tool-definition.js';
import { createSessionState } from './state/session-state.js';
import { createPrograms } from './programs/host-programs.js';
import { createOfferedPrograms } from './programs/offered-programs.js';
import { createProgramLibrary } from './programs/program-library.js';
import { openSchedules } from './schedules/open-schedules.js';
import { openTracing } from './telemetry/open-tracing.js';
import { createReadiness } from './host-api/readiness.js';
import type { ExecutionEvent, ProgressEvent } from './host-api/host-events.js';
import type { Toolshed } from './toolshed.js';
import { createToolshed } from './toolshed-methods.js';
import { createLeaving } from './wiring/leaving.js';
import { createProgramCatalog } from './wiring/program-catalog.js';
import { openHostVault } from './vault/host-vault.js';
import { systemClock } from './stores/system-clock.js';

const WAKE_EVERY_MS = 1_000;
/** After this long, any node may take what one node left to another. */
const WAKE_EVERY_IN_CLUSTER_MS = 500;
/** How long the store's metrics are reused. */
const METRICS_FRESH_MS = 5_000;

/**
 * Opens a host that runs programs an agent wrote, without trusting them.
 *
 * @example
 * ```ts
 * await using shed = await openToolshed({
 *   tools: [mail, fsPlugin({ root: './workspace' })],
 *   store: { sqlite: 'toolshed.db' },
 * });
 * const result = await shed.execute(`return await tools.fs.read({ path: 'notes.md' })`);
 * ```
 *
 * @throws InvalidOptionsError if an option is wrong: it names every key and what it may be.
 */
export async function openToolshed(options: OpenOptions): Promise<Toolshed> {
  const read = readOpenOptions(options);
  const { channels, hibernateAfterMs, limits, maxWarm, quotas, replayMs, sourceDeps, wakes } = read;
  const log = createSteadyLog(read.log);
  const events = createEventHub<ExecutionEvent>();
  const progress = createEventHub<ProgressEvent>();
  await using opening = new AsyncDisposableStack();
  // First of all: a worker starts while the rest is opened.
  const tracing = await openTracing(read.telemetry);
  const meter = createHostMeter();
  const { facts } = meter;
  const { pool: opened, engine: engineVersion } = await openPool(read);
  const { pool, waiting } = measurePool(opened, facts);
  opening.use(pool);
  if (read.prepares) pool.prepare();
  const labelElsewhere = labelsElsewhere(read.tools, read.sources, read.placement);
  const hosted = createHostCatalog(read.tools);
  const definitionOf = createDefinitionOf(sha256);
  const catalog = createProgramCatalog(hosted, {
    definitionOf,
    find: (id) => executions.find(id),
    read: (id) => store.journal.read(id),
    resultOf: (id) => manage.get(id),
    rulebook: () => rulebook,
    state: () => state,
  });
  const store = opening.use(await openStore(read.store, read.clock, log));
  const clock = read.clock ?? store.clock ?? systemClock;
  const state = createSessionState(store.keptRecords, clock);
  if (store.journal.claim) assertPlaced(read.tools, read.sources);
  const { vault, listed } = await openHostVault(read.vault, store);
  opening.use(vault);
  const sourceSecret = async (name: string) => (await hostSecret(vault, name)) ?? (await sourceDeps?.secrets?.(name));
  const sources = await openSources(
    sourcesAt(read.sources, read.placement),
    [...catalog.tools.map(({ path }) => path.split('.', 1)[0] ?? ''), REVERT_NAMESPACE],
    createSourceHost(hosted, log, {
      credentials: createVaultCredentials({ vault, clock }),
      completeFlow: async (flow) => void (await manage.complete(flow, {})),
      changes: { watch: (filter) => changes.watch(filter) },
      records: store.records,
      ...sourceDeps,
      secrets: sourceSecret,
    }),
  );
  opening.use(sources);
  const library = store.keptRecords && createProgramLibrary(store.keptRecords, log);
  const offered = createOfferedPrograms({
    library,
    hosted,
    taken: { tools: namespacesOfTools(read.tools), sources: read.sources.map(({ namespace }) => namespace) },
    log,
  });
  await offered.look();
  const keptGrants = warnOfDamagedGrants(store.grants, log);
  const secrets = createSessionSecrets({ vault, listed, shared: new Set(read.sharedSecrets), log });
  const kinds = catalogOfKinds(read.kinds);
  const rulebook = createRulebook(read.policy, clock);
  const gate = createCallGate({
    catalog,
    rulebook,
    grants: keptGrants,
    digest: sha256,
    definitionOf,
    secrets,
    log,
  });

  const changes = createChangeFeed({ store: store.journal, log });
  const sharedProgress = createSharedProgress({ hub: progress, broadcast: store.broadcast });
  const ownersOf = store.journal.claim ? createLeasedOwners : createOwners;
  const leaseMs = read.ownerLeaseMs ?? (store.journal.claim ? SHARED_LEASE_MS : LEASE_MS);
  const owners = ownersOf({ store: store.owners, log, leaseMs, placement: read.placement, wakes: wakes !== false });
  const reachable = createReachable({ channels, reachesPeople: read.reachesPeople, kinds, log });
  const lateOutcomes = createLateOutcomes({
    log,
    find: (id) => executions.find(id),
    isDrivenElsewhere: (id) => manage.isDrivenElsewhere(id),
    appendFromOutside: (id, make) => manage.appendFromOutside(id, make),
  });
  const live: LiveDeps = {
    pool,
    middleware: createMiddleware(read.middleware, log),
    reachable,
    gate,
    rulebook,
    catalog,
    labelElsewhere,
    // Programs are saved and deleted at any time: a program that this host lacks is missing on every host.
    namespaces: () => hosted.namespaces.map(({ name }) => name).filter((name) => !offered.isOffered(name)),
    savedProgram: offered.savedProgram,
    isCancelled: async (id) => (await store.journal.summary(id))?.status === 'cancelled',
    lookForPrograms: offered.look,
    kinds,
    clock,
    digest: sha256,
    definitionOf,
    limits,
    questionQuota: createQuestionQuota(quotas, store.journal),
    replayMs,
    log,
    facts,
    tracing,
    secrets,
    lateOutcomes,
    toolTimeoutMs: read.toolTimeoutMs,
    lingerMs: read.lingerMs,
    durability: read.durability,
    onProgress: sharedProgress.report,
    idleAfterMs: hibernateAfterMs,
    expiresInMs: read.questionsExpireInMs,
    tenantOf: tenantBy(read.trustDomain),
  };
  const capacity = resolveCapacity(read.capacity, read.trustDomain);
  const executions = createLiveExecutions({
    live,
    store: store.journal,
    owners,
    changes,
    hibernateAfterMs,
    maxWarm,
    onAbandoned: (id, error) => scheduler.postpone(id, error),
    quotas,
    placement: read.placement,
    mostAtWork: capacity.liveExecutions,
    mostWaiting: capacity.queuedExecutions,
    onEntries: (...news) => publish(...news),
  });
  const grants = createGrants({
    store: keptGrants,
    clock,
    sessionGrantsExpireInMs: read.sessionGrantsExpireInMs,
    catalog,
    definitionOf,
  });
  const policy = createPolicy({ rules: read.policy, rulebook, catalog, grants: keptGrants, definitionOf, limits });
  warnOfPolicy(policy, hosted.tools, log);
  const manage = createExecutions({
    neededLabels: createNeededLabels(read.tools, read.sources, offered.sourceOf),
    live,
    executions,
    store: store.journal,
    owners,
    changes,
    engine: engineVersion,
    checks: { ...live, agentsMayAnswer: read.agentsMayAnswer },
    secretAnswers: createSecretAnswers({ vault, clock, log }),
    remember: grants.remember,
    assertMemorable: grants.assertMemorable,
    onEntries: (...news) => publish(...news),
    changed: (id, patience) => dispatch.changed(id, patience),
    related: (id) => sideQuests.whenHandled(id),
  });
  const plans = createPlans({
    executions: manage,
    read: (id) => store.journal.read(id),
    digest: sha256,
    clock,
    approvalExpiresInMs: read.sessionGrantsExpireInMs ?? WORKING_DAY_MS,
  });
  const undo = createUndo({
    executions: manage,
    read: (id) => store.journal.read(id),
    catalog,
    labelElsewhere,
    definitionOf,
    digest: sha256,
  });
  const checked = createCheckedPrograms({ catalog, limits, log, mode: read.check });
  const sideQuests = createSideQuests({ store: store.journal, log, append: manage.append, cancel: manage.cancel });
  const chosen = createChosen(wakes, store.journal);
  const dispatch = createDispatch({
    chosen,
    claimed: createClaimedQuestions({ claims: store.questionClaims, lease: owners.entered, log }),
    onLost: owners.onLost,
    changes,
    reachable,
    channels,
    reminders: read.reminders,
    clock,
    whenNobody: read.whenNobody,
    store: store.journal,
    log,
    stateOf: (id) => executions.find(id)?.journal.state,
    answer: manage.accept,
    catchUp: executions.catchUp,
  });
  const publish = createPublish({
    facts,
    tracing,
    events,
    onSensitive: createForgettingWarning(vault, log),
    questionQuota: live.questionQuota,
    sideQuests,
    dispatch,
    changes,
  });
  const programs = createPrograms({
    library,
    offered,
    hosted,
    journal: store.journal,
    clock,
    locate: manage.locate,
    execute: manage.execute,
    plan: plans.make,
    start: manage.start,
  });
  const scheduling = openSchedules({
    kept: store.keptRecords,
    clock,
    log,
    isOurs: wakes === false ? () => false : chosen.wouldHave,
    summary: (id) => store.journal.summary(id),
    start: programs.start,
    placementOf: programs.placementOf,
  });
  const scheduler = startWakeScheduler({
    store: store.journal,
    log,
    unattended: (needsNoWake) =>
      createFindUnattended({ store: store.journal, clock, owners, chosen, placement: read.placement, needsNoWake }),
    everyMs: Math.min(store.journal.claim ? WAKE_EVERY_IN_CLUSTER_MS : WAKE_EVERY_MS, leaseMs / CHECKS_PER_LEASE),
    isHere: (id) => executions.find(id)?.isIdle === false || executions.places.isWaiting(id),
    wake: manage.wake,
    also: [
      () =>
        offered
          .look()
          .catch((error) => log.warn({ err: error }, 'looking for saved programs failed; looking again later')),
      async (hasChanged) => void (hasChanged && (await sideQuests.notifyParents())),
      dispatch.check,
      scheduling.look,
    ],
  });
  void sideQuests.recover();
  const house = wakes === false ? undefined : keepHouse({ store, clock, log, pruneAfterMs: read.pruneAfterMs });
  if (wakes === false) scheduler.stop();
  else void scheduler.check();
  opening.move();

  const gauges = createHostGauges({
    store,
    clock,
    log,
    freshMs: METRICS_FRESH_MS,
    lease: () => owners.marginMs,
    live: executions.count,
    isDraining: () => executions.isDraining,
    waiting,
    occupancy: () => executions.places.occupancy,
  });
  const readiness = createReadiness({ store, lease: () => owners.marginMs, isDraining: () => executions.isDraining });
  const leaving = createLeaving({ scheduler, dispatch, executions }, [
    secrets.close,
    () => checked[Symbol.dispose](),
    sideQuests.close,
    () => house?.[Symbol.asyncDispose](),
    () => sources[Symbol.asyncDispose](),
    () => pool[Symbol.asyncDispose](),
    events.close,
    sharedProgress.close,
    progress.close,
    changes.close,
    () => store[Symbol.asyncDispose](),
    () => vault[Symbol.asyncDispose](),
  ]);
  return createToolshed({
    store,
    pool,
    clock,
    catalog,
    hosted,
    definitionOf,
    labelElsewhere,
    limits,
    replayMs,
    vault,
    manage,
    checked,
    sideQuests,
    dispatch,
    scheduler,
    events,
    progress,
    changes,
    plans,
    endRuns: createEndRuns({ store: store.journal, cancel: manage.cancel }),
    undo,
    grants,
    programs,
    schedules: scheduling.schedules,
    policy,
    state,
    tracing,
    metrics: async () => [...meter.read(), ...(await gauges())],
    readiness,
    ...leaving,
    occupancy: () => executions.places.occupancy,
  });
}
