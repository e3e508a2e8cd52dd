// A body as `application/x-www-form-urlencoded`. The document says for each property how it is written (`encoding`);
// by default a list is repeated and an object is JSON text, as in OpenAPI.
//
//   { metadata: { plan: 'pro' }, items: [{ price: 'p1' }] } as deepObject is metadata[plan]=pro&items[0][price]=p1
//
// A form cannot say null or "nothing in it". Leaving such a value out would send something other than what was approved.

import type { Encoding } from '../../document/openapi-document.js';
import { isJsonType } from '../media-names.js';
import { toPairs } from '../serialize-parameter.js';
import { unwritable } from './unwritable.js';

export type Pair = readonly [name: string, value: string];

export type Encodings = Readonly<Record<string, Encoding>>;

export const formText = (value: unknown, encodings: Encodings): string =>
  fieldsOf(value)
    .flatMap(([name, one]) => fieldPairs(name, one, encodingOf(encodings, name)))
    .map(([name, one]) => `${name}=${one}`.replaceAll('%20', '+'))
    .join('&');

/** The properties of a form's body. */
export function fieldsOf(value: unknown): readonly (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw unwritable('body', 'a form is an object');
  return Object.entries(value).filter(([, one]) => one !== undefined);
}

export const encodingOf = (encodings: Encodings, name: string): Encoding =>
  (Object.hasOwn(encodings, name) ? encodings[name] : undefined) ?? {};

/** Escaped. */
export function fieldPairs(name: string, value: unknown, encoding: Encoding): readonly Pair[] {
  const { style, explode, allowReserved = false, contentType = '' } = encoding;
  const parameter = { name, in: 'query', required: false, allowReserved } as const;
  if (style === undefined && explode === undefined) {
    if (isJsonType(contentType)) return [plainPair(name, JSON.stringify(value))];
    if (Array.isArray(value) && value.length > 0) return value.map((one) => plainPair(name, textOf(name, one)));
    if (isFilled(value)) return [plainPair(name, JSON.stringify(value))];
  }
  refuseEmpty(name, value);
  return toPairs({ ...parameter, style, explode }, value);
}

const plainPair = (name: string, text: string): Pair => [encodeURIComponent(name), encodeURIComponent(text)];

function textOf(name: string, value: unknown): string {
  if (value === null) throw unwritable(name, 'a form cannot say null; leave it out');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function refuseEmpty(name: string, value: unknown): void {
  if (value === null) throw unwritable(name, 'a form cannot say null; leave it out, or send "" if the API clears so');
  if (typeof value !== 'object') return;
  if (!isFilled(value)) throw unwritable(name, 'a form cannot say an empty list or object; leave it out');
  for (const [key, one] of Object.entries(value)) if (one !== undefined) refuseEmpty(`${name}[${key}]`, one);
}

const isFilled = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;
