// Executions over a hostile pool: everything of the runtime but the way its workers are started.

import { createToolCatalog, defineTool } from '@toolshed/kernel';
import { catalogOfKinds, createRulebook } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import { createMiddleware } from '@toolshed/runtime/internal/channels/host-middleware';
import { createReachable } from '@toolshed/runtime/internal/channels/reachable';
import { sha256 } from '@toolshed/runtime/internal/digest';
import type { ExecutionResult } from '@toolshed/runtime/internal/execution/execution-result';
import { createExecutions } from '@toolshed/runtime/internal/execution/execution-service';
import { createLateOutcomes } from '@toolshed/runtime/internal/execution/calls/handler/late-outcomes';
import type { LiveDeps } from '@toolshed/runtime/internal/execution/execution-deps';
import { createChangeFeed } from '@toolshed/runtime/internal/changes/change-feed';
import { createHostMeter } from '@toolshed/runtime/internal/metrics/host-meter';
import { createLiveExecutions } from '@toolshed/runtime/internal/execution/residency/live-executions';
import { createOwners, LEASE_MS } from '@toolshed/runtime/internal/execution/residency/owners/owners';
import { createQuestionQuota, Quotas } from '@toolshed/runtime/internal/execution/questions/quotas';
import { createSecretAnswers } from '@toolshed/runtime/internal/execution/answers/secret-answers';
import { Limits } from '@toolshed/runtime/internal/sandbox/limits';
import { createSessionSecrets } from '@toolshed/runtime/internal/secrets/session-secrets';
import { createMemoryStore } from '@toolshed/runtime/internal/stores/memory/memory-store';
import { systemClock } from '@toolshed/runtime/internal/stores/system-clock';
import { createCallGate } from '@toolshed/runtime/internal/tool-proxy/call-gate';
import { createDefinitionOf } from '@toolshed/runtime/internal/tool-proxy/tool-definition';
import { createMemoryVault } from '@toolshed/runtime/internal/vault/memory-vault';
import { type Behaviour, type HostilePool, openHostilePool } from './hostile-pool.ts';

export interface HostileShed extends AsyncDisposable {
  readonly workers: HostilePool['workers'];
  /** Arguments of every call a handler received. */
  readonly ran: readonly unknown[];
  execute(session: string): Promise<ExecutionResult>;
}

const QUIET = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

export function openHostileShed(behaviours: readonly Behaviour[], given: Partial<Limits> = {}): HostileShed {
  const limits = Limits.parse({ cpuMs: 200, ...given });
  const ran: unknown[] = [];
  const note = (path: string, destructive: boolean) =>
    defineTool({ path, description: path, input: z.unknown(), destructive, handler: (_, args) => ran.push(args) });
  const catalog = createToolCatalog([note('notes.write', false), note('vault.wipe', true)]);
  const store = createMemoryStore({ clock: systemClock });
  const rulebook = createRulebook([], systemClock);
  const definitionOf = createDefinitionOf(sha256);
  const hostile = openHostilePool(behaviours, limits);
  const vault = createMemoryVault();
  const secrets = createSessionSecrets({ vault, listed: () => vault.list(), shared: new Set(), log: QUIET });
  const live: LiveDeps = {
    pool: hostile.pool,
    middleware: createMiddleware([], QUIET),
    reachable: createReachable({ channels: [], reachesPeople: false, kinds: catalogOfKinds(), log: QUIET }),
    gate: createCallGate({
      catalog,
      rulebook,
      grants: store.grants,
      digest: sha256,
      definitionOf,
      secrets,
      log: QUIET,
    }),
    rulebook,
    catalog,
    namespaces: () => [],
    kinds: catalogOfKinds(),
    clock: systemClock,
    digest: sha256,
    definitionOf,
    savedProgram: () => undefined,
    lookForPrograms: async () => undefined,
    isCancelled: async () => false,
    labelElsewhere: () => undefined,
    limits,
    questionQuota: createQuestionQuota(Quotas.parse({}), store.journal),
    replayMs: 60_000,
    lingerMs: 10_000,
    log: QUIET,
    facts: createHostMeter().facts,
    tracing: undefined,
    secrets,
    lateOutcomes: createLateOutcomes({
      log: QUIET,
      find: (id) => executions.find(id),
      isDrivenElsewhere: (id) => manage.isDrivenElsewhere(id),
      appendFromOutside: (id, make) => manage.appendFromOutside(id, make),
    }),
    toolTimeoutMs: 60_000,
    onProgress: () => undefined,
    idleAfterMs: 1_000,
    durability: 'effects',
    expiresInMs: undefined,
    tenantOf: (session) => ({ domain: session, session }),
  };
  const changes = createChangeFeed({ store: store.journal, log: QUIET });
  const owners = createOwners({ store: store.owners, log: QUIET, leaseMs: LEASE_MS, placement: [], wakes: true });
  const executions = createLiveExecutions({
    live,
    store: store.journal,
    owners,
    changes,
    hibernateAfterMs: 1_000,
    maxWarm: 8,
    onAbandoned: () => undefined,
    quotas: Quotas.parse({}),
    placement: [],
    mostAtWork: 100,
    mostWaiting: 100,
    onEntries: () => undefined,
  });
  const manage = createExecutions({
    neededLabels: () => [],
    live,
    executions,
    store: store.journal,
    owners,
    changes,
    engine: 'hostile',
    checks: { ...live, agentsMayAnswer: false },
    secretAnswers: createSecretAnswers({ vault, clock: systemClock, log: QUIET }),
    remember: async () => undefined,
    assertMemorable: () => undefined,
    onEntries: () => undefined,
    changed: async () => false,
    related: async () => undefined,
  });
  return {
    workers: hostile.workers,
    ran,
    execute: (session) => manage.execute('return 1', { session }),
    async [Symbol.asyncDispose]() {
      await executions.close(1_000);
      await hostile[Symbol.asyncDispose]();
    },
  };
}
