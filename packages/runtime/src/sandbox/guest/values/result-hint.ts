// What the last tool returned, for a program that took it for something else: `list.map is not a function`.

import type { Primordials } from '../primordials.js';

export interface LastResult {
  /** The JSON text of the kind and path of its call. */
  readonly what: string;
  readonly value: unknown;
}

export interface ResultHint {
  /** Added to what the engine says of such a mistake; empty for any other failure. */
  on(message: string, last: LastResult | undefined): string;
  /** What the last result is like; empty if there is none. */
  of(last: LastResult | undefined): string;
}

export function createResultHint(p: Primordials): ResultHint {
  const MAX_KEYS = 20;
  const { keys } = Object;
  const { isArray } = Array;
  const { test } = RegExp.prototype;
  const NAME = /^[A-Za-z_$][\w$]*$/;
  const MISTAKES = [
    'is not a function',
    'is not iterable',
    'is not async iterable',
    'is not valid JSON',
    'received undefined',
    'Cannot read properties of',
    'Cannot destructure',
  ];

  /** What the language and Toolshed have is no result. */
  const OF_GLOBALS =
    /^(?:[A-Z]\w*|console|crypto|store|tools|globalThis|input|elicit|emit|sleep|new \w+)\b.* is not a (?:function|constructor)/;

  const shapeOf = (value: unknown): string => {
    if (value === null || value === undefined) return 'nothing';
    if (typeof value !== 'object') return `a ${typeof value}`;
    if (isArray(value)) {
      const first: unknown = value[0];
      const items =
        typeof first === 'object' && first !== null && !isArray(first) ? `, each with ${keysOf(first)}` : '';
      return `a list of ${value.length} items${items}`;
    }
    const body: unknown = p.hasOwn(value, 'body') ? (value as { readonly body: unknown }).body : undefined;
    const inBody = typeof body === 'object' && body !== null ? `; its body is ${shapeOf(body)}` : '';
    return `an object with ${keysOf(value)}${inBody}`;
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

  const describe = (last: LastResult | undefined): string =>
    last === undefined ? '' : `. The last result, of ${pathOf(last.what)}, is ${shapeOf(last.value)}`;

  return {
    of: describe,
    on: (message, last) => {
      if (p.apply(test, OF_GLOBALS, [message])) return '';
      if (p.indexOf(message, '"[object ') >= 0)
        return `: it is a value already, so leave JSON.parse out${describe(last)}`;
      for (let i = 0; i < MISTAKES.length; i++) if (p.indexOf(message, `${MISTAKES[i]}`) >= 0) return describe(last);
      return '';
    },
  };
}
