import {
  ElicitationId,
  type ExecutionId,
  type GrantStore,
  type JournalEntry,
  type JournalStore,
  type ToolContext,
  ToolError,
} from '@toolshed/kernel';
import {
  catalogOfKinds,
  createRulebook,
  type ElicitRequest,
  type ExecutionState,
  issuesText,
  readIssues,
  readOptions,
  toPage,
  UnknownCursorError,
} from '@toolshed/kernel/runtime';
import { z } from 'zod';
import { createHostCatalog, withUnlisted } from './catalog/host-catalog.js';
import { findSharedHandlers } from './catalog/shared-handlers.js';
import { createMiddleware } from './channels/host-middleware.js';
import { createDispatch } from './channels/dispatch-questions.js';
import { createReachable } from './channels/reachable.js';
import { createChosen } from './execution/residency/chosen-executions.js';
import { sha256 } from './digest.js';
import { createChangeFeed } from './changes/change-feed.js';
import { createEventHub } from './changes/event-hub.js';
import { withApprovers } from './execution/answers/approvers.js';
import { findFlow } from './execution/questions/complete-flow.js';
import { editsOf } from './execution/answers/check-edited-arguments.js';
import { UnknownElicitationError, UnknownExecutionError } from './execution/execution-errors.js';
import { withoutDefect } from './execution/journal/defects.js';
import { createExecutions } from './execution/execution-service.js';
import { explainReplay } from './execution/replay/dry-run.js';
import { createLateOutcomes } from './execution/calls/late-outcomes.js';
import type { LiveDeps } from './execution/execution-deps.js';
import { createLiveExecutions } from './execution/residency/live-executions.js';
import { CHECKS_PER_LEASE, createOwners } from './execution/residency/owners.js';
import { createQuestionQuota } from './execution/questions/quotas.js';
import { createSecretAnswers } from './execution/answers/secret-answers.js';
import { createSideQuests } from './execution/side-quests.js';
import { startWakeScheduler } from './execution/residency/wake-scheduler.js';
import { warnOfDamagedGrants } from './policy/damaged-grants.js';
import { createGrants } from './policy/host-grants.js';
import { KnownExecuteOptions, KnownFlowOutcome, KnownResumeOptions } from './known-options.js';
import { type OpenOptions, readOpenOptions } from './open-options.js';
import { pageOf } from './listing/list-page.js';
import { createPolicy } from './policy/host-policy.js';
import {
  KnownAuditFilter,
  KnownEntriesFilter,
  KnownExecutionFilter,
  KnownQuestionFilter,
} from './listing/read-filter.js';
import { openPool } from './sandbox/open-pool.js';
import type { Tenant } from './sandbox/sandbox.js';
import { createForgettingWarning } from './secrets/forgetting-warning.js';
import { createHostSecrets, hostSecret } from './secrets/host-secrets.js';
import { createSessionSecrets } from './secrets/session-secrets.js';
import { openSources } from './sources/open-sources.js';
import { createSourceHost } from './sources/source-host.js';
import { createVaultCredentials } from './sources/vault-credentials.js';
import { openStore } from './stores/open-store.js';
import { createSteadyLog } from './log/steady-log.js';
import { createCallGate } from './tool-proxy/call-gate.js';
import { createDefinitionOf } from './tool-proxy/tool-definition.js';
import { discoveryPlugin } from './tools/discovery/discovery-plugin.js';
import type { ExecuteOptions, ExecutionEvent, ProgressEvent, Toolshed } from './toolshed.js';
import { openVault } from './vault/open-vault.js';

const WAKE_EVERY_MS = 1_000;
const CLOSE_GRACE_MS = 10_000;

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
  const { channels, clock, hibernateAfterMs, limits, maxWarm, quotas, replayMs, sourceDeps, wakes } = read;
  const log = createSteadyLog(read.log);
  const events = createEventHub<ExecutionEvent>();
  const progress = createEventHub<ProgressEvent>();
  const hosted = createHostCatalog(read.tools);
  const edits = (id: ExecutionId) => editsOf(executions.find(id)?.journal.entries ?? []);
  const catalog = withUnlisted(
    hosted,
    discoveryPlugin(hosted, { editsOf: edits, canElicit: (context, request) => canElicit(context, request) }),
  );
  await using opening = new AsyncDisposableStack();
  const vault = openVault(read.vault);
  const sourceSecret = async (name: string) => (await hostSecret(vault, name)) ?? (await sourceDeps?.secrets?.(name));
  const sources = await openSources(
    read.sources,
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
  const store = openStore(read.store, clock, log);
  const keptGrants = warnOfDamagedGrants(store.grants, log);
  const secrets = createSessionSecrets({ vault, shared: new Set(read.sharedSecrets), log });
  const { pool, engine: engineVersion } = await openPool(read);
  const kinds = catalogOfKinds(read.kinds);
  const rulebook = createRulebook(read.policy, clock);
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
  const owners = createOwners({ store: store.owners, log, leaseMs: read.ownerLeaseMs });
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
    toolTimeoutMs: read.toolTimeoutMs,
    lingerMs: read.lingerMs,
    onProgress: (event) => progress.emit(event),
    restAfterMs: hibernateAfterMs,
    expiresInMs: read.questionsExpireInMs,
    tenantOf: tenantBy(read.trustDomain),
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
    sessionGrantsExpireInMs: read.sessionGrantsExpireInMs,
    catalog,
    definitionOf,
  });
  const policy = createPolicy({ rules: read.policy, rulebook, catalog, grants: keptGrants, definitionOf, limits });
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
    checks: { ...live, agentsMayAnswer: read.agentsMayAnswer },
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
    whenNobody: read.whenNobody,
    store: store.journal,
    log,
    stateOf: (id) => executions.find(id)?.journal.state,
    answer: manage.accept,
    catchUp: executions.catchUp,
  });
  const told = (executionId: ExecutionId, state: ExecutionState, entries: readonly JournalEntry[]): void => {
    const { session } = state.started;
    live.questionQuota.noticed(executionId, state, entries);
    if (events.hasListeners)
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
    everyMs: Math.min(WAKE_EVERY_MS, read.ownerLeaseMs / CHECKS_PER_LEASE),
    isHere: (id) => executions.find(id)?.isIdle === false,
    wake: async (id) => {
      if (await chosen.has(id)) await manage.wake(id);
    },
    also: [async (hasChanged) => void (hasChanged && (await sideQuests.tellUntold())), dispatch.check],
  });
  void sideQuests.recover();
  if (wakes !== false) void pruneGrants(store.grants).catch((error) => log.warn({ err: error }, 'no grant was pruned'));
  if (read.prepares) pool.prepare();
  if (wakes === false) scheduler.stop();
  else void scheduler.check();
  opening.move();

  return {
    execute: async (program, given = {}) => manage.execute(program, readExecuteOptions(given)),
    start: async (program, given = {}) => manage.start(program, readExecuteOptions(given)),
    resume: async (id, answer, given = {}) => {
      return manage.resume(id, answer, readOptions('resume', KnownResumeOptions, given));
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
      return manage.complete(id, readOptions('complete the flow', KnownFlowOutcome, outcome));
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
