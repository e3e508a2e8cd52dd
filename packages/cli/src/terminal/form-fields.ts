import type { JsonSchema } from '@toolshed/kernel';

export interface FormField {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
}

/** The fields of a form, as its JSON Schema lists them. */
export function formFields(schema: JsonSchema): readonly FormField[] {
  const required: readonly unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
  const properties = isSchema(schema['properties']) ? schema['properties'] : {};
  return Object.entries(properties).map(([name, field]) => ({
    name,
    schema: isSchema(field) ? field : {},
    isRequired: required.includes(name),
  }));
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
