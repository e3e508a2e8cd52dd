// Answers are actions, never exceptions: an asker can read how it was refused.

import { z } from 'zod';
import { Json } from '../../journal/json-value.js';
import { SecretValue } from '../../ports/secret-vault.js';
import { parseWith, type SchemaResult } from '../../tool/schema/json-schema.js';
import { Action, type GivenAction } from './action.js';
import { repeatedIn } from '../form/impossible-form.js';
import { readForm } from '../form/read-form.js';
import type { ElicitationRequest, RequestOf } from '../request.js';

/** Who answered and how they were reached. `agent` principals need the host's explicit permission. */
export const AnsweredBy = z.strictObject({
  principal: z.string(),
  kind: z.enum(['person', 'agent', 'runtime']),
  channel: z.string(),
});
export type AnsweredBy = Readonly<z.infer<typeof AnsweredBy>>;

/**
 * A person's answer to a question, as it is journaled: an action, its content, who gave it and through which channel.
 */
export const Answer = z.strictObject({
  action: Action,
  content: Json.optional(),
  reason: z.string().optional(),
  by: AnsweredBy,
});
export type Answer = Readonly<z.infer<typeof Answer>>;

/** What `elicit()` resolves to. `approved` and `data` say the same as `action` and `content`, for short. */
export interface ElicitationResponse {
  /** The execution that asked. */
  readonly executionId: string;
  /** The question this answers. Absent in executions started before responses carried it: they continue as they began. */
  readonly elicitationId?: string;
  /** Whether the action is `accept`. */
  readonly approved: boolean;
  /** The same as `content`. */
  readonly data: unknown;
  /** What was answered; a handle where it is secret. */
  readonly content: unknown;
  /** What the person did. */
  readonly action: Action;
  /** Why, in the person's words. */
  readonly reason: string | undefined;
  /** The content is kept out of everything that is written down or shown: a host with a vault gives handles for it. */
  readonly sensitive?: true;
}

export const toResponse = (
  { executionId, elicitationId }: Pick<ElicitationResponse, 'executionId' | 'elicitationId'>,
  answer: Answer,
  { sensitive }: Pick<ElicitationRequest, 'sensitive'> = {},
): ElicitationResponse => ({
  executionId,
  ...(elicitationId === undefined ? {} : { elicitationId }),
  approved: answer.action === 'accept',
  data: answer.content,
  content: answer.content,
  action: answer.action,
  reason: answer.reason,
  ...(sensitive === true ? { sensitive } : {}),
});

/** Checks what the owner of a flow hands over at its end. */
export function readFlowContent({ schema }: RequestOf<'url'>, content: unknown): SchemaResult<unknown> {
  return schema === undefined ? parseWith(AnyContent, content) : readForm(schema).parse(content ?? {});
}

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
      return parseWith(AnyContent, content);
    case 'text':
      return parseWith(Text, content);
    case 'choice':
      return parseWith(z.enum(valuesOf(request)), content);
    case 'multi_choice':
      return parseWith(
        z
          .array(z.enum(valuesOf(request)))
          .min(request.min ?? 0)
          .max(request.max ?? Number.MAX_SAFE_INTEGER)
          .check(({ value, issues }) => {
            const twice = repeatedIn(value);
            if (twice !== undefined) issues.push({ code: 'custom', input: value, message: `${twice} appears twice` });
          }),
        content,
      );
    case 'secret':
      return parseWith(SecretValue, content);
    case 'form':
      return readForm(request.schema).parse(content);
    case 'url':
      return parseWith(NoContent, content);
    // "I have seen it" is an answer without content.
    case 'named':
      return readForm(request.output).parse(content ?? {});
    case 'in-doubt':
      return parseWith(InDoubtContent, content);
  }
}

const AnyContent = Json.optional();
const Text = z.string();
const NoContent = z.undefined('takes no content: it is answered on the page');

const valuesOf = ({ options }: RequestOf<'choice' | 'multi_choice'>): readonly string[] =>
  options.map(({ value }) => value);

/**
 * What a person's plain "no" is for a question: a named kind says for itself which refusals it knows.
 * Undefined if it knows none.
 */
export function refusalFor(request: ElicitationRequest): GivenAction | undefined {
  return (['decline', 'denied', 'cancel'] as const).find((action) => takesAction(request, action));
}

/** Whether an action answers a question. A channel may always say that it cannot ask. */
export function takesAction(request: ElicitationRequest, action: GivenAction): boolean {
  if (action === 'not_supported') return true;
  return request.type !== 'named' || request.actions.includes(action);
}

/** Checks an answer beyond its asked shape: an action the question knows, and words for `other`. */
export function readOtherAnswer(
  request: ElicitationRequest,
  action: Exclude<GivenAction, 'accept'>,
  data: unknown,
): SchemaResult<string | undefined> {
  if (!takesAction(request, action)) {
    const known = request.type === 'named' ? request.actions.join(', ') : '';
    return { kind: 'invalid', issues: [{ field: '', message: `it cannot be answered with ${action}, only ${known}` }] };
  }
  return action === 'other' ? parseWith(Words, data) : ABSENT;
}

const Words = z.string('say what instead, as a text').min(1, 'say what instead, as a text');
const ABSENT: SchemaResult<undefined> = { kind: 'valid', value: undefined };
