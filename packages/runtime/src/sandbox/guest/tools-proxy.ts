// `tools`: any path, known only by its segments. It has no properties, no prototype and cannot be changed; every
// name every object has (`then`, `constructor`, …) is undefined on it, so that it can be awaited, printed and
// probed without issuing a call.
//
// There are two of them. The one that `sites` belong to can be reached by the name `tools` in the program's own text, and
// in no other way; the global one asks the stack where it was called.

import type { createAllPages } from './all-pages.js';
import type { Bridge } from './bridge.js';
import type { Callee, Primordials } from './primordials.js';
import type { ProgramStacks } from './place/program-stacks.js';
import type { ProgramTerms } from './program-terms.js';
import type { WriteValue } from './values/write-value.js';

type AllPages = ReturnType<typeof createAllPages>;

export interface CallSites {
  /** As `callSites` wrote it. */
  readonly text: string;
}

export interface ToolsProxyParts {
  readonly sites: CallSites;
  readonly stacks: ProgramStacks;
  readonly terms: ProgramTerms;
  readonly writeValue: WriteValue;
  readonly allPages: AllPages;
}

export function createToolsProxy(p: Primordials, bridge: Bridge, parts: ToolsProxyParts): object {
  const { sites, stacks, terms, writeValue, allPages } = parts;
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

  const OF_FUNCTIONS: Record<string, true> = p.create(null);
  for (const name of ['call', 'apply', 'bind']) OF_FUNCTIONS[name] = true;
  const { test } = RegExp.prototype;
  const NAME = /^[A-Za-z_$][\w$]*$/;
  const PATH = /^[\w$-]{1,128}(?:\.[\w$-]{1,128}){1,7}$/;

  /** Where the text tells nothing, and the stack is asked. */
  const OPEN = '';
  const refuse = (): false => false;
  const nothing = (): undefined => undefined;
  const none = (): null => null;
  /** Threat: a key for each tool would reveal which tools exist to programs that may not see them all. */
  const ownKeys = (): string[] => {
    if (terms.rules < 2) return [];
    throw new p.TypeError('Cannot list tools: tools has no keys. Find tools with: await tools.$search("words")');
  };

  const calleeIn = (segments: readonly string[], from: number, until: number): string => {
    let text = 'tools';
    for (let i = from; i < until; i++) {
      const segment = `${segments[i]}`;
      text += p.apply(test, NAME, [segment]) ? `.${segment}` : `[${p.stringify(segment)}]`;
    }
    return text;
  };

  /** `tools.call("a.b", args)`, and `tools.a.b.call(null, args)`. */
  const tooMany = (what: string, args: readonly unknown[]): string => {
    if (p.indexOf(what, '"tool",["store",') === 0)
      return 'store is no tool: write store.get(key) or store.set(key, value), without tools.';
    if (terms.rules < 6) return 'A tool takes one object: write tools.path({ name: value })';
    const path = (p.parse(`[${what}]`) as [string, string[]])[1];
    const last = `${path[path.length - 1]}`;
    if (path.length > 1 && OF_FUNCTIONS[last])
      return `A tool is called as it is: write ${calleeIn(path, 0, path.length - 1)}({ … }), without .${last}`;
    const named = args[0];
    if (last === '$all' && typeof named === 'string' && p.apply(test, PATH, [named]))
      return `$all is of a tool: write tools[${p.stringify(named)}].$all({ … })`;
    if (path.length === 1 && typeof named === 'string' && p.apply(test, PATH, [named]))
      return `A tool is called by its path: write tools[${p.stringify(named)}]({ … })`;
    return `A tool takes one object: write ${calleeIn(path, 0, path.length)}({ name: value })`;
  };

  const has = (): boolean => {
    if (terms.rules < 6) return false;
    throw new p.TypeError(
      'Cannot look for keys in tools: every path can be written, and only a call tells. Find tools with: await tools.$search("words")',
    );
  };

  const argsText = (what: string, args: readonly unknown[]): string => {
    if (args.length > 1) throw new p.TypeError(tooMany(what, args));
    if (args.length === 0 || args[0] === undefined) return '{}';
    const text = terms.rules < 2 ? p.stringify(args[0]) : writeValue(args[0], 'send', terms.rules > 5);
    if (text === undefined) throw new p.TypeError('Arguments must be JSON values');
    return text;
  };

  // Issuing must not throw: a program expects a promise from a tool, and handles its failure there.
  const issue = (what: string, caller: Callee, site: string, args: readonly unknown[]): Promise<unknown> => {
    try {
      const text = argsText(what, args);
      return bridge.issue(what, text, site === OPEN ? stacks.callerOf(caller) : site);
    } catch (error) {
      return new p.Promise((_, reject) => reject(error));
    }
  };

  const toolAt = (path: string): string => `"tool",[${path}]`;

  const written = (text: string): string => `${p.stringify(text)}`;

  /** The sites that were read, line by line: looking for each path in all of the text would take the square of it. */
  let read = '';
  let places: Record<string, string | undefined> = p.create(null);
  const readSites = (): void => {
    read = sites.text;
    places = p.create(null);
    for (let from = 1; from < read.length; ) {
      const end = p.indexOf(read, '\n', from);
      const line = p.slice(read, from, end);
      const blank = p.indexOf(line, ' ');
      places[p.slice(line, 0, blank)] = p.slice(line, blank + 1);
      from = end + 1;
    }
  };

  /** Where the program calls a path, as far as its text tells. */
  const siteOf = (path: string): string => {
    if (sites.text !== read) readSites();
    return places[path] ?? OPEN;
  };

  const node = (path: string, depth: number): object => {
    const children: Record<string, object | undefined> = p.create(null);
    const what = toolAt(path);
    const site = siteOf(path);
    const apply = (_target: unknown, _self: unknown, args: readonly unknown[]): Promise<unknown> =>
      issue(what, apply, site, args);
    const child = (name: string): object | undefined => {
      if (NOT_SEGMENTS[name] || depth >= MAX_SEGMENTS || name.length > MAX_SEGMENT) return undefined;
      if (depth === 0 && (name === '$search' || name === '$describe' || name === '$canElicit')) return shortcut(name);
      if (depth === 0 && name === '$edits') return edits;
      if (depth === 0 && name === '$result') return result;
      if (depth === 0 && p.indexOf(name, '.') > 0) {
        children[name] = atPath(name);
        return children[name];
      }
      if (depth > 0 && name === '$all') return everyPage(what);
      children[name] ??= node(depth === 0 ? written(name) : `${path},${written(name)}`, depth + 1);
      return children[name];
    };
    const handler: ProxyHandler<object> & { readonly __proto__: null } = {
      __proto__: null,
      get: (_target: unknown, name: unknown) =>
        typeof name === 'string' ? (children[name] ?? child(name)) : undefined,
      apply,
      has,
      set: refuse,
      deleteProperty: refuse,
      defineProperty: refuse,
      setPrototypeOf: refuse,
      preventExtensions: refuse,
      getPrototypeOf: none,
      getOwnPropertyDescriptor: nothing,
      ownKeys,
    };
    const target = depth === 0 ? p.create(null) : () => undefined;
    return new p.Proxy(target, handler);
  };

  /** `tools['github.issues.create']`: no segment of a path has a dot in it, so this can mean one thing only. */
  const atPath = (name: string): object | undefined => {
    let found: unknown = root;
    let from = 0;
    while (found !== undefined && from <= name.length) {
      const dot = p.indexOf(name, '.', from);
      const end = dot < 0 ? name.length : dot;
      if (end === from) return undefined;
      found = (found as Record<string, unknown>)[p.slice(name, from, end)];
      from = end + 1;
    }
    return found as object | undefined;
  };

  /** What was found; the hint is printed, so that a list stays a list. */
  const foundIn = (reply: Promise<unknown>): Promise<unknown> =>
    new p.Promise((resolve, reject) => {
      const take = (value: unknown): void => {
        const reply = value as { readonly found: unknown; readonly hint: string };
        try {
          if (p.hasOwn(reply, 'hint')) bridge.log('info', `tools.$search: ${reply.hint}`);
          resolve(p.hasOwn(reply, 'found') ? reply.found : value);
        } catch (error) {
          reject(error);
        }
      };
      p.whenSettled(reply, take, reject);
    });

  /** `$search({ query })` is as clear as `$search(query)`. */
  const take = (argument: Record<string, unknown>, from: unknown, key: string): void => {
    if (typeof from !== 'object' || from === null || !p.hasOwn(from, key)) return;
    argument[key] = (from as Record<string, unknown>)[key];
  };

  const shortcut = (name: string): object => {
    const isSearch = name === '$search';
    const isAsk = name === '$canElicit';
    const what = toolAt(isSearch ? '"toolshed","search"' : isAsk ? '"toolshed","can_elicit"' : '"toolshed","describe"');
    const key = isSearch ? 'query' : isAsk ? 'request' : 'path';
    const find = (...args: readonly unknown[]): Promise<unknown> => {
      const argument = p.create(null);
      const first = args[0];
      argument[key] = first === undefined ? '' : first;
      if (terms.rules > 4 && !isAsk) {
        take(argument, first, key);
        if (isSearch) take(argument, first, 'limit');
        if (isSearch) take(argument, args[1], 'limit');
      }
      if (!isSearch || terms.rules < 3) return issue(what, find, OPEN, [argument]);
      argument['hint'] = true;
      return foundIn(issue(what, find, OPEN, [argument]));
    };
    return p.freeze(find);
  };

  /** All its calls are made where the program asked for them. */
  const everyPage = (what: string): object => {
    const all = (...args: readonly unknown[]): Promise<unknown> => {
      const place = stacks.callerOf(all);
      return allPages(
        (text) => bridge.issue(what, text, place),
        args[0],
        args[1],
        (all) => bridge.gave(`${p.slice(what, 0, -1)},"$all"]`, all),
      );
    };
    return p.freeze(all);
  };

  const edits = p.freeze((): Promise<unknown> => issue(toolAt('"toolshed","edits"'), edits, OPEN, []));

  const result: object = p.freeze((execution: unknown, path: unknown): Promise<unknown> => {
    const argument = p.create(null);
    argument['execution'] = execution === undefined ? '' : execution;
    if (path !== undefined) argument['path'] = path;
    return issue(toolAt('"toolshed","result"'), result as Callee, OPEN, [argument]);
  });

  const root = node('', 0);
  return root;
}
