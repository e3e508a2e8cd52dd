// The part of JSON Schema a person can be asked with. What is not in this list is refused when the form is asked: a
// keyword that is not checked would be a broken promise to the asker.

import { z } from 'zod';
import type { JsonValue } from '../../journal/canonical-json.js';
import { Json } from '../../journal/json-value.js';
import { readPattern } from '../../json-schema/safe-pattern.js';
import { TextFormat } from '../../json-schema/checks/text-formats.js';

const Kind = z.enum(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']);
const Size = z.int().nonnegative().optional();
const Bound = z.number().optional();

/** The part of JSON Schema that a person can be asked with. Its keywords mean what they mean there. */
export interface FormSchema {
  readonly type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null' | undefined;
  readonly enum?: readonly JsonValue[] | undefined;
  readonly const?: JsonValue | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly default?: JsonValue | undefined;
  readonly enumNames?: readonly string[] | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly pattern?: string | undefined;
  readonly format?: TextFormat | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly exclusiveMinimum?: number | undefined;
  readonly exclusiveMaximum?: number | undefined;
  readonly items?: FormSchema | undefined;
  readonly minItems?: number | undefined;
  readonly maxItems?: number | undefined;
  readonly uniqueItems?: boolean | undefined;
  readonly properties?: Readonly<Record<string, FormSchema>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly additionalProperties?: boolean | FormSchema | undefined;
  readonly anyOf?: readonly FormSchema[] | undefined;
  readonly oneOf?: readonly FormSchema[] | undefined;
}

export const FormSchema: z.ZodType<FormSchema> = z.strictObject({
  $schema: z.string().optional(),
  $comment: z.string().optional(),
  type: Kind.optional(),
  enum: z.array(Json).min(1).optional(),
  const: Json.optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  default: Json.optional(),
  examples: z.array(Json).optional(),
  enumNames: z.array(z.string()).optional(),
  minLength: Size,
  maxLength: Size,
  pattern: z
    .string()
    .check(({ value, issues }) => {
      const read = readPattern(value);
      if (read.kind === 'refused')
        issues.push({ code: 'custom', input: value, message: `cannot be used: ${read.because}` });
    })
    .optional(),
  format: TextFormat.optional(),
  minimum: Bound,
  maximum: Bound,
  exclusiveMinimum: Bound,
  exclusiveMaximum: Bound,
  get items() {
    return FormSchema.optional();
  },
  minItems: Size,
  maxItems: Size,
  uniqueItems: z.boolean().optional(),
  get properties() {
    return z.record(z.string(), FormSchema).optional();
  },
  required: z.array(z.string()).optional(),
  get additionalProperties() {
    return z.union([z.boolean(), FormSchema]).optional();
  },
  get anyOf() {
    return z.array(FormSchema).min(1).optional();
  },
  get oneOf() {
    return z.array(FormSchema).min(1).optional();
  },
});
