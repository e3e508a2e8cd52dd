// Executions: what each of them needs of the host (`LiveDeps`), those in memory, which process owns which, and what a host
// can do with them. What follows from their entries is made after them, so it is passed as functions (`follow`).

import type { Clock, SecretVault } from '@toolshed/kernel';
import { catalogOfKinds, type Rulebook } from '@toolshed/kernel/runtime';
import { createNeededLabels } from '../catalog/placed-tools.js';
import type { ChangeFeed } from '../changes/change-feed.js';
import type { Publish } from '../changes/publish-entries.js';
import { createMiddleware } from '../channels/host-middleware.js';
import { createReachable } from '../channels/reachable.js';
import { sha256 } from '../digest.js';
import { createSecretAnswers } from '../execution/answers/secret-answers.js';
import { createLateOutcomes } from '../execution/calls/handler/late-outcomes.js';
import type { LiveDeps } from '../execution/execution-deps.js';
import { createExecutions, type Executions, type ExecutionsDeps } from '../execution/execution-service.js';
import { createQuestionQuota } from '../execution/questions/quotas.js';
import {
  createLiveExecutions,
  type LiveExecutions,
  type LiveExecutionsDeps,
} from '../execution/residency/live-executions.js';
import { createLeasedOwners, SHARED_LEASE_MS } from '../execution/residency/owners/leased-owners.js';
import { createOwners, LEASE_MS, type Owners } from '../execution/residency/owners/owners.js';
import type { ReadOptions } from '../open-options.js';
import type { HostFacts } from '../ports/host-facts.js';
import type { Tracing } from '../ports/tracing.js';
import { resolveCapacity } from '../sandbox/capacity.js';
import type { SandboxPool } from '../sandbox/sandbox.js';
import { tenantBy } from '../sandbox/trust-domain.js';
import type { SessionSecrets } from '../secrets/session-secrets.js';
import type { Store } from '../stores/store.js';
import type { DefinitionOf } from '../tool-proxy/tool-definition.js';
import type { OpenedTools } from './open-tools.js';
import type { WiredGate } from './wire-gate.js';

export interface WireExecutionsDeps {
  readonly read: ReadOptions;
  readonly store: Store;
  readonly clock: Clock;
  readonly vault: SecretVault;
  readonly pool: SandboxPool;
  /** The version of the engine that runs programs here. */
  readonly engine: ExecutionsDeps['engine'];
  readonly facts: HostFacts;
  readonly tracing: Tracing | undefined;
  readonly changes: ChangeFeed;
  readonly tools: OpenedTools;
  readonly rulebook: Rulebook;
  readonly gate: WiredGate;
  readonly secrets: SessionSecrets;
  readonly definitionOf: DefinitionOf;
  readonly log: ReadOptions['log'];
  readonly onProgress: LiveDeps['onProgress'];
  readonly follow: Pick<ExecutionsDeps, 'changed' | 'related'> &
    Pick<LiveExecutionsDeps, 'onAbandoned'> & { readonly publish: Publish };
}

export interface WiredExecutions {
  readonly live: LiveDeps;
  readonly owners: Owners;
  readonly leaseMs: number;
  readonly executions: LiveExecutions;
  readonly manage: Executions;
}

export function wireExecutions(deps: WireExecutionsDeps): WiredExecutions {
  const { read, store, clock, changes, tools, rulebook, secrets, definitionOf, log, follow } = deps;
  const { gate, grants } = deps.gate;
  const { catalog, hosted, labelElsewhere, offered } = tools;
  const { channels, hibernateAfterMs, limits, maxWarm, quotas } = read;
  const { owners, leaseMs } = openOwners(deps);
  const kinds = catalogOfKinds(read.kinds);
  const live: LiveDeps = {
    pool: deps.pool,
    middleware: createMiddleware(read.middleware, log),
    reachable: createReachable({ channels, reachesPeople: read.reachesPeople, kinds, log }),
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
    replayMs: read.replayMs,
    log,
    facts: deps.facts,
    tracing: deps.tracing,
    secrets,
    lateOutcomes: createLateOutcomes({
      log,
      find: (id) => executions.find(id),
      isDrivenElsewhere: (id) => manage.isDrivenElsewhere(id),
      appendFromOutside: (id, make) => manage.appendFromOutside(id, make),
    }),
    toolTimeoutMs: read.toolTimeoutMs,
    lingerMs: read.lingerMs,
    durability: read.durability,
    onProgress: deps.onProgress,
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
    onAbandoned: follow.onAbandoned,
    quotas,
    placement: read.placement,
    mostAtWork: capacity.liveExecutions,
    mostWaiting: capacity.queuedExecutions,
    onEntries: follow.publish,
  });
  const manage = createExecutions({
    neededLabels: createNeededLabels(read.tools, read.sources, offered.sourceOf),
    live,
    executions,
    store: store.journal,
    owners,
    changes,
    engine: deps.engine,
    checks: { ...live, agentsMayAnswer: read.agentsMayAnswer },
    secretAnswers: createSecretAnswers({ vault: deps.vault, clock, log }),
    remember: grants.remember,
    assertMemorable: grants.assertMemorable,
    onEntries: follow.publish,
    changed: follow.changed,
    related: follow.related,
  });
  return { live, owners, leaseMs, executions, manage };
}

/** Nodes that share a store own executions by leases in it; processes of one machine can see each other. */
function openOwners({ read, store, log }: WireExecutionsDeps): Pick<WiredExecutions, 'owners' | 'leaseMs'> {
  const isShared = store.journal.claim !== undefined;
  const leaseMs = read.ownerLeaseMs ?? (isShared ? SHARED_LEASE_MS : LEASE_MS);
  const { placement } = read;
  const deps = { store: store.owners, log, leaseMs, placement, wakes: read.wakes !== false };
  return { owners: isShared ? createLeasedOwners(deps) : createOwners(deps), leaseMs };
}
