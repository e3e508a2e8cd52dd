// How the options of each public function are read. A key of a type that is missing here does not compile.

import { ArgumentCondition, ExecutionId, GrantEffect, type JsonValue } from '@toolshed/kernel';
import { inWords, isFunction, LONGEST_MS, LONGEST_TIMER_MS, passed } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import { MOST_LABELS, Placement } from './known-placement.js';
import { By } from './known-principal.js';
import type { ExecuteOptions } from './execute-options.js';
import type { GrantRequest } from './grants-api.js';
import type { PlanApproval } from './plans-api.js';
import type { FlowOutcome, ResumeOptions } from './resume-answer.js';
import type { UndoOptions } from './undo-api.js';
import type { DrainOptions, GetOptions } from '../toolshed.js';

const MOST_LABEL_BYTES = 16_384;

const bytesOf = (labels: Readonly<Record<string, string>>): number =>
  Object.entries(labels).reduce((sum, [name, text]) => sum + Buffer.byteLength(name) + Buffer.byteLength(text), 0);

/** Threat: a client that keeps its data in labels. They are read with every question, and shown with it to people. */
const Labels = z
  .record(z.string(), z.string())
  .refine((labels) => Object.keys(labels).length <= MOST_LABELS, `must be ${MOST_LABELS} labels at most`)
  .refine(
    (labels) => bytesOf(labels) <= MOST_LABEL_BYTES,
    `must be ${MOST_LABEL_BYTES} bytes at most, with their names`,
  );

/** Made once: a schema costs more than what it reads here. */
const Json = z.json();

/** Read in full: what stands here decides which approvals count. */
export const KnownExecuteOptions: z.ZodType<ExecuteOptions> = z.strictObject({
  session: z.string().exactOptional(),
  agent: z.string().exactOptional(),
  by: By.exactOptional(),
  labels: Labels.exactOptional(),
  idempotencyKey: z.string().exactOptional(),
  placement: Placement.exactOptional(),
  check: z.enum(['off', 'warn', 'error']).exactOptional(),
  waitForChannels: z.boolean().exactOptional(),
  onStarted: passed<NonNullable<ExecuteOptions['onStarted']>>('a function (id) => void', isFunction).exactOptional(),
  trace: z.string().exactOptional(),
  input: passed<JsonValue>('a JSON value', (value) => Json.safeParse(value).success).exactOptional(),
  signal: inWords(z.instanceof(AbortSignal, { error: 'must be an AbortSignal' }), 'an AbortSignal').exactOptional(),
} satisfies Record<keyof ExecuteOptions, z.ZodType>);

export const KnownResumeOptions: z.ZodType<ResumeOptions> = z.strictObject({
  waitForChannels: z.boolean().exactOptional(),
  trace: z.string().exactOptional(),
  fromAgent: z.boolean().exactOptional(),
} satisfies Record<keyof ResumeOptions, z.ZodType>);

export const KnownPlanApproval: z.ZodType<PlanApproval> = z.strictObject({
  shown: inWords(z.string(), 'the digest of the plan that was shown'),
  by: By.exactOptional(),
  expiresInMs: z.int().positive().max(LONGEST_MS).exactOptional(),
  waitForChannels: z.boolean().exactOptional(),
  onStarted: passed<NonNullable<ExecuteOptions['onStarted']>>('a function (id) => void', isFunction).exactOptional(),
  trace: z.string().exactOptional(),
} satisfies Record<keyof PlanApproval, z.ZodType>);

export const KnownUndoOptions: z.ZodType<UndoOptions> = z.strictObject({
  by: By.exactOptional(),
  waitForChannels: z.boolean().exactOptional(),
  onStarted: passed<NonNullable<ExecuteOptions['onStarted']>>('a function (id) => void', isFunction).exactOptional(),
  trace: z.string().exactOptional(),
} satisfies Record<keyof UndoOptions, z.ZodType>);

export const KnownFlowOutcome: z.ZodType<FlowOutcome> = z.strictObject({
  content: z.unknown().exactOptional(),
  by: z.string().exactOptional(),
} satisfies Record<keyof FlowOutcome, z.ZodType>);

export const KnownGetOptions: z.ZodType<GetOptions> = z.strictObject({
  check: z.enum(['off', 'warn', 'error']).exactOptional(),
} satisfies Record<keyof GetOptions, z.ZodType>);

export const KnownDrainOptions: z.ZodType<DrainOptions> = z.strictObject({
  graceMs: z.int().nonnegative().max(LONGEST_TIMER_MS).exactOptional(),
} satisfies Record<keyof DrainOptions, z.ZodType>);

const Scope = inWords(
  z.union([
    z.enum(['once', 'always']),
    z.strictObject({ session: z.string() }),
    z.strictObject({ executionId: ExecutionId }),
  ]),
  '"once", "always", { session } or { executionId }',
);

export const KnownGrantRequest: z.ZodType<GrantRequest> = z.strictObject({
  pattern: inWords(z.string(), 'a path or a pattern such as "mail.*"'),
  effect: GrantEffect.exactOptional(),
  scope: Scope,
  expiresInMs: z.int().positive().max(LONGEST_MS).exactOptional(),
  uses: z.int().positive().exactOptional(),
  when: inWords(ArgumentCondition, 'a condition such as { path: "to", equals: "ada@x.org" }').exactOptional(),
  program: inWords(z.string().regex(/^[0-9a-f]{64}$/), 'the digest of a saved program').exactOptional(),
  by: z.string().exactOptional(),
} satisfies Record<keyof GrantRequest, z.ZodType>);
