// What a field offers to choose from: `const`, `enum` with or without `enumNames`, or a union of constants with titles.

import { isAnnotation } from './schema-keywords.js';

/** One thing to choose, with what it is called where the schema says so. */
export interface FieldOption {
  readonly value: unknown;
  readonly title: string | undefined;
}

export interface FoundOptions {
  /** The keyword that offers them. */
  readonly keyword: 'const' | 'enum' | 'oneOf' | 'anyOf';
  readonly options: readonly FieldOption[];
}

type Schema = Readonly<Record<string, unknown>>;

/** Undefined if the field is written freely. */
export function optionsIn(schema: Schema): FoundOptions | undefined {
  const { const: only, enum: values, enumNames, oneOf, anyOf } = schema;
  if (only !== undefined) return { keyword: 'const', options: [{ value: only, title: undefined }] };
  if (Array.isArray(values)) {
    const names: readonly unknown[] = Array.isArray(enumNames) ? enumNames : [];
    return { keyword: 'enum', options: values.map((value, index) => ({ value, title: textOf(names[index]) })) };
  }
  const [keyword, branches] = oneOf === undefined ? (['anyOf', anyOf] as const) : (['oneOf', oneOf] as const);
  if (!Array.isArray(branches) || branches.length === 0) return undefined;
  const options = branches.flatMap(optionOf);
  return options.length === branches.length ? { keyword, options } : undefined;
}

/** A branch that says more than its constant is not an option: the person might choose what does not fit. */
function optionOf(branch: unknown): readonly FieldOption[] {
  if (!isRecord(branch) || branch['const'] === undefined) return [];
  const { const: value, title, type } = branch;
  const says = Object.keys(branch).filter((keyword) => keyword !== 'const' && keyword !== 'type');
  if (!says.every(isAnnotation) || !isOfType(value, type)) return [];
  return [{ value, title: textOf(title) }];
}

/** Whether a value is of one of the types that a schema names; true if it names none. */
export function isOfType(value: unknown, type: unknown): boolean {
  if (type === undefined) return true;
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  const own = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  return types.includes(own) || (types.includes('integer') && Number.isInteger(value));
}

export const isRecord = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
