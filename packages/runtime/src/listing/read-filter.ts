// The filters of lists, validated before a store sees them: a value of another type would be read one way by one
// store and another way by the next, or fail in the database.

import {
  type AuditFilter,
  type ElicitationId,
  type ExecutionFilter,
  type ExecutionId,
  ExecutionSummary,
  type GrantId,
  type QuestionFilter,
  type SecretHandle,
} from '@toolshed/kernel';
import type { EntriesFilter } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import type { GrantFilter } from '../host-api/grants-api.js';
import type { SecretFilter } from '../host-api/secrets-api.js';

/** The list itself finds out whether the id exists. */
const id = <T extends string>() =>
  z.custom<T>((value) => typeof value === 'string', 'must be an id, as a text').exactOptional();

const text = z.string().exactOptional();
const limit = z.int().nonnegative().exactOptional();

export const KnownExecutionFilter: z.ZodType<ExecutionFilter> = z.strictObject({
  status: z.array(ExecutionSummary.shape.status).exactOptional(),
  session: text,
  agent: text,
  parent: id<ElicitationId | ExecutionId>(),
  sideQuests: z.enum(['open', 'untold']).exactOptional(),
  dueBy: z.number().exactOptional(),
  queued: z.literal(true).exactOptional(),
  before: id<ExecutionId>(),
  limit,
} satisfies Record<keyof ExecutionFilter, z.ZodType>);

export const KnownQuestionFilter: z.ZodType<QuestionFilter> = z.strictObject({
  elicitationId: id<ElicitationId>(),
  executionId: id<ExecutionId>(),
  session: text,
  before: id<ElicitationId>(),
  limit,
} satisfies Record<keyof QuestionFilter, z.ZodType>);

export const KnownEntriesFilter: z.ZodType<EntriesFilter> = z.strictObject({
  session: text,
  limit,
} satisfies Record<keyof EntriesFilter, z.ZodType>);

export const KnownAuditFilter: z.ZodType<AuditFilter> = z.strictObject({
  before: z.int().positive().exactOptional(),
  limit,
} satisfies Record<keyof AuditFilter, z.ZodType>);

export const KnownGrantFilter: z.ZodType<GrantFilter> = z.strictObject({
  session: text,
  before: id<GrantId>(),
  limit,
} satisfies Record<keyof GrantFilter, z.ZodType>);

export const KnownSecretFilter: z.ZodType<SecretFilter> = z.strictObject({
  session: text,
  before: id<SecretHandle>(),
  limit,
} satisfies Record<keyof SecretFilter, z.ZodType>);
