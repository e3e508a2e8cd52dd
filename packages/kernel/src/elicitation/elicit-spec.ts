// A question as plain data, the way an agent writes one: what `elicit` is described with to a model, which has only words.
// What may be asked is decided by `readElicitRequest`; this says how to write it.

import { z } from 'zod';
import { Action } from './answer/action.js';

const words = z.string().nullish();

const SpecOption = z.union([z.string(), z.strictObject({ value: z.string(), label: words })]);

const Size = z.int().nullish();
const Bound = z.number().nullish();

const SpecField = z
  .strictObject({
    name: z.string().min(1),
    type: z.string().describe('text, boolean, number, integer, choice or multi_choice'),
    prompt: words.describe('What to ask; such a field is required by default'),
    title: words,
    description: words,
    required: z.boolean().nullish(),
    options: z.array(SpecOption).nullish(),
    enum: z.array(z.unknown()).nullish(),
    multi: z.boolean().nullish(),
    default: z.unknown().optional(),
    format: words,
    pattern: words,
    minLength: Size,
    maxLength: Size,
    minimum: Bound,
    maximum: Bound,
    min: Size,
    max: Size,
  })
  .describe('One field of a form');

/** A question as an agent writes it, as plain data. */
export const ElicitSpec = z.strictObject({
  type: words.describe(
    'text, choice, multi_choice, secret, confirmation, form, url, approval, or a named kind such as choice-or-input; form where there are fields or a schema',
  ),
  prompt: words.describe('What to ask the person'),
  message: words.describe('The same as prompt'),
  description: words.describe('More about it, shown below the prompt'),
  options: z.array(SpecOption).nullish().describe('Of choice and multi_choice'),
  min: z.int().nullish(),
  max: z.int().nullish(),
  fields: z.array(SpecField).nullish().describe('Of a form'),
  schema: z.record(z.string(), z.unknown()).nullish().describe('Of a form, instead of fields: JSON Schema'),
  default: z.union([z.string(), z.boolean(), z.array(z.string())]).nullish(),
  sensitive: z.boolean().nullish().describe('Not to be seen on a screen; always so for a secret'),
  name: words.describe('Of a secret: what it is kept as'),
  url: words.describe('Of a page the person is asked to open'),
  input: z.unknown().optional().describe('Of a named kind'),
  expiresInMs: z.int().positive().nullish(),
  timeoutMs: z.int().positive().nullish().describe('Instead: it is answered with "timeout" then'),
  whenNobody: z.enum(['not_supported', 'cancel']).nullish().describe('The answer where nobody can be asked now'),
});
export type ElicitSpec = Readonly<z.infer<typeof ElicitSpec>>;

/** What `elicit` resolves to in a program. */
export const ElicitOutcome = z.object({
  action: Action,
  approved: z.boolean(),
  content: z
    .unknown()
    .optional()
    .describe('What was answered; of a secret a handle, "secret:…", for a tool’s field of type Secret'),
  data: z.unknown().optional().describe('The same as content'),
  reason: z.string().optional(),
  sensitive: z.boolean().optional().describe('That content is a handle, of a form one for each field'),
});
