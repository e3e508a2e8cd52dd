// What the last tool returned, for a program that took it for something else: `list.map is not a function`.

import type { Primordials } from '../primordials.js';

export interface LastResult {
  /** The JSON text of the kind and path of its call. */
  readonly what: string;
  readonly value: unknown;
}

/** Added to the engine's message for such a mistake; empty for any other failure. */
export type HintOn = (message: string, last: LastResult | undefined) => string;

export function createResultHint(p: Primordials): HintOn {
  const MAX_KEYS = 20;
  const { keys } = Object;
  const { isArray } = Array;
  const { test } = RegExp.prototype;
  const NAME = /^[A-Za-z_$][\w$]*$/;
  const MISTAKES = ['is not a function', 'is not iterable', 'Cannot read properties of', 'Cannot destructure'];

  const shapeOf = (value: unknown): string => {
    if (value === null || value === undefined) return 'nothing';
    if (typeof value !== 'object') return `a ${typeof value}`;
    if (isArray(value)) {
      const first: unknown = value[0];
      const items =
        typeof first === 'object' && first !== null && !isArray(first) ? `, each with ${keysOf(first)}` : '';
      return `a list of ${value.length} items${items}`;
    }
    return `an object with ${keysOf(value)}`;
  };

  const keysOf = (value: object): string => {
    const names = keys(value);
    let text = '';
    for (let i = 0; i < names.length && i < MAX_KEYS; i++) text += `${i === 0 ? '' : ', '}${names[i]}`;
    return names.length === 0 ? 'no keys' : `the keys ${text}${names.length > MAX_KEYS ? ', …' : ''}`;
  };

  const pathOf = (what: string): string => {
    const parsed = p.parse(`[${what}]`) as readonly [string, readonly string[] | null];
    const segments = parsed[1];
    if (segments === null) return parsed[0];
    let text = 'tools';
    for (let i = 0; i < segments.length; i++) {
      const segment = `${segments[i]}`;
      text += p.apply(test, NAME, [segment]) ? `.${segment}` : `[${p.stringify(segment)}]`;
    }
    return text;
  };

  return (message, last) => {
    if (last === undefined) return '';
    for (let i = 0; i < MISTAKES.length; i++) {
      if (p.indexOf(message, `${MISTAKES[i]}`) < 0) continue;
      return `. The last result, of ${pathOf(last.what)}, is ${shapeOf(last.value)}`;
    }
    return '';
  };
}
