// A form, one field after another, by its JSON Schema. The answer is checked as a whole before it is given; only the
// fields that do not fit are asked again.

import type { FormSchema } from '@toolshed/kernel';
import { type RequestOf, readContent } from '@toolshed/kernel/runtime';
import type { Terminal } from './prompt-terminal.js';
import type { Reply } from './reply.js';
import {
  type FieldOption,
  type FormField,
  formFields,
  itemOptionsOf,
  optionsOf,
  safeText,
} from '@toolshed/server/present';
import type { Option, Prompter } from './prompter.js';

/** The value of one field, nothing if it was left empty, or the person left. */
type Filled =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'empty' }
  | { readonly kind: 'left' };

export async function askForm(request: RequestOf<'form'>, { prompter, output }: Terminal): Promise<Reply> {
  const fields = formFields(request.schema);
  const given = new Map<string, unknown>();
  let asked = fields;
  for (;;) {
    for (const field of asked) {
      const filled = await askField(field, given.get(field.name), prompter);
      if (filled.kind === 'left') return { kind: 'later' };
      given.delete(field.name);
      if (filled.kind === 'value') given.set(field.name, filled.value);
    }
    const data = Object.fromEntries(given);
    const checked = readContent(request, data);
    if (checked.kind === 'valid') return { kind: 'answer', answer: { approved: true, data } };
    const problems = checked.issues.map(({ field, message }) => `  ${safeText(field)}: ${safeText(message)}`);
    output.say(output.paint.yellow('Not quite. What you gave is kept; please look again at'), ...problems, '');
    const wrong = new Set(checked.issues.map(({ field }) => field.split('.')[0]));
    const again = fields.filter(({ name }) => wrong.has(name));
    asked = again.length === 0 ? fields : again;
  }
}

export async function askField(field: FormField, before: unknown, prompter: Prompter): Promise<Filled> {
  const { schema, isRequired } = field;
  const label = labelOf(field);
  const initial = before ?? schema.default;
  if (schema.type === 'boolean') return filled(await prompter.confirm(label, initial === true));
  const options = optionsOf(schema);
  if (options) return await askOne(label, options, initial, isRequired, prompter);
  const many = itemOptionsOf(schema);
  if (many) return await askMany(label, many, initial, prompter);
  const isText = schema.type === 'string';
  const text = await prompter.text(label, {
    ...(initial === undefined ? {} : { initial: safeText(isText ? String(initial) : JSON.stringify(initial)) }),
    problem: (answer) => problemWith(answer, schema, isRequired),
  });
  if (text === undefined) return { kind: 'left' };
  if (text === '' && !isRequired) return { kind: 'empty' };
  // Left as it was shown, it is the text itself: what made it safe to show is not part of it.
  if (isText)
    return { kind: 'value', value: initial !== undefined && text === safeText(String(initial)) ? initial : text };
  return { kind: 'value', value: JSON.parse(text) };
}

function labelOf({ name, schema: { title = name, description }, isRequired }: FormField): string {
  const about = description === undefined ? '' : ` (${safeText(description)})`;
  return `${safeText(title)}${about}${isRequired ? '' : ', optional'}`;
}

async function askOne(
  label: string,
  options: readonly FieldOption[],
  initial: unknown,
  isRequired: boolean,
  prompter: Prompter,
): Promise<Filled> {
  const skip: Option<string> = isRequired
    ? { value: 'leave', label: 'Leave the form' }
    : { value: 'skip', label: '(leave empty)' };
  const start = options.findIndex(({ value }) => value === initial);
  const chosen = await prompter.select(label, [skip, ...options.map(toOption)], start < 0 ? undefined : String(start));
  if (chosen === 'leave') return { kind: 'left' };
  if (chosen === 'skip') return { kind: 'empty' };
  return chosen === undefined ? { kind: 'left' } : { kind: 'value', value: options[Number(chosen)]?.value };
}

async function askMany(
  label: string,
  options: readonly FieldOption[],
  initial: unknown,
  prompter: Prompter,
): Promise<Filled> {
  const start = Array.isArray(initial) ? initial.map((one) => options.findIndex(({ value }) => value === one)) : [];
  const chosen = await prompter.selectMany(label, options.map(toOption), start.map(String));
  return filled(chosen?.map((index) => options[Number(index)]?.value));
}

/** By place, as values may be anything; written as JSON, beside its title if it has one. */
const toOption = ({ value, title }: FieldOption, index: number): Option<string> => {
  const written = safeText(JSON.stringify(value));
  const label = title === undefined || title === value ? written : `${safeText(title)}  ${written}`;
  return { value: String(index), label };
};

function problemWith(answer: string, schema: FormSchema, isRequired: boolean): string | undefined {
  if (answer === '') return isRequired && schema.type !== 'string' ? 'Needed' : undefined;
  switch (schema.type) {
    case 'string':
      return undefined;
    case 'integer':
      return /^-?\d+$/.test(answer) ? undefined : 'Use a whole number';
    case 'number':
      return isJson(answer) && Number.isFinite(Number(answer)) ? undefined : 'Use a number';
    default:
      return isJson(answer) ? undefined : 'Use JSON';
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const filled = (value: unknown): Filled => (value === undefined ? { kind: 'left' } : { kind: 'value', value });
