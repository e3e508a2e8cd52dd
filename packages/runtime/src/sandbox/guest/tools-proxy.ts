// `tools`: any path, known only by its segments. It has no properties, no prototype and cannot be changed; every
// name every object has (`then`, `constructor`, …) is undefined on it, so that it can be awaited, printed and
// probed without issuing a call.

import type { Bridge } from './bridge.js';
import type { Callee, Primordials } from './primordials.js';

export interface CallSites {
  /** As `callSites` wrote it. */
  readonly text: string;
}

export function createToolsProxy(p: Primordials, bridge: Bridge, sites: CallSites): object {
  const MAX_SEGMENTS = 8;
  const MAX_SEGMENT = 128;
  const NOT_SEGMENTS: Record<string, true> = p.create(null);
  for (const name of [
    'then',
    'constructor',
    'prototype',
    '__proto__',
    '__defineGetter__',
    '__defineSetter__',
    '__lookupGetter__',
    '__lookupSetter__',
    'toJSON',
    'toString',
    'toLocaleString',
    'valueOf',
    'hasOwnProperty',
    'isPrototypeOf',
    'propertyIsEnumerable',
  ]) {
    NOT_SEGMENTS[name] = true;
  }

  interface Site {
    readonly __proto__: null;
    readonly place: string;
    readonly written: string;
  }
  const NOWHERE: Site = { __proto__: null, place: '', written: '' };
  const refuse = (): false => false;
  const nothing = (): undefined => undefined;
  const none = (): null => null;
  const empty = (): string[] => [];

  const argsText = (args: readonly unknown[]): string => {
    if (args.length > 1) throw new p.TypeError('A tool takes one object');
    const text = args.length === 0 || args[0] === undefined ? '{}' : p.stringify(args[0]);
    if (text === undefined) throw new p.TypeError('Arguments must be JSON values');
    return text;
  };

  // Issuing must not throw: a program expects a promise from a tool, and handles its failure there.
  const issue = (what: string, caller: Callee, site: Site, args: readonly unknown[]): Promise<unknown> => {
    try {
      const text = argsText(args);
      if (site.place !== '') return bridge.issue(what, text, site.place, site.written);
      const stack = p.callerOf(caller);
      return bridge.issue(what, text, stack, written(stack));
    } catch (error) {
      return new p.Promise((_, reject) => reject(error));
    }
  };

  const toolAt = (path: string): string => `"tool",[${path}]`;

  const written = (text: string): string => `${p.stringify(text)}`;

  /** Where the program calls a path; nowhere if only a stack can tell. */
  const siteOf = (path: string): Site => {
    const found = p.indexOf(sites.text, `\n${path} `);
    if (found < 0) return NOWHERE;
    const from = found + path.length + 2;
    const place = p.slice(sites.text, from, p.indexOf(sites.text, '\n', from));
    return { __proto__: null, place, written: written(place) };
  };

  const node = (path: string, depth: number): object => {
    const children: Record<string, object> = p.create(null);
    const what = toolAt(path);
    const site = siteOf(path);
    const apply = (_target: unknown, _self: unknown, args: readonly unknown[]): Promise<unknown> =>
      issue(what, apply, site, args);
    const child = (name: string): object | undefined => {
      if (NOT_SEGMENTS[name] || depth >= MAX_SEGMENTS || name.length > MAX_SEGMENT) return undefined;
      if (depth === 0 && (name === '$search' || name === '$describe' || name === '$canElicit')) return shortcut(name);
      if (depth === 0 && name === '$edits') return edits;
      children[name] ??= node(depth === 0 ? written(name) : `${path},${written(name)}`, depth + 1);
      return children[name];
    };
    const handler: ProxyHandler<object> & { readonly __proto__: null } = {
      __proto__: null,
      get: (_target: unknown, name: unknown) =>
        typeof name === 'string' ? (children[name] ?? child(name)) : undefined,
      apply,
      has: refuse,
      set: refuse,
      deleteProperty: refuse,
      defineProperty: refuse,
      setPrototypeOf: refuse,
      preventExtensions: refuse,
      getPrototypeOf: none,
      getOwnPropertyDescriptor: nothing,
      ownKeys: empty,
    };
    const target = depth === 0 ? p.create(null) : () => undefined;
    return new p.Proxy(target, handler);
  };

  const shortcut = (name: string): object => {
    const isSearch = name === '$search';
    const isAsk = name === '$canElicit';
    const what = toolAt(isSearch ? '"toolshed","search"' : isAsk ? '"toolshed","can_elicit"' : '"toolshed","describe"');
    const key = isSearch ? 'query' : isAsk ? 'request' : 'path';
    const find = (...args: readonly unknown[]): Promise<unknown> => {
      const argument = p.create(null);
      argument[key] = args[0] === undefined ? '' : args[0];
      return issue(what, find, NOWHERE, [argument]);
    };
    return p.freeze(find);
  };

  const edits = p.freeze((): Promise<unknown> => issue(toolAt('"toolshed","edits"'), edits, NOWHERE, []));

  return node('', 0);
}
