// What decides about calls: the rules of the host, the grants that people gave, and the gate that applies both; and what
// the host is shown of them.

import type { Clock, GrantStore } from '@toolshed/kernel';
import type { Rulebook } from '@toolshed/kernel/runtime';
import { sha256 } from '../digest.js';
import type { ReadOptions } from '../open-options.js';
import { warnOfDamagedGrants } from '../policy/damaged-grants.js';
import { createGrants, type HostGrants } from '../policy/host-grants.js';
import { createPolicy, type Policy } from '../policy/host-policy.js';
import { warnOfPolicy } from '../policy/warn-of-policy.js';
import type { SessionSecrets } from '../secrets/session-secrets.js';
import { type CallGate, createCallGate } from '../tool-proxy/call-gate.js';
import type { DefinitionOf } from '../tool-proxy/tool-definition.js';
import type { OpenedTools } from './open-tools.js';

export interface WireGateDeps {
  readonly read: ReadOptions;
  readonly clock: Clock;
  readonly tools: Pick<OpenedTools, 'catalog' | 'hosted'>;
  readonly rulebook: Rulebook;
  readonly store: GrantStore;
  readonly secrets: SessionSecrets;
  readonly definitionOf: DefinitionOf;
  readonly log: ReadOptions['log'];
}

export interface WiredGate {
  readonly gate: CallGate;
  readonly grants: HostGrants;
  readonly policy: Policy;
}

export function wireGate(deps: WireGateDeps): WiredGate {
  const { read, clock, rulebook, secrets, definitionOf, log } = deps;
  const { catalog, hosted } = deps.tools;
  const store = warnOfDamagedGrants(deps.store, log);
  const gate = createCallGate({
    catalog,
    rulebook,
    grants: store,
    digest: sha256,
    definitionOf,
    secrets,
    log,
  });
  const { sessionGrantsExpireInMs } = read;
  const grants = createGrants({ store, clock, sessionGrantsExpireInMs, catalog, definitionOf });
  const policy = createPolicy({
    rules: read.policy,
    rulebook,
    catalog,
    grants: store,
    definitionOf,
    limits: read.limits,
  });
  warnOfPolicy(policy, hosted.tools, log);
  return { gate, grants, policy };
}
