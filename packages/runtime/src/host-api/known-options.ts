// How the options of each public function are read. A key of a type that is missing here does not compile.

import { ArgumentCondition, ExecutionId, GrantEffect } from '@toolshed/kernel';
import { inWords, isFunction, Label, LONGEST_MS, LONGEST_TIMER_MS, passed } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import { By } from './known-principal.js';
import type { ExecuteOptions } from './execute-options.js';
import type { GrantRequest } from './grants-api.js';
import type { FlowOutcome, ResumeOptions } from './resume-answer.js';
import type { DrainOptions } from '../toolshed.js';

/** Read in full: what stands here decides which approvals count. */
export const KnownExecuteOptions: z.ZodType<ExecuteOptions> = z.strictObject({
  session: z.string().exactOptional(),
  agent: z.string().exactOptional(),
  by: By.exactOptional(),
  labels: z.record(z.string(), z.string()).exactOptional(),
  idempotencyKey: z.string().exactOptional(),
  placement: inWords(z.array(Label), 'a list of labels').exactOptional(),
  waitForChannels: z.boolean().exactOptional(),
  onStarted: passed<NonNullable<ExecuteOptions['onStarted']>>('a function (id) => void', isFunction).exactOptional(),
  trace: z.string().exactOptional(),
  signal: inWords(z.instanceof(AbortSignal, { error: 'must be an AbortSignal' }), 'an AbortSignal').exactOptional(),
} satisfies Record<keyof ExecuteOptions, z.ZodType>);

export const KnownResumeOptions: z.ZodType<ResumeOptions> = z.strictObject({
  waitForChannels: z.boolean().exactOptional(),
  trace: z.string().exactOptional(),
  fromAgent: z.boolean().exactOptional(),
} satisfies Record<keyof ResumeOptions, z.ZodType>);

export const KnownFlowOutcome: z.ZodType<FlowOutcome> = z.strictObject({
  content: z.unknown().exactOptional(),
  by: z.string().exactOptional(),
} satisfies Record<keyof FlowOutcome, z.ZodType>);

export const KnownDrainOptions: z.ZodType<DrainOptions> = z.strictObject({
  graceMs: z.int().nonnegative().max(LONGEST_TIMER_MS).exactOptional(),
} satisfies Record<keyof DrainOptions, z.ZodType>);

const Scope = inWords(
  z.union([
    z.enum(['once', 'always']),
    z.strictObject({ session: z.string() }),
    z.strictObject({ execution: ExecutionId }),
  ]),
  '"once", "always", { session } or { execution }',
);

export const KnownGrantRequest: z.ZodType<GrantRequest> = z.strictObject({
  pattern: inWords(z.string(), 'a path or a pattern such as "mail.*"'),
  effect: GrantEffect.exactOptional(),
  scope: Scope,
  expiresInMs: z.int().positive().max(LONGEST_MS).exactOptional(),
  uses: z.int().positive().exactOptional(),
  when: inWords(ArgumentCondition, 'a condition such as { path: "to", equals: "ada@x.org" }').exactOptional(),
  by: z.string().exactOptional(),
} satisfies Record<keyof GrantRequest, z.ZodType>);
