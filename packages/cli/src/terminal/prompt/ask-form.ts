// A form, one field after another, by its JSON Schema. The answer is checked as a whole before it is given; only the
// fields that do not fit are asked again.

import {
  type AskedField,
  type FieldOption,
  type RequestOf,
  readAskedForm,
  readContent,
} from '@toolshed/kernel/runtime';
import { safeJson, safeText } from '@toolshed/server/present';
import type { Terminal } from './prompt-terminal.js';
import type { Option, Prompter } from './prompter.js';
import type { Reply } from './reply.js';

/** The value of one field, nothing if it was left empty, or the person left. */
type Filled =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'empty' }
  | { readonly kind: 'left' };

export async function askForm(request: RequestOf<'form'>, terminal: Terminal): Promise<Reply> {
  const form = readAskedForm(request.schema);
  return form.kind === 'json' ? await askWhole(request, terminal) : await askFields(request, form.fields, terminal);
}

/** An answer that has no fields, as one text of JSON; the card says what it has to fit. */
async function askWhole(request: RequestOf<'form'>, { prompter, output }: Terminal): Promise<Reply> {
  let initial = '{}';
  for (;;) {
    const problem = (text: string): string | undefined => (isJson(text) ? undefined : 'Use JSON');
    const text = await prompter.text('Your answer, as JSON', { initial, problem });
    if (text === undefined) return { kind: 'later' };
    const data: unknown = JSON.parse(text);
    const checked = readContent(request, data);
    if (checked.kind === 'valid') return { kind: 'answer', answer: { approved: true, data } };
    const problems = checked.issues.map(({ field, message }) => `  ${safeText(field)} ${safeText(message)}`);
    output.say(output.paint.yellow('Not quite. What you gave is kept; please look again at'), ...problems, '');
    initial = safeJson(text);
  }
}

async function askFields(
  request: RequestOf<'form'>,
  fields: readonly AskedField[],
  { prompter, output }: Terminal,
): Promise<Reply> {
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

export async function askField(field: AskedField, before: unknown, prompter: Prompter): Promise<Filled> {
  const label = labelOf(field);
  const initial = before === undefined ? field.default : before;
  switch (field.kind) {
    case 'boolean':
      return filled(await prompter.confirm(label, initial === true));
    case 'choice':
      return await askOne(label, field.options, initial, field.isRequired, prompter);
    case 'choices':
      return await askMany(label, field.options, initial, prompter);
    case 'text':
    case 'number':
    case 'integer':
    case 'json':
      return await askTyped(label, field, initial, prompter);
  }
}

async function askTyped(label: string, field: AskedField, initial: unknown, prompter: Prompter): Promise<Filled> {
  const isText = field.kind === 'text';
  const shown =
    initial === undefined ? undefined : isText ? safeText(String(initial)) : safeJson(JSON.stringify(initial));
  const text = await prompter.text(label, {
    ...(shown === undefined ? {} : { initial: shown }),
    problem: (answer) => problemWith(answer, field),
  });
  if (text === undefined) return { kind: 'left' };
  if (text === '' && !field.isRequired) return { kind: 'empty' };
  // Left as it was shown, it is the value itself: what made it safe to show is not part of it.
  if (text === shown) return { kind: 'value', value: initial };
  return { kind: 'value', value: isText ? text : JSON.parse(text) };
}

function labelOf({ label, description, isRequired }: AskedField): string {
  const about = description === undefined ? '' : ` (${safeText(description)})`;
  return `${safeText(label)}${about}${isRequired ? '' : ', optional'}`;
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

function problemWith(answer: string, { kind, isRequired }: AskedField): string | undefined {
  if (kind === 'text') return undefined;
  if (answer === '') return isRequired ? 'Needed' : undefined;
  switch (kind) {
    case 'integer':
      return /^-?(?:0|[1-9]\d*)$/.test(answer) ? undefined : 'Use a whole number';
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
