// How a parameter's value is written into a path, a query, a header or a cookie: OpenAPI's styles, with and without
// `explode`. Every piece is escaped before it is joined, so a value is never more than a value.

import type { Parameter } from '../document/openapi-document.js';
import { isJsonType } from './media-names.js';

export type Quote = (text: string) => string;

const DEFAULT_STYLE = { path: 'simple', query: 'form', header: 'simple', cookie: 'form' } as const;

/** The pairs of a query or a cookie, escaped. */
export function toPairs(parameter: Parameter, value: unknown): readonly (readonly [string, string])[] {
  const quote = parameter.allowReserved ? escapeSome : encodeURIComponent;
  const name = encodeURIComponent(parameter.name);
  const { style = DEFAULT_STYLE[parameter.in], explode = style === 'form' || style === 'deepObject' } = parameter;
  if (parameter.content !== undefined) return [[name, quote(contentText(parameter.content, value))]];
  if (style === 'deepObject') return deepPairs(name, value, quote);
  if (Array.isArray(value)) {
    const items = value.map((one) => quote(scalar(one)));
    return explode ? items.map((item) => [name, item] as const) : [[name, items.join(delimiterOf(style, quote))]];
  }
  if (isObject(value)) {
    const members = membersOf(value).map(([key, one]) => [quote(key), quote(scalar(one))] as const);
    return explode ? members : [[name, members.flat().join(delimiterOf(style, quote))]];
  }
  return [[name, quote(scalar(value))]];
}

/** What stands for a parameter in a path or a header. */
export function toText(parameter: Parameter, value: unknown, quote: Quote): string {
  const { style = 'simple', explode = false, name } = parameter;
  if (parameter.content !== undefined) return quote(contentText(parameter.content, value));
  if (style === 'label') return `.${partsOf(value, explode, quote).join(explode ? '.' : ',')}`;
  if (style === 'matrix') return matrix(quote(name), value, explode, quote);
  return partsOf(value, explode, quote).join(delimiterOf(style, quote));
}

function matrix(name: string, value: unknown, explode: boolean, quote: Quote): string {
  const parts = partsOf(value, explode, quote);
  if (explode && Array.isArray(value)) return parts.map((part) => `;${name}=${part}`).join('');
  if (explode && isObject(value)) return parts.map((part) => `;${part}`).join('');
  return `;${name}=${parts.join(',')}`;
}

function partsOf(value: unknown, explode: boolean, quote: Quote): readonly string[] {
  if (Array.isArray(value)) return value.map((one) => quote(scalar(one)));
  if (!isObject(value)) return [quote(scalar(value))];
  const members = membersOf(value).map(([key, one]) => [quote(key), quote(scalar(one))] as const);
  return explode ? members.map(([key, one]) => `${key}=${one}`) : members.flat();
}

function deepPairs(name: string, value: unknown, quote: Quote): readonly (readonly [string, string])[] {
  // A list of texts needs no numbers; members of objects must be told apart by them.
  if (Array.isArray(value))
    return value.flatMap((one, index) =>
      isObject(one) ? deepPairs(`${name}%5B${index}%5D`, one, quote) : [[`${name}%5B%5D`, quote(scalar(one))] as const],
    );
  if (!isObject(value)) return [[name, quote(scalar(value))]];
  return membersOf(value).flatMap(([key, one]) => deepPairs(`${name}%5B${encodeURIComponent(key)}%5D`, one, quote));
}

/** JSON, but for text of a type that is not JSON. */
const contentText = (content: NonNullable<Parameter['content']>, value: unknown): string =>
  typeof value === 'string' && !Object.keys(content).some(isJsonType) ? value : JSON.stringify(value);

/** Escaped like the values beside it, but for the comma. */
const delimiterOf = (style: string, quote: Quote): string => {
  const delimiter = DELIMITERS.get(style);
  return delimiter === undefined ? ',' : quote(delimiter);
};

const DELIMITERS: ReadonlyMap<string, string> = new Map([
  ['spaceDelimited', ' '],
  ['pipeDelimited', '|'],
  ['tabDelimited', '\t'],
]);

/** Reserved characters stay, except those that would end the value or the query. */
const escapeSome: Quote = (text) =>
  encodeURIComponent(text).replaceAll(/%(?:3A|2F|3F|40|24|2C|3B)/g, (one) => decodeURIComponent(one));

const membersOf = (value: object): readonly (readonly [string, unknown])[] =>
  Object.entries(value).filter(([, one]) => one !== undefined && one !== null);

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const scalar = (value: unknown): string => (isObject(value) ? JSON.stringify(value) : String(value ?? ''));
