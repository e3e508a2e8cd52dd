// What the last tool returned, for a program that took it for something else: `list.map is not a function`.

import type { Primordials } from '../primordials.js';

export interface LastResult {
  /** The JSON text of the kind and path of its call. */
  readonly what: string;
  readonly value: unknown;
}

export interface ResultHint {
  /** Added to what the engine says of such a mistake; empty for any other failure. */
  on(message: string, last: LastResult | undefined, underWay: number): string;
  /** What the last result is like; empty if there is none. */
  of(last: LastResult | undefined): string;
}

export function createResultHint(p: Primordials): ResultHint {
  const MAX_KEYS = 20;
  const MAX_LISTS = 3;
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
    '": is missing',
    'received object',
    'Cannot read properties of',
    'Cannot destructure',
  ];

  const SEARCH = '"tool",["toolshed","search"]';
  const NOTHING_YET =
    '. No result had arrived: what calls a tool returns a promise, also a function around it, so write await in front of it';

  /** What the language and Toolshed have is no result. */
  const OF_GLOBALS =
    /^(?:[A-Z]\w*|console|crypto|store|tools|globalThis|input|elicit|emit|sleep|new \w+)\b.* is not a (?:function|constructor)/;

  const shapeOf = (value: unknown): string => {
    if (value === null || value === undefined) return `${value}`;
    if (typeof value !== 'object') return `a ${typeof value}`;
    if (isArray(value)) {
      const first: unknown = value[0];
      const items =
        typeof first === 'object' && first !== null && !isArray(first) ? `, each with ${keysOf(first, false)}` : '';
      return `a list of ${value.length} items${items}`;
    }
    const body: unknown = p.hasOwn(value, 'body') ? (value as { readonly body: unknown }).body : undefined;
    const inBody = typeof body === 'object' && body !== null ? `; its body is ${shapeOf(body)}` : '';
    return `an object with ${keysOf(value, true)}${inBody}`;
  };

  /** ` (2 items, each with the keys …)`, of a list of objects. */
  const listOf = (value: unknown): string => {
    if (isArray(value) && value.length === 0) return ' (an empty list)';
    const first: unknown = isArray(value) ? value[0] : undefined;
    if (typeof first !== 'object' || first === null || isArray(first)) return '';
    const { length } = value as readonly unknown[];
    return ` (${length} ${length === 1 ? 'item' : 'items, each'} with ${keysOf(first, false)})`;
  };

  const keysOf = (value: object, isWhole: boolean): string => {
    const names = keys(value);
    let text = '';
    let lists = 0;
    for (let i = 0; i < names.length && i < MAX_KEYS; i++) {
      const inside = lists < MAX_LISTS && isWhole ? listOf((value as Record<string, unknown>)[`${names[i]}`]) : '';
      if (inside !== '') lists++;
      text += `${i === 0 ? '' : ', '}${names[i]}${inside}`;
    }
    return names.length === 0 ? 'no keys' : `the keys ${text}${names.length > MAX_KEYS ? ', …' : ''}`;
  };

  const pathOf = (what: string): string => {
    const parsed = p.parse(`[${what}]`) as readonly [string, readonly string[] | null];
    const segments = parsed[1];
    if (segments === null) return parsed[0];
    const isOwn = segments[0] === 'toolshed';
    if (isOwn && segments[1] === 'store') return `store.${segments[2]}`;
    if (isOwn) return `tools.$${segments[1]}`;
    let text = 'tools';
    for (let i = 0; i < segments.length; i++) {
      const segment = `${segments[i]}`;
      text += p.apply(test, NAME, [segment]) ? `.${segment}` : `[${p.stringify(segment)}]`;
    }
    return text;
  };

  /** The program may have put anything in the place of what it got. */
  const describe = (last: LastResult | undefined): string => {
    try {
      return last === undefined ? '' : lastWords(last);
    } catch {
      return '';
    }
  };

  const lastWords = (last: LastResult): string => {
    if (last.what !== SEARCH) return `. The last result, of ${pathOf(last.what)}, is ${shapeOf(last.value)}`;
    const { value } = last;
    const found =
      typeof value === 'object' && value !== null && p.hasOwn(value, 'found')
        ? (value as { found: unknown }).found
        : value;
    return `. The last result, of tools.$search, is ${shapeOf(found)}. Call what it found by its path: tools[item.path]({ … })`;
  };

  return {
    of: describe,
    on: (message, last, underWay) => {
      if (p.apply(test, OF_GLOBALS, [message])) return '';
      if (p.indexOf(message, '"[object ') >= 0)
        return `: it is a value already, so leave JSON.parse out${describe(last)}`;
      for (let i = 0; i < MISTAKES.length; i++)
        if (p.indexOf(message, `${MISTAKES[i]}`) >= 0)
          return last === undefined && underWay > 0 && p.indexOf(message, 'Symbol(Symbol.iterator)') < 0
            ? NOTHING_YET
            : describe(last);
      return '';
    },
  };
}
