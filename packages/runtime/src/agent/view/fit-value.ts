// Cuts a value to a budget so that it stays valid JSON and says what it is: a list keeps its first items and says
// how many more there are, a long text loses its middle, an object keeps its keys for as long as they fit.
//
// Threat: a value made to cost its reader more than it shows: deep, wide, with a million small keys or one huge key. What
// this looks at is bounded by the budget, not by the value; depth is bounded; a key is cut like any other text.

import { AROUND_MEMBER, AROUND_TEXT, costOfText, costOfUnit, costOfValue } from './token-cost.js';
import { shareOut } from './share-out.js';
import type { PathStep } from '../../value-path.js';

/** One place where something was left out. */
export interface Cut {
  /** Of lines: the newest are shown, and the rest is read from the first. */
  readonly isNewest?: boolean;
  readonly path: readonly PathStep[];
  readonly kind: 'items' | 'keys' | 'characters';
  readonly shown: number;
  readonly of: number;
}

export interface Fitted {
  readonly value: unknown;
  /** The outermost first. */
  readonly cuts: readonly Cut[];
}

export interface FitOptions {
  /** In quarters of a token. */
  readonly budget: number;
  /** Where the value is. */
  readonly path: readonly PathStep[];
  /** The index of its first item, where it is a part of a list. */
  readonly first?: number;
}

/** How many members are weighed against each other; of a longer list, the first ones are shown. */
const MOST_WEIGHED = 32;
/** Of many members, none gets more than this part of the budget. */
const PARTS = 8;
/** What an item needs to be worth showing, in quarters. */
const LEAST = 24;
const LONGEST_KEY = 200;
const DEEPEST = 32;

export function fitValue(value: unknown, { budget, path, first = 0 }: FitOptions): Fitted {
  if (costOfValue(value, budget) <= budget) return { value, cuts: [] };
  const cuts: Cut[] = [];
  const note = (cut: Cut): void => void cuts.push(cut);
  const fitted = shortened(value, { budget, path, first, depth: 0, note });
  return { value: fitted, cuts: cuts.toSorted((a, b) => a.path.length - b.path.length) };
}

interface Fitting {
  readonly budget: number;
  readonly path: readonly PathStep[];
  readonly first: number;
  readonly depth: number;
  readonly note: (cut: Cut) => void;
}

function shortened(value: unknown, fitting: Fitting): unknown {
  const { budget, path, note, depth } = fitting;
  if (costOfValue(value, budget) <= budget) return value;
  if (typeof value === 'string') {
    const text = fitText(value, budget);
    note({ path, kind: 'characters', shown: Math.max(0, text.kept), of: value.length });
    return text.text;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEEPEST || budget < LEAST) return outline(value, fitting);
  return Array.isArray(value) ? fitList(value, fitting) : fitObject(value, fitting);
}

/** What a list or an object is, where nothing of it fits. */
function outline(value: object, { path, note }: Fitting): string {
  if (Array.isArray(value)) {
    note({ path, kind: 'items', shown: 0, of: value.length });
    return `… ${value.length} items`;
  }
  const keys = countKeys(value);
  note({ path, kind: 'keys', shown: 0, of: keys });
  return `… ${keys} keys`;
}

function fitList(list: readonly unknown[], fitting: Fitting): unknown[] {
  const shown = fitMembers(
    list.length,
    (index) => list[index],
    () => 0,
    fitting,
    (index) => index + fitting.first,
  );
  if (shown.length === list.length) return shown;
  fitting.note({ path: fitting.path, kind: 'items', shown: shown.length, of: list.length });
  return [...shown, `… ${list.length - shown.length} more items`];
}

function fitObject(value: object, fitting: Fitting): object {
  const keys = firstKeys(value, fitting.budget);
  const shown = fitMembers(
    keys.length,
    (index) => Reflect.get(value, keys[index] ?? ''),
    (index) => costOfText(shortKey(keys[index] ?? '')) + AROUND_TEXT,
    fitting,
    (index) => keys[index] ?? '',
  );
  const entries = shown.map((member, index): [string, unknown] => [shortKey(keys[index] ?? ''), member]);
  const all = countKeys(value);
  if (shown.length === all) return Object.fromEntries(entries);
  fitting.note({ path: fitting.path, kind: 'keys', shown: shown.length, of: all });
  return Object.fromEntries([...entries, ['…', `${all - shown.length} more keys`]]);
}

/** As many members as fit, from the first on, each within its share. */
function fitMembers(
  count: number,
  at: (index: number) => unknown,
  costOfKey: (index: number) => number,
  { budget, path, depth, note }: Fitting,
  stepOf: (index: number) => PathStep,
): unknown[] {
  // Room for the words about what is left out.
  let left = budget - LEAST;
  const fitted = (index: number, share: number): unknown =>
    shortened(at(index), { budget: share, path: [...path, stepOf(index)], first: 0, depth: depth + 1, note });
  if (count <= MOST_WEIGHED) {
    const indexes = Array.from({ length: count }, (_, index) => index);
    const keys = indexes.reduce((sum, index) => sum + costOfKey(index) + AROUND_MEMBER, 0);
    const needs = indexes.map((index) => costOfValue(at(index), left));
    const shares = shareOut(needs, left - keys);
    if (shares.every((share, index) => share >= Math.min(LEAST, needs[index] ?? 0)))
      return indexes.map((index) => fitted(index, shares[index] ?? 0));
  }
  const shown: unknown[] = [];
  for (let index = 0; index < count; index++) {
    const room = left - costOfKey(index) - AROUND_MEMBER;
    const share = Math.min(room, Math.max(budget / PARTS, room / (count - index)));
    // Once some are shown, "… more" says more than a last one that is cut to nearly nothing.
    const isLastRoom = room < LEAST || (shown.length > 0 && room < budget / PARTS);
    if (isLastRoom && costOfValue(at(index), Math.max(0, room)) > room) break;
    const member = fitted(index, share);
    const cost = costOfValue(member, room);
    if (cost > room) break;
    left = room - cost;
    shown.push(member);
  }
  return shown;
}

/** No more of them than the budget could ever show. */
function firstKeys(value: object, budget: number): readonly string[] {
  const keys: string[] = [];
  for (const key in value) {
    if (!Object.hasOwn(value, key)) continue;
    keys.push(key);
    if (keys.length * (AROUND_TEXT + AROUND_MEMBER) > budget) break;
  }
  return keys;
}

const countKeys = (value: object): number => Object.keys(value).length;

const shortKey = (key: string): string =>
  key.length <= LONGEST_KEY ? key : `${whole(key.slice(0, LONGEST_KEY / 2))}… (${key.length} characters)`;

/** The start and the end of a text, with its length between them; `kept` is how many of its characters are there. */
function fitText(text: string, budget: number): { readonly text: string; readonly kept: number } {
  const note = `… (${text.length} characters) …`;
  const room = budget - costOfText(note) - AROUND_TEXT;
  const head = whole(text.slice(0, fitting(text, room * HEAD, 1)));
  const tail = text.slice(text.length - fitting(text, room * (1 - HEAD), -1));
  const end = isLowSurrogate(tail.charCodeAt(0)) ? tail.slice(1) : tail;
  return { text: `${head}${note}${end}`, kept: head.length + end.length };
}

/** The start of a text says more than its end. */
const HEAD = 0.7;

/** How many characters fit, counted from the start (1) or from the end (-1). */
function fitting(text: string, room: number, direction: 1 | -1): number {
  let left = room;
  let count = 0;
  while (count < text.length) {
    left -= costOfUnit(text.charCodeAt(direction === 1 ? count : text.length - 1 - count));
    if (left < 0) return count;
    count++;
  }
  return count;
}

/** As many characters as fit from the start of a text; never half a pair. */
export function textThatFits(text: string, budget: number): string {
  const count = fitting(text, budget - AROUND_TEXT, 1);
  // Half of a pair that stands alone in the text itself is not cut off.
  return count < text.length ? whole(text.slice(0, count)) : text;
}

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

/** Without the first half of a pair whose other half is cut off. */
const whole = (text: string): string => (isHighSurrogate(text.charCodeAt(text.length - 1)) ? text.slice(0, -1) : text);
