// Arguments, one field at a time, by the tool's schema. What the schema does not name is kept as it is.

import type { JsonSchema } from '@toolshed/kernel';
import { type AskedField, readAskedForm } from '@toolshed/kernel/runtime';
import { askField } from './ask-form.js';
import { clip, padEnd, safeText, widthOf } from '@toolshed/server/present';
import type { Option, Prompter } from './prompter.js';

export type Arguments = Readonly<Record<string, unknown>>;

const VALUE_COLUMNS = 40;

/** Whether there are fields to go through. */
export const hasFields = (schema: JsonSchema, args: unknown): args is Arguments =>
  typeof args === 'object' && args !== null && !Array.isArray(args) && fieldsOf(schema).length > 0;

function fieldsOf(schema: JsonSchema): readonly AskedField[] {
  const form = readAskedForm(schema);
  return form.kind === 'fields' ? form.fields : [];
}

/** The person chooses fields until they are done; `undefined` if they leave. */
export async function editFields(
  schema: JsonSchema,
  args: Arguments,
  prompter: Prompter,
): Promise<Arguments | undefined> {
  const fields = fieldsOf(schema);
  const given = new Map(Object.entries(args));
  const names = Math.max(...fields.map(({ name }) => widthOf(safeText(name))));
  let initial: string | undefined;
  for (;;) {
    const options: Option<string>[] = fields.map(({ name }, index) => {
      const value = given.has(name) ? clip(safeText(JSON.stringify(given.get(name))), VALUE_COLUMNS) : '(empty)';
      return { value: String(index), label: `${padEnd(safeText(name), names)}  ${value}` };
    });
    const chosen = await prompter.select(
      'Which field?',
      [...options, { value: 'done', label: 'Done', hint: 'see the change before it is sent' }],
      initial,
    );
    if (chosen === undefined) return undefined;
    if (chosen === 'done') return Object.fromEntries(given);
    const field = fields[Number(chosen)];
    if (field === undefined) continue;
    initial = 'done';
    const filled = await askField(field, given.get(field.name), prompter);
    if (filled.kind === 'left') return undefined;
    if (filled.kind === 'empty') given.delete(field.name);
    if (filled.kind === 'value') given.set(field.name, filled.value);
  }
}
