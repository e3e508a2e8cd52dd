// What a keyword must look like to mean anything. A malformed one is refused, not ignored.

import type { JsonValue } from '../journal/canonical-json.js';
import { InvalidSchemaError } from './invalid-schema-error.js';
import { type Found, isObject, type Json } from './schema-index.js';

export interface KeywordReader {
  number(keyword: string): number | undefined;
  /** A whole number that is not negative. */
  size(keyword: string): number | undefined;
  boolean(keyword: string): boolean | undefined;
  text(keyword: string): string | undefined;
  texts(keyword: string): readonly string[] | undefined;
  list(keyword: string): readonly JsonValue[] | undefined;
  map(keyword: string): readonly (readonly [string, JsonValue])[] | undefined;
  schema(keyword: string): JsonValue | undefined;
  refuse(keyword: string, problem: string): never;
}

export function readKeywords(schema: Json, found: Found): KeywordReader {
  const refuse = (keyword: string, problem: string): never => {
    throw new InvalidSchemaError(keyword, found.at, problem);
  };
  const read = <T extends JsonValue>(keyword: string, is: (value: JsonValue) => value is T, what: string) => {
    const value = Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
    if (value === undefined || is(value)) return value;
    return refuse(keyword, `must be ${what}`);
  };
  return {
    refuse,
    number: (keyword) => read(keyword, isNumber, 'a number'),
    size: (keyword) => read(keyword, isSize, 'a whole number that is not negative'),
    boolean: (keyword) => read(keyword, isBoolean, 'true or false'),
    text: (keyword) => read(keyword, isText, 'a text'),
    texts: (keyword) => read(keyword, isTexts, 'a list of texts'),
    list: (keyword) => read(keyword, isList, 'a list'),
    map(keyword) {
      const map = read<Json>(keyword, isObject, 'an object');
      return map && Object.entries(map).flatMap(([name, one]) => (one === undefined ? [] : [[name, one] as const]));
    },
    schema: (keyword) => read(keyword, isSchema, 'a schema'),
  };
}

const isNumber = (value: JsonValue): value is number => typeof value === 'number';
const isSize = (value: JsonValue): value is number => isNumber(value) && Number.isInteger(value) && value >= 0;
const isBoolean = (value: JsonValue): value is boolean => typeof value === 'boolean';
const isText = (value: JsonValue): value is string => typeof value === 'string';
const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);
const isTexts = (value: JsonValue): value is readonly string[] => isList(value) && value.every(isText);
export const isSchema = (value: JsonValue): value is boolean | Json => isBoolean(value) || isObject(value);
