// Answers are actions, never exceptions: an asker that meant to be refused can read how.

import { z } from 'zod';
import { Json } from '../journal/json-value.js';
import { SecretValue } from '../ports/secret-vault.js';
import { parseWith, readSchema, type SchemaResult } from '../tool/json-schema.js';
import type { ElicitationRequest } from './request.js';

export const Action = z.enum(['accept', 'decline', 'cancel', 'denied', 'other', 'expired', 'not_supported']);
export type Action = z.infer<typeof Action>;

/** Who answered and how they were reached. `agent` principals need the host's explicit leave. */
export const AnsweredBy = z.strictObject({
  principal: z.string(),
  kind: z.enum(['person', 'agent', 'runtime']),
  channel: z.string(),
});
export type AnsweredBy = Readonly<z.infer<typeof AnsweredBy>>;

export const Answer = z.strictObject({
  action: Action,
  content: Json.optional(),
  reason: z.string().optional(),
  by: AnsweredBy,
});
export type Answer = Readonly<z.infer<typeof Answer>>;

/** What `elicit()` resolves to. `approved` and `data` say the same as `action` and the content, for short. */
export interface ElicitationResponse {
  readonly executionId: string;
  readonly approved: boolean;
  readonly data: unknown;
  readonly action: Action;
  readonly reason: string | undefined;
}

export const toResponse = (executionId: string, answer: Answer): ElicitationResponse => ({
  executionId,
  approved: answer.action === 'accept',
  data: answer.content,
  action: answer.action,
  reason: answer.reason,
});

/** What an in-doubt question accepts. */
export const InDoubtContent = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('retry') }),
  z.strictObject({ do: z.literal('result'), value: Json }),
  z.strictObject({ do: z.literal('fail') }),
]);
export type InDoubtContent = z.infer<typeof InDoubtContent>;

/** Checks accepted content on our side, whatever the client claims to have checked. */
export function readContent(request: ElicitationRequest, content: unknown): SchemaResult<unknown> {
  switch (request.type) {
    case 'approval':
    case 'confirmation':
      return parseWith(Json.optional(), content);
    case 'text':
      return parseWith(z.string(), content);
    case 'choice':
      return parseWith(z.enum(request.options.map(({ value }) => value)), content);
    case 'multi_choice':
      return parseWith(z.array(z.enum(request.options.map(({ value }) => value))), content);
    case 'secret':
      return parseWith(SecretValue, content);
    case 'form':
      return readSchema(request.schema).parse(content);
    case 'in-doubt':
      return parseWith(InDoubtContent, content);
  }
}
