// A question as plain data, the way an agent writes one: how `elicit` is described to a model, which sees only text.
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
  options: z.array(SpecOption).nullish().describe('For choice and multi_choice'),
  min: z.int().nullish(),
  max: z.int().nullish(),
  fields: z.array(SpecField).nullish().describe('For a form'),
  schema: z.record(z.string(), z.unknown()).nullish().describe('For a form, instead of fields: JSON Schema'),
  default: z.union([z.string(), z.boolean(), z.array(z.string())]).nullish(),
  sensitive: z.boolean().nullish().describe('Not shown on a screen; always true for a secret'),
  name: words.describe('For a secret: the name it is kept under'),
  url: words.describe('For a page the person is asked to open'),
  input: z.unknown().optional().describe('For a named kind'),
  expiresInMs: z.int().positive().nullish(),
  timeoutMs: z.int().positive().nullish().describe('Instead: it is then answered with "timeout"'),
  whenNobody: z.enum(['not_supported', 'cancel']).nullish().describe('The answer if nobody can be asked now'),
});
export type ElicitSpec = Readonly<z.infer<typeof ElicitSpec>>;

/** What `elicit` resolves to in a program. */
export const ElicitOutcome = z.object({
  action: Action,
  approved: z.boolean(),
  content: z
    .unknown()
    .optional()
    .describe('What was answered; for a secret a handle, "secret:…", for a tool’s field of type Secret'),
  data: z.unknown().optional().describe('The same as content'),
  reason: z.string().optional(),
  sensitive: z.boolean().optional().describe('Set if content is a handle, or for a form one for each field'),
});
