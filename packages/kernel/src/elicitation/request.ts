// One question to a person, whoever asks: the gate, a handler, a program, or the runtime itself when a call is in doubt.

import { z } from 'zod';
import { canonicalJson } from '../journal/canonical-json.js';
import { Json } from '../journal/json-value.js';
import { type JsonSchema, readSchema } from '../tool/json-schema.js';

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
  toolPath: z.string().optional(),
  args: Json.optional(),
  preview: PreviewResult.optional(),
};

const Option = z.strictObject({ value: z.string(), label: z.string().optional() });

const kind = <T extends string, F extends z.core.$ZodLooseShape>(type: T, facts: F) =>
  z.strictObject({ type: z.literal(type), ...common, ...facts });

export const ElicitationRequest = z.discriminatedUnion('type', [
  kind('approval', {}),
  kind('confirmation', { default: z.boolean().optional() }),
  kind('text', { default: z.string().optional() }),
  kind('choice', { options: z.array(Option).min(1), default: z.string().optional() }),
  kind('multi_choice', { options: z.array(Option).min(1), default: z.array(z.string()).optional() }),
  kind('secret', { sensitive: z.literal(true), name: z.string().optional() }),
  kind('form', { schema: z.record(z.string(), Json) }),
  /** A handler had started and its result was never recorded: retry, give the result by hand, or fail. */
  kind('in-doubt', { attempt: z.int() }),
]);
export type ElicitationRequest = Readonly<z.infer<typeof ElicitationRequest>>;
export type ElicitationType = ElicitationRequest['type'];

/** What `elicit()` takes. `type` defaults to `approval`. */
export interface ElicitRequest {
  readonly message: string;
  readonly toolPath?: string;
  readonly args?: unknown;
  readonly type?: Exclude<ElicitationType, 'in-doubt'>;
  readonly description?: string;
  readonly options?: readonly (string | { readonly value: string; readonly label?: string })[];
  readonly schema?: JsonSchema;
  /** Under which the vault keeps a secret. */
  readonly name?: string;
  readonly default?: boolean | string | readonly string[];
  readonly expiresInMs?: number;
}

/**
 * Reads what an asker wrote; throws zod's error, which names the field.
 * The arguments are copied here, once: what the asker changes afterwards is not what the person sees.
 */
export function readElicitRequest(raw: unknown): { request: ElicitationRequest; expiresInMs: number | undefined } {
  const { expiresInMs, ...rest } = z.looseObject({ expiresInMs: z.int().positive().optional() }).parse(raw);
  const type = rest['type'] ?? 'approval';
  const options = Array.isArray(rest['options']) ? { options: rest['options'].map(toOption) } : {};
  const schema = type === 'form' && rest['schema'] === undefined ? { schema: { type: 'object' } } : {};
  const sensitive = type === 'secret' ? { sensitive: true } : {};
  const request = Askable.parse({ ...rest, type, ...options, ...schema, ...sensitive });
  const args = request.args === undefined ? {} : { args: JSON.parse(canonicalJson(request.args)) };
  return { request: { ...request, ...args }, expiresInMs };
}

const Askable = ElicitationRequest.refine((request) => request.type !== 'in-doubt', 'only the runtime asks this').check(
  ({ value, issues }) => {
    const refuse = (field: string, message: string) =>
      issues.push({ code: 'custom', input: value, path: [field], message });
    // A preview shows what a call would do; one written by the asker would show what the asker likes.
    if (value.preview !== undefined) refuse('preview', 'only the gate shows one');
    const problem = value.type === 'form' ? problemOf(value.schema) : undefined;
    if (problem !== undefined) refuse('schema', problem);
  },
);

/** A form nobody can answer validly is refused when it is asked, not when it is answered. */
function problemOf(schema: JsonSchema): string | undefined {
  try {
    readSchema(schema);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const toOption = (option: unknown): unknown => (typeof option === 'string' ? { value: option } : option);
