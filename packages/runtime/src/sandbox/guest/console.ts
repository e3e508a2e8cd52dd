// `console`, captured. Values are shown much as people expect of a console, within bounds.

import type { Bridge } from './bridge.js';
import type { Primordials } from './primordials.js';
import type { ProgramTerms } from './program-terms.js';

export function createConsole(p: Primordials, bridge: Bridge, tools: object, terms: ProgramTerms): object {
  const MAX_DEPTH = 4;
  const MAX_ITEMS = 100;
  const MAX_VALUES = 10_000;
  const { keys } = Object;
  const { min } = Math;
  const { isArray } = Array;
  const { isNaN: isNoTime } = Number;
  const NativeDate = Date;
  const NativeMap = Map;
  const NativeSet = Set;
  const { toISOString, getTime } = NativeDate.prototype;
  // Of one line: a value that holds itself in many places has more of them than can be shown.
  let shownValues = 0;

  const showError = (error: Error & { readonly code?: unknown }): string => {
    const message = `${p.toText(error.name)}: ${p.toText(error.message)}`;
    return error.code === undefined ? message : `${message} [${p.toText(error.code)}]`;
  };

  const showList = (items: readonly unknown[], depth: number): string => {
    let text = '';
    const shown = min(items.length, MAX_ITEMS);
    for (let i = 0; i < shown; i++) text += `${i === 0 ? '' : ', '}${show(items[i], depth + 1)}`;
    return items.length > shown ? `[${text}, … ${items.length - shown} more]` : `[${text}]`;
  };

  const showObject = (value: object, depth: number): string => {
    let text = '';
    let count = 0;
    const names = keys(value);
    while (count < names.length) {
      if (count >= MAX_ITEMS) return `{ ${text}, … }`;
      const key = `${names[count]}`;
      text += `${count === 0 ? '' : ', '}${key}: ${show((value as Record<string, unknown>)[key], depth + 1)}`;
      count++;
    }
    return count === 0 ? '{}' : `{ ${text} }`;
  };

  const showDate = (date: Date): string =>
    isNoTime(p.apply(getTime, date, [])) ? 'Invalid Date' : p.apply(toISOString, date, []);

  const show = (value: unknown, depth: number): string => {
    if (++shownValues > MAX_VALUES) return '…';
    switch (typeof value) {
      case 'string':
        return depth === 0 ? value : `${p.stringify(value)}`;
      case 'function':
        return '[Function]';
      case 'bigint':
        return `${p.toText(value)}n`;
      case 'object':
        break;
      default:
        return p.toText(value);
    }
    if (value === null) return 'null';
    if (value === tools) return '[tools: find them with await tools.$search("words")]';
    if (depth > MAX_DEPTH) return '…';
    if (value instanceof p.Error) return showError(value);
    if (isArray(value)) return showList(value, depth);
    if (terms.rules > 4 && value instanceof p.Promise) return '[Promise: write await in front of it]';
    if (value instanceof NativeDate) return showDate(value);
    if (value instanceof NativeMap) return `Map(${value.size}) ${showList([...value], depth)}`;
    if (value instanceof NativeSet) return `Set(${value.size}) ${showList([...value], depth)}`;
    return showObject(value, depth);
  };

  const print =
    (level: string) =>
    (...values: readonly unknown[]): void => {
      let text = '';
      shownValues = 0;
      for (let i = 0; i < values.length; i++) text += `${i === 0 ? '' : ' '}${show(values[i], 0)}`;
      bridge.log(level, text);
    };

  return {
    debug: print('debug'),
    log: print('log'),
    info: print('info'),
    warn: print('warn'),
    error: print('error'),
  };
}
