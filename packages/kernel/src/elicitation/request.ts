// One question to a person, whoever asks: the gate, a handler, a program, or the runtime itself when a call is in doubt.

import { z } from 'zod';
import type { JsonSchema } from '../tool/json-schema.js';

export const PreviewResult = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text: z.string() }),
  z.strictObject({ kind: z.literal('diff'), before: z.string(), after: z.string(), file: z.string().optional() }),
  z.strictObject({
    kind: z.literal('table'),
    columns: z.array(z.string()),
    rows: z.array(z.array(z.string())),
    note: z.string().optional(),
  }),
  z.strictObject({ kind: z.literal('json'), value: z.json() }),
  /** A preview that could not be made is shown as such, never hidden. */
  z.strictObject({ kind: z.literal('failed'), message: z.string() }),
]);
export type PreviewResult = Readonly<z.infer<typeof PreviewResult>>;

const common = {
  message: z.string(),
  description: z.string().optional(),
  toolPath: z.string().optional(),
  args: z.json().optional(),
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
  kind('form', { schema: z.record(z.string(), z.json()) }),
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
  readonly default?: boolean | string | readonly string[];
  readonly expiresInMs?: number;
}

/** Reads what an asker wrote; throws zod's error, which names the field. */
export function readElicitRequest(raw: unknown): { request: ElicitationRequest; expiresInMs: number | undefined } {
  const { expiresInMs, ...rest } = z.looseObject({ expiresInMs: z.int().positive().optional() }).parse(raw);
  const type = rest['type'] ?? 'approval';
  const options = Array.isArray(rest['options']) ? { options: rest['options'].map(toOption) } : {};
  const schema = type === 'form' && rest['schema'] === undefined ? { schema: { type: 'object' } } : {};
  const request = Askable.parse({ ...rest, type, ...options, ...schema });
  return { request, expiresInMs };
}

const Askable = ElicitationRequest.refine((request) => request.type !== 'in-doubt', 'only the runtime asks this');
const toOption = (option: unknown): unknown => (typeof option === 'string' ? { value: option } : option);
