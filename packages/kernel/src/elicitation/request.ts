// One question to a person, by any asker: the gate, a handler, a program, or the runtime itself when a call is in doubt.
//
// A request says what is asked and what an answer may be, as plain JSON, so that every channel can show it. Who asks
// and until when are facts of the envelope around it, which no asker writes.

import { z } from 'zod';
import { Json } from '../journal/json-value.js';
import { LONGEST_MS } from '../ports/clock.js';
import { ShownOrigin } from '../tool/catalog/tool-origin.js';
import { Action } from './answer/action.js';

/** A tool's preview, or the reason why there is none. */
export const PreviewResult = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text: z.string() }),
  z.strictObject({ kind: z.literal('diff'), before: z.string(), after: z.string(), file: z.string().optional() }),
  z.strictObject({
    kind: z.literal('table'),
    columns: z.array(z.string()),
    rows: z.array(z.array(z.string())),
    note: z.string().optional(),
  }),
  z.strictObject({ kind: z.literal('json'), value: Json }),
  /** A preview that could not be made is shown as such, never hidden. */
  z.strictObject({ kind: z.literal('failed'), message: z.string() }),
]);
export type PreviewResult = Readonly<z.infer<typeof PreviewResult>>;

const common = {
  message: z.string(),
  description: z.string().optional(),
  /** The answer is typed unseen and kept like a secret: the vault has it, and everything else a handle. */
  sensitive: z.boolean().optional(),
  toolPath: z.string().optional(),
  args: Json.optional(),
  preview: PreviewResult.optional(),
  /** The answer its asker prefers to waiting, if nobody can be asked now. */
  whenNobody: z.enum(['not_supported', 'cancel']).optional(),
  /** How long its asker waits; it is then answered with `timeout`. */
  timeoutMs: z.int().positive().max(LONGEST_MS).optional(),
};

/** The fields that every kind has. */
export const EVERY_QUESTION_HAS: readonly string[] = Object.keys(common);

/** For a question about a call: where the tool comes from, if it is not the host's own. */
const origin = ShownOrigin.optional();

const Option = z.strictObject({ value: z.string(), label: z.string().optional() });
const Count = z.int().nonnegative().optional();
const Document = z.record(z.string(), Json);

const kind = <T extends string, F extends z.core.$ZodLooseShape>(type: T, facts: F) =>
  z.strictObject({ type: z.literal(type), ...common, ...facts });

/** A question as it is journaled and shown: its type, its message and what an answer must look like. */
export const ElicitationRequest = z.discriminatedUnion('type', [
  /**
   * `previewBefore`: what was shown when it was asked before, where that has changed. `canUndo`: the call can be undone
   * afterwards; left out, it cannot.
   */
  kind('approval', { origin, previewBefore: PreviewResult.optional(), canUndo: z.literal(true).optional() }),
  kind('confirmation', { default: z.boolean().optional() }),
  kind('text', { default: z.string().optional() }),
  kind('choice', { options: z.array(Option).min(1), default: z.string().optional() }),
  kind('multi_choice', {
    options: z.array(Option).min(1),
    default: z.array(z.string()).optional(),
    min: Count,
    max: Count,
  }),
  /** Its answer never leaves the vault that keeps it, under `name` if it has one. */
  z.strictObject({ type: z.literal('secret'), ...common, sensitive: z.literal(true), name: z.string().optional() }),
  /** `schema`: what `readForm` takes. */
  kind('form', { schema: Document }),
  /**
   * A page to open. With a `flow`, the answer is there when the flow's owner says so, with content that fits `schema`;
   * without, consent is the answer.
   */
  kind('url', { url: z.string(), flow: z.string().optional(), schema: Document.optional() }),
  /** A question of a kind made with `createElicit`. */
  kind('named', { name: z.string(), input: Json, actions: z.array(Action).min(1), output: Document }),
  /** A handler had started and its result was never recorded: retry, give the result by hand, or fail. */
  kind('in-doubt', { attempt: z.int(), origin }),
]);
export type ElicitationRequest = Readonly<z.infer<typeof ElicitationRequest>>;
/**
 * The type of a question: `approval`, `confirmation`, `text`, `choice`, `multi_choice`, `secret`, `form`, `url` or
 * `named`.
 */
export type ElicitationType = ElicitationRequest['type'];
/** The requests of one type: `RequestOf<'form'>`. */
export type RequestOf<T extends ElicitationType> = Extract<ElicitationRequest, { readonly type: T }>;
