import {
  type Clock,
  type ElicitationChannel,
  ElicitationId,
  type ElicitKind,
  type EntryOf,
  type ExecutionId,
  type GrantStore,
  type JournalEntry,
  type JournalStore,
  type Middleware,
  type Plugin,
  Rule,
  type Tool,
  type ToolContext,
  ToolError,
  type ToolLog,
} from '@toolshed/kernel';
import {
  assertKnownKeys,
  catalogOfKinds,
  createRulebook,
  type ElicitRequest,
  type ExecutionState,
  issuesText,
  LONGEST_TIMER_MS,
  readIssues,
  readOptions,
  toPage,
  UnknownCursorError,
} from '@toolshed/kernel/runtime';
import { z } from 'zod';
import { createHostCatalog, withUnlisted } from './catalog/host-catalog.js';
import { findSharedHandlers } from './catalog/shared-handlers.js';
import { createMiddleware } from './channels/middleware.js';
import { readAskingOptions } from './channels/asking-options.js';
import { createDispatch } from './channels/dispatch-questions.js';
import { createReachable, type ReachesPeople } from './channels/reachable.js';
import { createChosen } from './execution/residency/chosen-executions.js';
import { sha256 } from './digest.js';
import { createChangeFeed } from './changes/change-feed.js';
import { createEventHub } from './changes/event-hub.js';
import { withApprovers } from './execution/questions/approvers.js';
import { findFlow } from './execution/questions/complete-flow.js';
import { editsOf } from './execution/questions/edit-arguments.js';
import { UnknownElicitationError, UnknownExecutionError } from './execution/execution-errors.js';
import { withoutDefect } from './execution/journal/defects.js';
import { createExecutions } from './execution/execution-service.js';
import { explainReplay } from './execution/replay/dry-run.js';
import { createLateOutcomes } from './execution/calls/late-outcomes.js';
import type { LiveDeps } from './execution/execution-deps.js';
import { createLiveExecutions } from './execution/residency/live-executions.js';
import { createOwners, CHECKS_PER_LEASE, readLease } from './execution/residency/owners.js';
import { createQuestionQuota, Quotas } from './execution/questions/quotas.js';
import { createSecretAnswers } from './execution/questions/secret-answers.js';
import { createSideQuests } from './execution/side-quests.js';
import { startWakeScheduler } from './execution/residency/wake-scheduler.js';
import { warnOfDamagedGrants } from './policy/damaged-grants.js';
import { createGrants } from './policy/host-grants.js';
import { FLOW_OUTCOME, KnownExecuteOptions, OPEN_OPTIONS, RESUME_OPTIONS } from './known-options.js';
import { pageOf } from './listing/list-page.js';
import { createPolicy } from './policy/host-policy.js';
import {
  KnownAuditFilter,
  KnownEntriesFilter,
  KnownExecutionFilter,
  KnownQuestionFilter,
} from './listing/read-filter.js';
import { Limits } from './sandbox/limits.js';
import { openPool, type SandboxOptions } from './sandbox/open-pool.js';
import type { Tenant } from './sandbox/sandbox.js';
import { createForgettingWarning } from './secrets/forgetting-warning.js';
import { createHostSecrets, hostSecret } from './secrets/host-secrets.js';
import { createSessionSecrets } from './secrets/session-secrets.js';
import { openSources } from './sources/open-sources.js';
import { createSourceHost, type SourceDeps } from './sources/source-host.js';
import { type SourceInput, SourceOptions } from './sources/source-options.js';
import { createVaultCredentials } from './sources/vault-credentials.js';
import { openStore, type StoreOption } from './stores/open-store.js';
import { stderrLog } from './log/stderr-log.js';
import { createSteadyLog } from './log/steady-log.js';
import { systemClock } from './stores/system-clock.js';
import { createCallGate } from './tool-proxy/call-gate.js';
import { createDefinitionOf } from './tool-proxy/tool-definition.js';
import { discoveryPlugin } from './tools/discovery/discovery-plugin.js';
import type { ExecuteOptions, ExecutionEvent, ProgressEvent, Toolshed } from './toolshed.js';
import { openVault, type VaultOption } from './vault/open-vault.js';

export interface OpenOptions extends SandboxOptions {
  readonly tools: readonly (Tool | Plugin)[];
  /** Where more tools come from: MCP servers and APIs with an OpenAPI document. */
  readonly sources?: readonly SourceInput[];
  /** What sources may use of the host. */
  readonly sourceDeps?: SourceDeps;
  readonly store: StoreOption;
  /** Kinds of questions of the host's own, beside those that are always there. */
  readonly kinds?: readonly ElicitKind[];
  /** Where secrets are kept; in memory unless said. */
  readonly vault?: VaultOption;
  /** Names of the host's secrets that programs may hand to tools, as `secret:<name>`; none unless said. */
  readonly sharedSecrets?: readonly string[];
  readonly policy?: readonly z.input<typeof Rule>[];
  /** How long a paused program stays in memory before only its journal is kept. */
  readonly hibernateAfterMs?: number;
  /** How long a handler may work where its tool does not say (`timeoutMs`); ten minutes unless said. */
  readonly toolTimeoutMs?: number;
  /** How long a program that has returned waits for handlers it did not await; ten seconds unless said. */
  readonly lingerMs?: number;
  /** How many paused programs stay in memory at most. */
  readonly maxWarm?: number;
  /** Of executions that are started from now on; each keeps those it was started with. */
  readonly limits?: Partial<Limits>;
  /** What one session, and one agent in it, may have open at once. */
  readonly quotas?: Partial<Quotas>;
  /** How long this host lets the recorded part of an execution take to be replayed; a minute, and more for long ones. */
  readonly replayMs?: number;
  /** How long a question stays open where its asker does not say; for ever, unless said. */
  readonly questionsExpireInMs?: number;
  /** How long a grant for a session lasts where it does not say; 8 hours unless said. */
  readonly sessionGrantsExpireInMs?: number;
  /** Lets principals of kind `agent` answer. Off: the one that asks is not the one that approves. */
  readonly agentsMayAnswer?: boolean;
  /** Whether this process wakes executions that time or a crash left waiting; a function chooses which. */
  readonly wakes?: boolean | ((started: EntryOf<'started'>) => boolean);
  /** How long a host that is not heard of keeps what it drives, where nobody can tell whether its process lives. */
  readonly ownerLeaseMs?: number;
  /** Whether a worker is started at once, so that the first program does not wait for it. */
  readonly prepares?: boolean;
  /** Ways to reach a person, tried from the highest priority to the lowest. */
  readonly channels?: readonly ElicitationChannel[];
  /** What becomes of a question no channel takes: it waits (`park`, unless said), or is answered with `cancel`. */
  readonly whenNobody?: 'park' | 'cancel';
  /**
   * Whether somebody can be asked without a channel: whoever is shown a pause and calls `resume`, a terminal, an inbox
   * (`later`). Questions whose asker would rather not wait for nobody (`whenNobody`) then wait; not, unless said.
   */
  readonly reachesPeople?: ReachesPeople;
  /** Wraps every question, outermost first. */
  readonly around?: readonly Middleware[];
  /** Where the host's own lines go; warnings and errors to stderr unless said. */
  readonly log?: ToolLog;
  readonly clock?: Clock;
}

const REPLAY_MS = 60_000;
const WAKE_EVERY_MS = 1_000;
const CLOSE_GRACE_MS = 10_000;
const ToolTimeout = z.int().positive().max(LONGEST_TIMER_MS).default(600_000);
const Linger = z.int().nonnegative().max(LONGEST_TIMER_MS).default(10_000);

export async function openToolshed(options: OpenOptions): Promise<Toolshed> {
  assertKnownKeys('open the toolshed', options, OPEN_OPTIONS);
  assertKnownKeys('open the toolshed with "sandbox"', options.sandbox ?? {}, { os: true });
  const { hibernateAfterMs = 30_000, maxWarm = 64, clock = systemClock, wakes = true } = options;
  const { channels, around: layers, kinds: own, whenNobody, questionsExpireInMs } = readAskingOptions(options);
  const log = createSteadyLog(options.log ?? stderrLog);
  const limits = Limits.parse(options.limits ?? {});
  const quotas = Quotas.parse(options.quotas ?? {});
  const { replayMs = REPLAY_MS } = options;
  const toolTimeoutMs = ToolTimeout.parse(options.toolTimeoutMs);
  const lingerMs = Linger.parse(options.lingerMs);
  const leaseMs = readLease(options.ownerLeaseMs);
  const rules = (options.policy ?? []).map((rule) => Rule.parse(rule));
  const events = createEventHub<ExecutionEvent>();
  const progress = createEventHub<ProgressEvent>();
  const hosted = createHostCatalog(options.tools);
  const edits = (id: ExecutionId) => editsOf(executions.find(id)?.journal.entries ?? []);
  const catalog = withUnlisted(
    hosted,
    discoveryPlugin(hosted, { editsOf: edits, canElicit: (context, request) => canElicit(context, request) }),
  );
  await using opening = new AsyncDisposableStack();
  const vault = openVault(options.vault ?? 'memory');
  const { sourceDeps } = options;
  const sourceSecret = async (name: string) => (await hostSecret(vault, name)) ?? (await sourceDeps?.secrets?.(name));
  const sources = await openSources(
    (options.sources ?? []).map((source) => SourceOptions.parse(source)),
    catalog.tools.map(({ path }) => path.split('.', 1)[0] ?? ''),
    createSourceHost(hosted, log, {
      credentials: createVaultCredentials({ vault, clock }),
      completeFlow: async (flow) => void (await manage.complete(flow, {})),
      changes: { watch: (filter) => changes.watch(filter) },
      ...sourceDeps,
      secrets: sourceSecret,
    }),
  );
  opening.use(sources);
  const store = openStore(options.store, clock, log);
  const keptGrants = warnOfDamagedGrants(store.grants, log);
  const secrets = createSessionSecrets({ vault, shared: new Set(options.sharedSecrets), log });
  const { pool, engine: engineVersion } = await openPool({ ...options, limits });
  const kinds = catalogOfKinds(own);
  const rulebook = createRulebook(rules, clock);
  const definitionOf = createDefinitionOf(sha256);
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
  const owners = createOwners({ store: store.owners, log, leaseMs });
  const middleware = createMiddleware(layers, log);
  const { reachesPeople = false } = options;
  const reachable = createReachable({ channels, reachesPeople, kinds, log });
  const lateOutcomes = createLateOutcomes({
    log,
    find: (id) => executions.find(id),
    isDrivenElsewhere: (id) => manage.isDrivenElsewhere(id),
    appendFromOutside: (id, make) => manage.appendFromOutside(id, make),
  });
  const live: LiveDeps = {
    pool,
    middleware,
    reachable,
    gate,
    rulebook,
    catalog,
    namespaces: () => hosted.namespaces,
    kinds,
    clock,
    digest: sha256,
    definitionOf,
    limits,
    questionQuota: createQuestionQuota(quotas, store.journal),
    replayMs,
    log,
    secrets,
    lateOutcomes,
    toolTimeoutMs,
    lingerMs,
    onProgress: (event) => progress.emit(event),
    restAfterMs: hibernateAfterMs,
    expiresInMs: questionsExpireInMs,
    tenantOf: tenantBy(options.trustDomain ?? 'session'),
  };
  const warnOfForgetting = createForgettingWarning(vault, log);
  const executions = createLiveExecutions({
    live,
    store: store.journal,
    owners,
    changes,
    hibernateAfterMs,
    maxWarm,
    onAbandoned: (id, error) => scheduler.postpone(id, error),
    quotas,
    onEntries: (...news) => told(...news),
  });
  const grants = createGrants({
    store: keptGrants,
    clock,
    sessionGrantsExpireInMs: options.sessionGrantsExpireInMs,
    catalog,
    definitionOf,
  });
  const policy = createPolicy({ rules, rulebook, catalog, grants: keptGrants, definitionOf, limits });
  // A host without tools only looks; it cannot know what a rule is about.
  if (hosted.tools.length > 0) {
    for (const { text, tools } of policy.rules())
      if (tools.length === 0) log.warn({ rule: text }, 'a rule of the policy matches no tool; is it misspelt?');
    for (const names of findSharedHandlers(hosted.tools, policy.rules()))
      log.warn({ tools: names }, 'one handler has several names, and not all of them ask');
  }
  const manage = createExecutions({
    live,
    executions,
    store: store.journal,
    owners,
    changes,
    engine: engineVersion,
    checks: { ...live, agentsMayAnswer: options.agentsMayAnswer ?? false },
    secretAnswers: createSecretAnswers({ vault, clock, log }),
    remember: grants.remember,
    assertMemorable: grants.assertMemorable,
    onEntries: (...news) => told(...news),
    changed: (id, patience) => dispatch.changed(id, patience),
    related: (id) => sideQuests.settled(id),
  });
  const sideQuests = createSideQuests({ store: store.journal, log, append: manage.append, cancel: manage.cancel });
  const chosen = createChosen(wakes, store.journal);
  const dispatch = createDispatch({
    chosen,
    changes,
    reachable,
    channels,
    whenNobody,
    store: store.journal,
    log,
    stateOf: (id) => executions.find(id)?.journal.state,
    answer: manage.accept,
    catchUp: executions.catchUp,
  });
  const told = (executionId: ExecutionId, state: ExecutionState, entries: readonly JournalEntry[]): void => {
    const { session } = state.started;
    live.questionQuota.noticed(executionId, state, entries);
    if (events.isHeard)
      for (const entry of entries)
        events.emit({ executionId, session, entry: withoutDefect(entry), ...returnedIn(entry) });
    if (entries.some((entry) => entry.kind === 'asked' && entry.request.sensitive === true)) warnOfForgetting();
    sideQuests.noticed(executionId, state, entries);
    dispatch.noticed(executionId, state, entries);
    changes.publish(executionId, entries);
  };
  const scheduler = startWakeScheduler({
    store: store.journal,
    clock,
    log,
    owners,
    everyMs: Math.min(WAKE_EVERY_MS, leaseMs / CHECKS_PER_LEASE),
    isHere: (id) => executions.find(id)?.isIdle === false,
    wake: async (id) => {
      if (await chosen.has(id)) await manage.wake(id);
    },
    also: [async (hasChanged) => void (hasChanged && (await sideQuests.tellUntold())), dispatch.check],
  });
  void sideQuests.recover();
  if (wakes !== false) void pruneGrants(store.grants).catch((error) => log.warn({ err: error }, 'no grant was pruned'));
  if (options.prepares ?? true) pool.prepare();
  if (wakes === false) scheduler.stop();
  else void scheduler.check();
  opening.move();

  return {
    execute: async (program, given = {}) => manage.execute(program, readExecuteOptions(given)),
    start: async (program, given = {}) => manage.start(program, readExecuteOptions(given)),
    resume: async (id, answer, given = {}) => {
      assertKnownKeys('resume', given, RESUME_OPTIONS);
      return manage.resume(id, answer, given);
    },
    fork: async (elicitation, program, given = {}) => manage.fork(elicitation, program, readExecuteOptions(given)),
    tree: async (id) => sideQuests.tree(await manage.locate(id)),
    returnTo: async (id) => {
      const question = ElicitationId.safeParse(id);
      if (!question.success) throw new UnknownElicitationError(id);
      await dispatch.offerAgain(await manage.locate(id), question.data);
    },
    reask: manage.reask,
    completeElicitation: async (id, outcome = {}) => {
      assertKnownKeys('complete the flow', outcome, FLOW_OUTCOME);
      return manage.complete(id, outcome);
    },
    locateFlow: (flow) => findFlow(store.journal, flow),
    get: manage.get,
    locate: manage.locate,
    list: async (given = {}) => {
      const filter = readOptions('list executions', KnownExecutionFilter, given);
      return pageOf({
        limit: filter.limit,
        before: filter.before,
        look: (limit) => store.journal.list({ ...filter, limit }),
        count: () => store.journal.count(filter),
        cursorOf: ({ id }) => id,
        isKnown: (id) => isInSession(store.journal, id, filter.session),
      });
    },
    pending: async (given = {}) => {
      const filter = readOptions('list questions', KnownQuestionFilter, given);
      const page = await pageOf({
        limit: filter.limit,
        before: filter.before,
        look: (limit) => store.journal.questions({ ...filter, limit }),
        count: () => store.journal.countQuestions(filter),
        cursorOf: ({ elicitationId }) => elicitationId,
        isKnown: async (id) => isInSession(store.journal, await store.journal.locate(id), filter.session),
      });
      return toPage(await withApprovers(page, store.journal), page);
    },
    cancel: manage.cancel,
    wake: manage.goOn,
    takeOver: manage.takeOver,
    retire: manage.retire,
    wakeAll: async () => {
      await sideQuests.recover();
      const ids = await scheduler.wakeAll();
      const outcomes = await Promise.allSettled(ids.map(manage.goOn));
      return ids.filter((_, index) => outcomes[index]?.status === 'fulfilled');
    },
    journal: async (id) => (await store.journal.read(await manage.locate(id))).map(withoutDefect),
    replay: async (id) => {
      const entries = await store.journal.read(await manage.locate(id));
      if (entries.length === 0) throw new UnknownExecutionError(id);
      return explainReplay(entries, {
        pool,
        catalog,
        digest: sha256,
        definitionOf,
        limits,
        replayMs,
      });
    },
    events: () => events.listen(),
    eventsAfter: async (position, given = {}) => {
      const filter = readOptions('read events', KnownEntriesFilter, given);
      const page = await store.journal.entriesAfter(position, filter);
      return { ...page, entries: page.entries.map((one) => ({ ...one, entry: withoutDefect(one.entry) })) };
    },
    lastEvent: () => store.journal.lastPosition(),
    changes: { subscribe: changes.subscribe, watch: changes.watch },
    progress: () => progress.listen(),
    async prune(olderThanMs) {
      const count = await pruneAll(store.journal, clock.now() - olderThanMs);
      await pruneGrants(store.grants);
      return count;
    },
    grants,
    policy,
    secrets: createHostSecrets({ vault, clock }),
    audit: {
      ...store.audit,
      list: async (given = {}) => {
        const filter = readOptions('list the audit log', KnownAuditFilter, given);
        const page = await store.audit.list(filter);
        // Lines are numbered from 1 without gaps, and none is ever removed.
        if (filter.before !== undefined && filter.before > page.total)
          throw new UnknownCursorError(String(filter.before));
        return page;
      },
    },
    catalog: hosted,
    async [Symbol.asyncDispose]() {
      scheduler.stop();
      dispatch.close();
      await executions.close(CLOSE_GRACE_MS);
      await sideQuests.close();
      await sources[Symbol.asyncDispose]();
      await pool[Symbol.asyncDispose]();
      events.close();
      progress.close();
      changes.close();
      await store[Symbol.asyncDispose]();
      await vault[Symbol.asyncDispose]();
    },
  };
}

/** Checked as what a program may ask. */
function canElicit(context: ToolContext, request: unknown): boolean {
  try {
    return typeof request === 'string' ? context.canElicit(request) : context.canElicit(request as ElicitRequest);
  } catch (error) {
    const problem = error instanceof z.ZodError ? issuesText(readIssues(error)) : 'it is not a request';
    throw new ToolError('elicitation/invalid', `Cannot tell whether it could be asked: ${problem}`);
  }
}

const readExecuteOptions = (given: ExecuteOptions): ExecuteOptions =>
  readOptions('start the execution', KnownExecuteOptions, given);

/** What an entry means to whoever waits for a person to come back. */
function returnedIn(entry: JournalEntry): Pick<ExecutionEvent, 'returned'> {
  if (entry.kind !== 'side-quest-ended') return {};
  const { elicitation: elicitationId, execution: from, status } = entry;
  return { returned: { elicitationId, from, status } };
}

const tenantBy =
  (kind: 'execution' | 'session' | 'shared') =>
  (session: string, executionId: string): Tenant => ({
    domain: kind === 'shared' ? 'shared' : kind === 'session' ? `session ${session}` : executionId,
    session,
  });

async function isInSession(
  store: JournalStore,
  id: ExecutionId | undefined,
  session: string | undefined,
): Promise<boolean> {
  const summary = id === undefined ? undefined : await store.summary(id);
  return summary !== undefined && (session === undefined || summary.session === session);
}

const PRUNE_BATCH = 500;

async function pruneGrants(grants: GrantStore): Promise<void> {
  while ((await grants.prune(PRUNE_BATCH)) === PRUNE_BATCH);
}

/** In batches, so that others can write in between. */
async function pruneAll(store: JournalStore, before: number): Promise<number> {
  let total = 0;
  for (;;) {
    const count = await store.prune(before, PRUNE_BATCH);
    total += count;
    if (count < PRUNE_BATCH) return total;
  }
}
