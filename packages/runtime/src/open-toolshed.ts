// Opens a Toolshed: reads the options, makes each part with what it needs of the others, and hands the host the object
// of `toolshed-methods.ts`. The larger parts are wired in `wiring/`; this file alone knows them all, and owns the order in
// which they open and close.

import { createRulebook } from '@toolshed/kernel/runtime';
import { createCheckedPrograms } from './check/checked-programs.js';
import { createChangeFeed } from './changes/change-feed.js';
import { createEventHub } from './changes/event-hub.js';
import { createSharedProgress } from './changes/shared-progress.js';
import { sha256 } from './digest.js';
import { createEndRuns } from './execution/plan/end-runs.js';
import { createPlans } from './execution/plan/host-plans.js';
import { createChosen } from './execution/residency/unattended/chosen-executions.js';
import { createUndo } from './execution/undo/undo-execution.js';
import type { ExecutionEvent, ProgressEvent } from './host-api/host-events.js';
import { createReadiness } from './host-api/readiness.js';
import { createSteadyLog } from './log/steady-log.js';
import { createHostGauges } from './metrics/host-gauges.js';
import { createHostMeter } from './metrics/host-meter.js';
import { measurePool } from './metrics/measured-pool.js';
import { type OpenOptions, readOpenOptions } from './open-options.js';
import { WORKING_DAY_MS } from './policy/host-grants.js';
import { createPrograms } from './programs/host-programs.js';
import { openPool } from './sandbox/open-pool.js';
import { createSessionSecrets } from './secrets/session-secrets.js';
import { createSessionState } from './state/session-state.js';
import { openStore } from './stores/open-store.js';
import { systemClock } from './stores/system-clock.js';
import { openTracing } from './telemetry/open-tracing.js';
import { createDefinitionOf } from './tool-proxy/tool-definition.js';
import type { Toolshed } from './toolshed.js';
import { createToolshed } from './toolshed-methods.js';
import { openHostVault } from './vault/host-vault.js';
import { createLeaving } from './wiring/leaving.js';
import { openTools } from './wiring/open-tools.js';
import { startPeriodic } from './wiring/start-periodic.js';
import { wireExecutions } from './wiring/wire-executions.js';
import { wireGate } from './wiring/wire-gate.js';
import { wireQuestions } from './wiring/wire-questions.js';

/** How long the store's metrics are reused. */
const METRICS_FRESH_MS = 5_000;

/**
 * Opens a host that runs programs an agent wrote, without trusting them. A program can only call the tools you give it; a
 * call that changes something pauses the program until a person answers (`Toolshed` shows how).
 *
 * @example
 * ```ts
 * await using shed = await openToolshed({
 *   tools: [mail, fsPlugin({ root: './workspace' })],
 *   store: { sqlite: 'toolshed.db' },
 * });
 * const result = await shed.execute(`return await tools.fs.read({ path: 'notes.md' })`);
 * if (result.status === 'completed') console.log(result.value);
 * ```
 *
 * @throws InvalidOptionsError if an option is wrong: it names every key and what it may be.
 */
export async function openToolshed(options: OpenOptions): Promise<Toolshed> {
  const read = readOpenOptions(options);
  const { limits, replayMs } = read;
  const log = createSteadyLog(read.log);
  const events = createEventHub<ExecutionEvent>();
  const progress = createEventHub<ProgressEvent>();
  await using opening = new AsyncDisposableStack();
  // First of all: a worker starts while the rest is opened.
  const tracing = await openTracing(read.telemetry);
  const meter = createHostMeter();
  const { facts } = meter;
  const { pool: opened, engine } = await openPool(read);
  const { pool, waiting } = measurePool(opened, facts);
  opening.use(pool);
  if (read.prepares) pool.prepare();
  const store = opening.use(await openStore(read.store, read.clock, log));
  const clock = read.clock ?? store.clock ?? systemClock;
  const state = createSessionState(store.keptRecords, clock);
  const { vault, listed } = await openHostVault(read.vault, store);
  opening.use(vault);
  const changes = createChangeFeed({ store: store.journal, log });
  opening.defer(changes.close);
  const rulebook = createRulebook(read.policy, clock);
  const definitionOf = createDefinitionOf(sha256);
  const tools = await openTools({
    read,
    store,
    clock,
    vault,
    state,
    rulebook,
    changes,
    definitionOf,
    log,
    find: (id) => executions.find(id),
    manage: () => manage,
  });
  opening.use(tools);
  const { catalog, hosted, labelElsewhere, library, offered } = tools;
  const secrets = createSessionSecrets({ vault, listed, shared: new Set(read.sharedSecrets), log });
  const gate = wireGate({ read, clock, tools, rulebook, store: store.grants, secrets, definitionOf, log });

  const sharedProgress = createSharedProgress({ hub: progress, broadcast: store.broadcast });
  const executing = wireExecutions({
    read,
    store,
    clock,
    vault,
    pool,
    engine,
    facts,
    tracing,
    changes,
    tools,
    rulebook,
    gate,
    secrets,
    definitionOf,
    log,
    onProgress: sharedProgress.report,
    follow: {
      publish: (...news) => asking.publish(...news),
      changed: (id, patience) => dispatch.changed(id, patience),
      related: (id) => sideQuests.whenHandled(id),
      onAbandoned: (id, error) => scheduler.postpone(id, error),
    },
  });
  const { executions, manage, owners } = executing;
  const chosen = createChosen(read.wakes, store.journal);
  const asking = wireQuestions({ read, store, clock, vault, changes, events, chosen, executing, log });
  const { dispatch, sideQuests } = asking;

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
  const periodic = startPeriodic({ read, store, clock, chosen, executing, asking, programs, offered, log });
  const { scheduler, schedules } = periodic;
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
    periodic.endHousekeeping,
    () => tools[Symbol.asyncDispose](),
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
    grants: gate.grants,
    programs,
    schedules,
    policy: gate.policy,
    state,
    tracing,
    metrics: async () => [...meter.read(), ...(await gauges())],
    readiness,
    ...leaving,
    occupancy: () => executions.places.occupancy,
  });
}
