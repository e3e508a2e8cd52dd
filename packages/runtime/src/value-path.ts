// Where a part of a value is: `value.items[3].name`, as a program would write it, or a JSON pointer, `/value/items/3/name`.

import { ToolshedError } from '@toolshed/kernel';

/** A path that is invalid, or leads nowhere. */
class ValuePathError extends ToolshedError {
  override readonly name = 'ValuePathError';
  override readonly code = 'usage/invalid';
}

export type PathStep = string | number;

/** More steps than any value has levels. */
const MOST_STEPS = 1_000;

const NAME = /[\p{ID_Start}$_][\p{ID_Continue}$]*/uy;
const INDEX = /\[(\d{1,15})\]/y;
const QUOTED = /\[("(?:[^"\\]|\\.)*")\]/y;

/** Throws ValuePathError. */
export function readPath(text: string): readonly PathStep[] {
  const steps = text.startsWith('/') ? readPointer(text) : readDotted(text);
  if (steps.length > MOST_STEPS) throw unreadable(text, text.length);
  return steps;
}

const readPointer = (text: string): PathStep[] =>
  text
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

function readDotted(text: string): PathStep[] {
  const steps: PathStep[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at += found[0].length;
    return found;
  };
  while (at < text.length && steps.length <= MOST_STEPS) {
    const index = take(INDEX);
    if (index?.[1] !== undefined) {
      steps.push(Number(index[1]));
      continue;
    }
    const quoted = take(QUOTED);
    if (quoted?.[1] !== undefined) {
      steps.push(unquoted(quoted[1], text, at));
      continue;
    }
    if (steps.length > 0) {
      if (text[at] !== '.') throw unreadable(text, at);
      at += 1;
    }
    const name = take(NAME);
    if (name === null) throw unreadable(text, at);
    steps.push(name[0]);
  }
  return steps;
}

function unquoted(json: string, text: string, at: number): string {
  try {
    return String(JSON.parse(json));
  } catch {
    throw unreadable(text, at);
  }
}

const unreadable = (text: string, at: number): ValuePathError =>
  new ValuePathError(
    `Cannot read the path ${JSON.stringify(text.slice(0, LONGEST_SHOWN))}: invalid at character ${at}; write it like value.items[3].name, value["odd key"] or /value/items/3/name`,
  );

const LONGEST_SHOWN = 200;

export const writePath = (steps: readonly PathStep[]): string =>
  steps.map((step, index) => writeStep(step, index === 0)).join('');

function writeStep(step: PathStep, isFirst: boolean): string {
  if (typeof step === 'number') return `[${step}]`;
  NAME.lastIndex = 0;
  const isName = NAME.exec(step)?.[0].length === step.length;
  if (!isName) return `[${JSON.stringify(step)}]`;
  return isFirst ? step : `.${step}`;
}

/** Throws ValuePathError, which says how far the path goes and what is there. */
export function selectPath(root: unknown, steps: readonly PathStep[]): unknown {
  let value = root;
  steps.forEach((step, index) => {
    const found = memberOf(value, step);
    if (found === undefined) throw missing(value, steps, index);
    value = found.value;
  });
  return value;
}

/** Own members alone: a path never finds what every object or list has. */
function memberOf(value: unknown, step: PathStep): { readonly value: unknown } | undefined {
  if (Array.isArray(value)) {
    const isIndex = typeof step === 'number' || /^\d{1,15}$/.test(step);
    return isIndex && Number(step) < value.length ? { value: value[Number(step)] } : undefined;
  }
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
  return { value: Reflect.get(value, step) };
}

function missing(value: unknown, steps: readonly PathStep[], index: number): ValuePathError {
  const here = index === 0 ? 'the execution' : writePath(steps.slice(0, index)).slice(0, LONGEST_SHOWN);
  const wanted = JSON.stringify(steps[index]).slice(0, LONGEST_SHOWN);
  return new ValuePathError(`Cannot read ${wanted} of ${here}: ${whatIsThere(value)}`);
}

const MOST_KEYS = 20;
const LONGEST_KEY = 40;

function whatIsThere(value: unknown): string {
  if (Array.isArray(value)) return `it is a list of ${value.length} items`;
  if (typeof value !== 'object' || value === null)
    return `it is ${value === null ? 'null' : `a ${typeof value}`}, which has no parts`;
  const keys = Object.keys(value);
  const shown = keys.slice(0, MOST_KEYS).map((key) => key.slice(0, LONGEST_KEY));
  return `it has ${keys.length === 0 ? 'no keys' : shown.join(', ')}${keys.length > MOST_KEYS ? ` and ${keys.length - MOST_KEYS} more keys` : ''}`;
}
