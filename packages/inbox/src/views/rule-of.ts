// A rule that covers what was approved, and as little more as its words allow: a person reads it before it is given.

import type { ArgumentCondition } from '@toolshed/kernel';
import { signal } from '@preact/signals';

export interface GrantDraft {
  readonly pattern: string;
  /** As JSON; empty for no condition. */
  readonly when: string;
  /** Empty for any session. */
  readonly session: string;
  /** How long it counts; empty for ever. */
  readonly minutes: string;
}

/** A call that was approved. */
export interface Approved {
  readonly args?: unknown;
  readonly session: string;
}

/** What the form of a new grant starts with; taken once. */
export const prefilled = signal<GrantDraft | undefined>(undefined);

const HOUR = '60';

/** The newest first. Where the arguments have nothing in common, it is narrow in another way: one session, one hour. */
export function draftOf(path: string, approved: readonly Approved[]): GrantDraft {
  const condition = conditionFor(approved.map(({ args }) => args));
  if (condition !== undefined) return { pattern: path, when: JSON.stringify(condition), session: '', minutes: '' };
  return { pattern: path, when: '', session: approved[0]?.session ?? 'default', minutes: HOUR };
}

/** So many different values are named one by one; more, or what is no plain value, cannot be told in a rule. */
const FEW = 8;

/** A condition that every one of these arguments meets; `undefined` if nothing is common to them. */
export function conditionFor(approved: readonly unknown[]): ArgumentCondition | undefined {
  const records = approved.filter(isRecord);
  if (records.length === 0 || records.length < approved.length) return undefined;
  const keys = [...new Set(records.flatMap((record) => Object.keys(record)))].toSorted();
  const conditions = keys.flatMap((key) => {
    const values = records.map((record) => (Object.hasOwn(record, key) ? record[key] : undefined));
    const found = conditionOf(key, values);
    return found === undefined ? [] : [found];
  });
  const [first] = conditions;
  return conditions.length > 1 ? { all: conditions } : first;
}

function conditionOf(key: string, values: readonly unknown[]): ArgumentCondition | undefined {
  // Keys with dots are told from paths by the list.
  const at = key.includes('.') || key === '' ? [key] : key;
  if (values.includes(undefined)) return undefined;
  const distinct = [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
  const plain = distinct.filter(isPlain);
  if (plain.length < distinct.length) return undefined;
  const [only] = plain;
  if (plain.length === 1 && only !== undefined) return { at, equals: only };
  if (plain.length <= FEW) return { at, oneOf: plain };
  const texts = plain.filter((value) => typeof value === 'string');
  const prefix = texts.length === plain.length ? commonFolder(texts) : '';
  if (prefix !== '') return { at, prefix };
  const numbers = plain.filter((value) => typeof value === 'number');
  return numbers.length === plain.length ? { at, min: Math.min(...numbers), max: Math.max(...numbers) } : undefined;
}

const URL_START = /^[a-z][a-z0-9+.-]*:\/\//i;
const URL_FOLDER = /^[a-z][a-z0-9+.-]*:\/\/[^/]+\/(?:.*\/)?/is;

/**
 * What all texts begin with, up to the last slash: half a name is no boundary, and half a host is somebody else's. The
 * slash of a URL comes after its host.
 */
function commonFolder(texts: readonly string[]): string {
  const [first = ''] = texts;
  let length = first.length;
  for (const text of texts) while (!text.startsWith(first.slice(0, length))) length -= 1;
  const common = first.slice(0, length);
  return (URL_START.test(first) ? URL_FOLDER : /^.*\//s).exec(common)?.[0] ?? '';
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Plain = string | number | boolean | null;
const isPlain = (value: unknown): value is Plain =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
