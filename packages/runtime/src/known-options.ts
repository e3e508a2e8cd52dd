// Every key of the objects the runtime's public functions take. One that is missing here does not compile.

import { AnsweredBy } from '@toolshed/kernel';
import { z } from 'zod';
import type { OpenOptions } from './open-toolshed.js';
import type { ExplainOptions } from './policy/host-policy.js';
import type { ExecuteOptions, FlowOutcome, GrantRequest, ResumeOptions } from './toolshed.js';

type Keys<T> = Readonly<Record<keyof T, true>>;

const Callback = z.custom<NonNullable<ExecuteOptions['onStarted']>>((value) => typeof value === 'function');

/** Read in full: what stands here decides which approvals count. */
export const KnownExecuteOptions: z.ZodType<ExecuteOptions> = z.strictObject({
  session: z.string().exactOptional(),
  agent: z.string().exactOptional(),
  by: AnsweredBy.exactOptional(),
  labels: z.record(z.string(), z.string()).exactOptional(),
  idempotencyKey: z.string().exactOptional(),
  waitForChannels: z.boolean().exactOptional(),
  onStarted: Callback.exactOptional(),
  signal: z.instanceof(AbortSignal).exactOptional(),
} satisfies Record<keyof ExecuteOptions, z.ZodType>);

export const RESUME_OPTIONS: Keys<ResumeOptions> = { waitForChannels: true, fromAgent: true };

export const FLOW_OUTCOME: Keys<FlowOutcome> = { content: true, by: true };

export const EXPLAIN_OPTIONS: Keys<ExplainOptions> = { session: true, agent: true, executionId: true };

export const GRANT_REQUEST: Keys<GrantRequest> = {
  pattern: true,
  effect: true,
  scope: true,
  expiresInMs: true,
  uses: true,
  when: true,
  by: true,
};

export const OPEN_OPTIONS: Keys<OpenOptions> = {
  tools: true,
  sources: true,
  sourceDeps: true,
  store: true,
  kinds: true,
  vault: true,
  sharedSecrets: true,
  policy: true,
  hibernateAfterMs: true,
  toolTimeoutMs: true,
  lingerMs: true,
  maxWarm: true,
  limits: true,
  questionsExpireInMs: true,
  ownerLeaseMs: true,
  replayMs: true,
  capacity: true,
  quotas: true,
  trusted: true,
  sessionGrantsExpireInMs: true,
  agentsMayAnswer: true,
  wakes: true,
  prepares: true,
  channels: true,
  whenNobody: true,
  reachesPeople: true,
  around: true,
  log: true,
  clock: true,
  isolation: true,
  sandbox: true,
  trustDomain: true,
};
