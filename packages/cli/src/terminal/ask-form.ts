// A form, one field after another, by its JSON Schema. The answer is checked as a whole before it is given.

import { type ElicitationRequest, type JsonSchema, readContent } from '@toolshed/kernel';
import type { Desk, Reply } from './ask-question.js';
import { type FormField, formFields } from './form-fields.js';
import type { Option, Prompter } from './prompter.js';
import { safeText } from './safe-text.js';

type Form = Extract<ElicitationRequest, { type: 'form' }>;

/** The value of one field, nothing if it was left empty, or the person left. */
type Filled =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'empty' }
  | { readonly kind: 'left' };

export async function askForm(request: Form, { prompter, output }: Desk): Promise<Reply> {
  for (;;) {
    const data: Record<string, unknown> = {};
    for (const field of formFields(request.schema)) {
      const filled = await askField(field, prompter);
      if (filled.kind === 'left') return { kind: 'later' };
      if (filled.kind === 'value') data[field.name] = filled.value;
    }
    const checked = readContent(request, data);
    if (checked.kind === 'valid') return { kind: 'answer', answer: { approved: true, data } };
    const problems = checked.issues.map(({ field, message }) => `  ${safeText(field)}: ${safeText(message)}`);
    output.say(output.paint.yellow('The form is not complete:'), ...problems, '');
  }
}

async function askField({ name, schema, isRequired }: FormField, prompter: Prompter): Promise<Filled> {
  const title = typeof schema['title'] === 'string' ? schema['title'] : name;
  const about = typeof schema['description'] === 'string' ? ` (${safeText(schema['description'])})` : '';
  const label = `${safeText(title)}${about}${isRequired ? '' : ', optional'}`;
  if (schema['type'] === 'boolean') return filled(await prompter.confirm(label, schema['default'] === true));
  if (Array.isArray(schema['enum'])) return await askEnum(label, schema['enum'], isRequired, prompter);
  const text = await prompter.text(label, {
    ...(schema['default'] === undefined ? {} : { initial: safeText(String(schema['default'])) }),
    problem: (answer) => problemWith(answer, schema, isRequired),
  });
  if (text === undefined) return { kind: 'left' };
  if (text === '' && !isRequired) return { kind: 'empty' };
  return { kind: 'value', value: schema['type'] === 'string' ? text : JSON.parse(text) };
}

async function askEnum(
  label: string,
  values: readonly unknown[],
  isRequired: boolean,
  prompter: Prompter,
): Promise<Filled> {
  const skip: Option<string>[] = isRequired ? [] : [{ value: 'skip', label: '(leave empty)' }];
  const options = values.map((value, index) => ({ value: String(index), label: safeText(String(value)) }));
  const chosen = await prompter.select(label, [...options, ...skip]);
  if (chosen === 'skip') return { kind: 'empty' };
  return chosen === undefined ? { kind: 'left' } : { kind: 'value', value: values[Number(chosen)] };
}

function problemWith(answer: string, schema: JsonSchema, isRequired: boolean): string | undefined {
  if (answer === '') return isRequired ? 'Needed' : undefined;
  switch (schema['type']) {
    case 'string':
      return undefined;
    case 'integer':
      return /^-?\d+$/.test(answer) ? undefined : 'Use a whole number';
    case 'number':
      return /^-?\d+(\.\d+)?$/.test(answer) ? undefined : 'Use a number';
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
