// A part of an execution, by its path, for an agent that continues reading where a reply was cut. From and count are items of a
// list, keys of an object and characters of a text. What is read is the execution as its agent reads it, whole.

import type { AgentExecutionView } from './agent-execution-shape.js';
import { type Cut, fitValue, textThatFits } from './fit-value.js';
import { QUARTERS } from './token-cost.js';
import { readPath, selectPath, type PathStep, writePath } from '../../value-path.js';

export interface SliceRequest {
  readonly path: string;
  readonly from?: number | undefined;
  readonly count?: number | undefined;
  /** Budget of the reply. */
  readonly tokens: number;
}

/** The part, and where to read on. */
export interface ExecutionSlice {
  readonly executionId: string;
  readonly path: string;
  readonly kind: 'items' | 'keys' | 'characters' | 'value';
  readonly from: number;
  /** How many there are in all. */
  readonly of: number;
  readonly value: unknown;
  readonly next?: string;
}

const OWN_WORDS = 100 * QUARTERS;

/** Throws ValuePathError for a path that leads nowhere. */
export function sliceOf(view: AgentExecutionView, { path, from = 0, count, tokens }: SliceRequest): ExecutionSlice {
  const steps = readPath(path);
  const selected = selectPath(view, steps);
  const part = partOf(selected, { from, to: count === undefined ? Number.POSITIVE_INFINITY : from + count });
  const { value, shown, cuts } = fitPart(part.value, { steps, from, budget: tokens * QUARTERS - OWN_WORDS });
  const until = from + shown;
  const { executionId } = view;
  const at = writePath(steps);
  const call = (where: string, start: number): string =>
    `get_execution ${JSON.stringify({ execution_id: executionId, path: where, from: start })}`;
  const [inner] = cuts;
  const more = until < part.of ? [`Read on with ${call(at, until)}.`] : [];
  const deeper = inner === undefined ? [] : [`Shortened inside: read with ${call(writePath(inner.path), 0)}.`];
  const next = [...more, ...deeper].join(' ');
  const facts = { executionId, path: at, kind: part.kind, from, of: part.of, value };
  return next === '' ? facts : { ...facts, next };
}

interface Part {
  readonly kind: ExecutionSlice['kind'];
  readonly of: number;
  readonly value: unknown;
}

export function partOf(value: unknown, { from, to }: { readonly from: number; readonly to: number }): Part {
  if (typeof value === 'string') return { kind: 'characters', of: value.length, value: wholeBetween(value, from, to) };
  if (Array.isArray(value)) return { kind: 'items', of: value.length, value: value.slice(from, to) };
  if (typeof value !== 'object' || value === null) return { kind: 'value', of: 1, value };
  const keys = Object.keys(value);
  const members = keys.slice(from, to).map((key): [string, unknown] => [key, Reflect.get(value, key)]);
  return { kind: 'keys', of: keys.length, value: Object.fromEntries(members) };
}

/**
 * The characters between two places, none of them halved: where `to` is in the middle of one it is shown whole. Half of a
 * pair that stands alone is a character of its own.
 */
function wholeBetween(text: string, from: number, to: number): string {
  const isInside = to > from && to < text.length && (text.codePointAt(to - 1) ?? 0) > LAST_UNIT;
  return text.slice(from, isInside ? to + 1 : to);
}
const LAST_UNIT = 0xff_ff;

const firstCharacter = (text: string): string =>
  String.fromCodePoint(...(text === '' ? [] : [text.codePointAt(0) ?? 0]));

interface FittedPart {
  readonly value: unknown;
  /** How many of its items, keys or characters. */
  readonly shown: number;
  /** What is shortened inside of what is shown. */
  readonly cuts: readonly Cut[];
}

function fitPart(
  part: unknown,
  { steps, from, budget }: { readonly steps: readonly PathStep[]; readonly from: number; readonly budget: number },
): FittedPart {
  if (typeof part === 'string') {
    // From the start: the reader wants what comes next, not both ends.
    const text = textThatFits(part, budget);
    // A reader who got nothing would ask for the same part for ever.
    const shown = text === '' ? firstCharacter(part) : text;
    return { value: shown, shown: shown.length, cuts: [] };
  }
  const { value, cuts } = fitValue(part, { budget, path: steps, first: from });
  const own = cuts.find(({ path }) => path.length === steps.length);
  const inside = cuts.filter((cut) => cut !== own);
  const shown = own?.shown ?? sizeOf(part);
  const [first] = Array.isArray(part) ? [from] : Object.keys(part ?? {});
  if (shown > 0 || first === undefined) return { value, shown, cuts: inside };
  // Nothing of the first one fits: it has to be read by itself, and the next slice starts after it.
  return { value, shown: 1, cuts: [{ path: [...steps, first], kind: 'items', shown: 0, of: 1 }] };
}

const sizeOf = (part: unknown): number =>
  typeof part === 'object' && part !== null ? (Array.isArray(part) ? part.length : Object.keys(part).length) : 1;
