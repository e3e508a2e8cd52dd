import {
  type Clock,
  createToolCatalog,
  ElicitationEngine,
  type JournalStore,
  type Plugin,
  Rule,
  type Tool,
  type ToolLog,
} from '@toolshed/kernel';
import type { z } from 'zod';
import { sha256 } from './digest.js';
import { createEventHub } from './event-hub.js';
import { UnknownExecutionError } from './execution/errors.js';
import { createExecutions } from './execution/executions.js';
import { explainReplay } from './execution/explain-replay.js';
import type { LiveDeps } from './execution/live-deps.js';
import { createLiveExecutions } from './execution/live-executions.js';
import { processIdentity } from './execution/process-identity.js';
import { startWakeUp } from './execution/wake-up.js';
import { createGrants } from './grants.js';
import { Limits } from './sandbox/limits.js';
import { openPool, type SandboxOptions } from './sandbox/open-pool.js';
import { openStore, type StoreOption } from './stores/open-store.js';
import { systemClock } from './stores/system-clock.js';
import { createCallGate } from './tool-proxy/call-gate.js';
import { createDefinitionOf } from './tool-proxy/tool-definition.js';
import { discoveryPlugin } from './tools/discovery/discovery-plugin.js';
import type { ExecutionEvent, ProgressEvent, Toolshed } from './toolshed.js';

export interface OpenOptions extends SandboxOptions {
  readonly tools: readonly (Tool | Plugin)[];
  readonly store: StoreOption;
  readonly policy?: readonly z.input<typeof Rule>[];
  /** How long a paused program stays in memory before only its journal is kept. */
  readonly hibernateAfterMs?: number;
  /** How many paused programs stay in memory at most. */
  readonly maxWarm?: number;
  readonly limits?: Partial<Limits>;
  /** How long a question stays open where its asker does not say; for ever, unless said. */
  readonly questionsExpireInMs?: number;
  /** Lets principals of kind `agent` answer. Off: the one that asks is not the one that approves. */
  readonly agentsMayAnswer?: boolean;
  /** Whether this process wakes executions that time or a crash left waiting. */
  readonly wakes?: boolean;
  /** Whether a worker is started at once, so that the first program does not wait for it. */
  readonly prepares?: boolean;
  readonly log?: ToolLog;
  readonly clock?: Clock;
}

const QUIET: ToolLog = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const WAKE_EVERY_MS = 1_000;
const CLOSE_GRACE_MS = 10_000;

export async function openToolshed(options: OpenOptions): Promise<Toolshed> {
  const { hibernateAfterMs = 30_000, maxWarm = 64, log = QUIET, clock = systemClock, wakes = true } = options;
  const limits = Limits.parse(options.limits ?? {});
  const rules = (options.policy ?? []).map((rule) => Rule.parse(rule));
  const events = createEventHub<ExecutionEvent>();
  const progress = createEventHub<ProgressEvent>();
  const hosted = createToolCatalog(options.tools);
  const catalog = createToolCatalog([...hosted.tools, discoveryPlugin(hosted)]);
  const store = openStore(options.store, clock);
  const { pool, engine: engineVersion } = await openPool({
    ...options,
    limits,
    onPressure: () => executions.relieve(),
  });
  const engine = new ElicitationEngine({ rules, clock });
  const definitionOf = createDefinitionOf(sha256);
  const gate = createCallGate({ catalog, engine, grants: store.grants, digest: sha256, definitionOf, limits });

  const owner = processIdentity();
  const live: LiveDeps = {
    pool,
    gate,
    engine,
    catalog,
    clock,
    digest: sha256,
    definitionOf,
    limits,
    log,
    onProgress: (event) => progress.emit(event),
    restAfterMs: hibernateAfterMs,
    expiresInMs: options.questionsExpireInMs,
    trustDomainOf: trustDomain(options.trustDomain ?? 'session'),
  };
  const executions = createLiveExecutions({
    live,
    store: store.journal,
    owner,
    hibernateAfterMs,
    maxWarm,
    onEntries: (executionId, session, entries) => {
      for (const entry of entries) events.emit({ executionId, session, entry });
    },
  });
  const grants = createGrants({
    store: store.grants,
    clock,
    definitionOf: (path) => {
      const tool = catalog.find(path);
      return tool && definitionOf(tool);
    },
  });
  const manage = createExecutions({
    live,
    executions,
    store: store.journal,
    owner,
    engine: engineVersion,
    agentsMayAnswer: options.agentsMayAnswer ?? false,
    remember: grants.remember,
  });
  const wakeUp = startWakeUp({
    store: store.journal,
    clock,
    log,
    owner,
    everyMs: WAKE_EVERY_MS,
    isHere: (id) => executions.find(id) !== undefined,
    wake: manage.wake,
  });
  if (options.prepares ?? true) pool.prepare();
  if (!wakes) wakeUp.stop();
  else void wakeUp.look();

  return {
    execute: (program, given = {}) => manage.execute(program, given),
    resume: (id, answer, leave) =>
      manage.resume(id, typeof answer === 'boolean' ? { approved: answer } : answer, leave),
    reask: manage.reask,
    get: manage.get,
    list: (filter = {}) => store.journal.list(filter),
    pending: (filter = {}) => store.journal.questions(filter),
    cancel: manage.cancel,
    wake: manage.goOn,
    wakeAll: async () => {
      const ids = await wakeUp.wakeAll();
      await Promise.all(ids.map(manage.goOn));
      return ids;
    },
    journal: async (id) => store.journal.read(await manage.locate(id)),
    replay: async (id) => {
      const entries = await store.journal.read(await manage.locate(id));
      if (entries.length === 0) throw new UnknownExecutionError(id);
      return explainReplay(entries, {
        pool,
        catalog,
        digest: sha256,
        definitionOf,
        limits,
        trustDomain: `replay ${id}`,
      });
    },
    events: () => events.listen(),
    progress: () => progress.listen(),
    prune: (olderThanMs) => pruneAll(store.journal, clock.now() - olderThanMs),
    grants,
    audit: store.audit,
    catalog: hosted,
    async [Symbol.asyncDispose]() {
      wakeUp.stop();
      await executions.close(CLOSE_GRACE_MS);
      await pool[Symbol.asyncDispose]();
      events.close();
      progress.close();
      await store[Symbol.asyncDispose]();
    },
  };
}

const trustDomain =
  (kind: 'execution' | 'session' | 'shared') =>
  (session: string, executionId: string): string =>
    kind === 'shared' ? 'shared' : kind === 'session' ? `session ${session}` : executionId;

const PRUNE_BATCH = 500;

/** In batches, so that others can write in between. */
async function pruneAll(store: JournalStore, before: number): Promise<number> {
  let total = 0;
  for (;;) {
    const count = await store.prune(before, PRUNE_BATCH);
    total += count;
    if (count < PRUNE_BATCH) return total;
  }
}
