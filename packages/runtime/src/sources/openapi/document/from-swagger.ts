// A document of Swagger 2.0 as one of OpenAPI 3.0. The upgrader does the conversion; what it does not see is prepared
// for it, since an operation without its body would be another operation:
//
//   - bodies and form fields that a path shares, or that are defined once and referred to;
//   - lists in forms, which are joined by commas by default, and those that OpenAPI 3 has no style for;
//   - `consumes` that names nothing: JSON for a body, and a plain form where no field is a file;
//   - a form with a required field, which is required itself.
//
// Of several schemes, https comes first.

import { upgradeFromTwoToThree } from '@scalar/openapi-upgrader/2.0-to-3.0';
import { createReferences, type References } from './references.js';

type Json = Record<string, unknown>;

const METHODS = ['get', 'head', 'options', 'post', 'put', 'patch', 'delete'];

export const isSwagger2 = (raw: unknown): raw is Json => isObject(raw) && String(raw['swagger']) === '2.0';

export function fromSwagger(raw: Json): unknown {
  const references = createReferences(raw);
  const { schemes, paths } = raw;
  const upgraded: unknown = upgradeFromTwoToThree({
    ...raw,
    swagger: '2.0',
    ...(Array.isArray(schemes)
      ? { schemes: schemes.toSorted((a, b) => Number(b === 'https') - Number(a === 'https')) }
      : {}),
    consumes: namedTypes(raw['consumes']),
    paths: mapValues(paths, (item) => withOwnBodies(references.follow(item), references, namedTypes(raw['consumes']))),
  });
  if (isObject(upgraded)) mapValues(upgraded['paths'], requireForms);
  return upgraded;
}

/** The path item with every body and form field in its operations, and none beside them. */
function withOwnBodies(item: unknown, references: References, consumes: unknown): unknown {
  if (!isObject(item)) return {};
  const shared = parametersOf(item, references);
  const operations = METHODS.flatMap((method) => {
    const operation = item[method];
    if (!isObject(operation)) return [];
    const own = parametersOf(operation, references);
    const hasBody = own.some(isBodyOrField);
    const inherited = hasBody ? [] : shared.filter(isBodyOrField);
    const all = [...inherited, ...own];
    const types = namedTypes(operation['consumes']) ?? consumes ?? formOf(all);
    return [[method, { ...operation, parameters: all, consumes: types }] as const];
  });
  return { parameters: shared.filter((one) => !isBodyOrField(one)), ...Object.fromEntries(operations) };
}

function parametersOf({ parameters }: Json, references: References): readonly Json[] {
  const all: readonly unknown[] = Array.isArray(parameters) ? parameters : [];
  return all.map(references.follow).flatMap((one) => (isObject(one) && 'in' in one ? [withDelimiter(one)] : []));
}

const namedTypes = (types: unknown): readonly unknown[] | undefined =>
  Array.isArray(types) && types.length > 0 ? types : undefined;

function formOf(parameters: readonly Json[]): readonly string[] | undefined {
  const fields = parameters.filter((one) => one['in'] === 'formData');
  if (fields.length === 0) return undefined;
  return fields.some(({ type }) => type === 'file') ? ['multipart/form-data'] : ['application/x-www-form-urlencoded'];
}

/** A copy, because the upgrader changes what it is given. */
function withDelimiter(parameter: Json): Json {
  const { in: place, type, collectionFormat } = parameter;
  if (type !== 'array') return { ...parameter };
  if (place === 'formData') return { collectionFormat: 'csv', ...parameter };
  const style = STYLES.get(collectionFormat);
  return style === undefined ? { ...parameter } : { ...parameter, style, explode: false };
}

/** `tabDelimited` is a style of our own. */
const STYLES: ReadonlyMap<unknown, string> = new Map([
  ['ssv', 'spaceDelimited'],
  ['pipes', 'pipeDelimited'],
  ['tsv', 'tabDelimited'],
]);

const isBodyOrField = ({ in: place }: Json): boolean => place === 'body' || place === 'formData';

function requireForms(item: unknown): void {
  for (const operation of Object.values(isObject(item) ? item : {})) {
    const body = isObject(operation) ? operation['requestBody'] : undefined;
    if (!isObject(body) || !isObject(body['content'])) continue;
    const hasRequired = Object.entries(body['content']).some(
      ([name, media]) =>
        /form/.test(name) && isObject(media) && isObject(media['schema']) && isFilled(media['schema']['required']),
    );
    if (hasRequired) body['required'] = true;
  }
}

const isFilled = (list: unknown): boolean => Array.isArray(list) && list.length > 0;

const mapValues = (object: unknown, map: (value: unknown) => unknown): Json =>
  Object.fromEntries(Object.entries(isObject(object) ? object : {}).map(([name, value]) => [name, map(value)]));

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
