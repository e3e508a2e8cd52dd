// `URLSearchParams`, by itself or of a URL.

import type { Primordials } from '../primordials.js';
import type { PercentCoding } from './percent-coding.js';

type Pair = [name: string, value: string];

export interface SearchParams {
  readonly size: number;
}

export interface SearchParamsParts {
  readonly URLSearchParams: new (init?: unknown) => SearchParams;
  /**
   * `changed` is called whenever a program changes these, with what writes the query: writing it for each change would
   * take time with the square of their number.
   */
  readonly link: (params: SearchParams, changed: (query: () => string) => void) => void;
  readonly reset: (params: SearchParams, query: string) => void;
}

export function createSearchParams(p: Primordials, coding: PercentCoding): SearchParamsParts {
  const { split, replaceAll, toWellFormed } = String.prototype;
  const { push, sort } = Array.prototype;
  const { iterator, toStringTag } = Symbol;
  const text = (value: unknown): string => p.apply(toWellFormed, `${value as string}`, []);
  const spaced = (part: string): string => coding.decode(p.apply(replaceAll, part, ['+' as never, ' ' as never]));
  const missing = (given: number, wanted: number): void => {
    if (given < wanted)
      throw new p.TypeError(`Expected ${wanted} argument${wanted === 1 ? '' : 's'}, but got ${given}`);
  };

  const pairsIn = (query: string): Pair[] => {
    const pairs: Pair[] = [];
    const parts: string[] = p.apply(split, query, ['&' as never]);
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i] ?? '';
      if (part === '') continue;
      const equals = p.indexOf(part, '=');
      const name = equals < 0 ? part : p.slice(part, 0, equals);
      p.apply(push, pairs, [[spaced(name), spaced(equals < 0 ? '' : p.slice(part, equals + 1))]]);
    }
    return pairs;
  };

  /** Over the pairs as they are at each step. */
  function* walk<T>(pairs: () => readonly Pair[], pick: (pair: Pair) => T): Generator<T> {
    for (let i = 0; i < pairs().length; i++) {
      const pair = pairs()[i];
      if (pair !== undefined) yield pick(pair);
    }
  }

  let link: (params: Params, changed: (query: () => string) => void) => void = () => undefined;
  let reset: (params: Params, query: string) => void = () => undefined;

  class Params {
    #pairs: Pair[] = [];
    #changed: ((query: () => string) => void) | undefined;

    static {
      link = (params, changed) => {
        params.#changed = changed;
      };
      reset = (params, query) => {
        params.#pairs = pairsIn(query);
      };
    }

    constructor(init: unknown = '') {
      if ((typeof init !== 'object' && typeof init !== 'function') || init === null) {
        const query = text(init);
        this.#pairs = pairsIn(query[0] === '?' ? p.slice(query, 1) : query);
        return;
      }
      const items: unknown = Reflect.get(init, iterator);
      if (items !== undefined && items !== null) {
        for (const item of init as Iterable<unknown>) {
          if ((typeof item !== 'object' && typeof item !== 'function') || item === null)
            throw new p.TypeError('Each pair must be a list of a name and a value');
          const pair = [...(item as Iterable<unknown>)];
          if (pair.length !== 2) throw new p.TypeError('Each pair must be a list of a name and a value');
          p.apply(push, this.#pairs, [[text(pair[0]), text(pair[1])]]);
        }
        return;
      }
      const found = new Map<string, string>();
      for (const name of Reflect.ownKeys(init)) {
        if (Object.getOwnPropertyDescriptor(init, name)?.enumerable !== true) continue;
        found.set(text(name), text((init as Record<PropertyKey, unknown>)[name]));
      }
      for (const [name, value] of found) p.apply(push, this.#pairs, [[name, value]]);
    }

    #update(): void {
      if (this.#changed !== undefined) this.#changed(() => this.#write());
    }
    #keep(isKept: (pair: Pair) => boolean): void {
      const kept: Pair[] = [];
      for (let i = 0; i < this.#pairs.length; i++) {
        const pair = this.#pairs[i];
        if (pair !== undefined && isKept(pair)) p.apply(push, kept, [pair]);
      }
      this.#pairs = kept;
    }
    get size(): number {
      return this.#pairs.length;
    }
    append(...args: unknown[]): void {
      missing(args.length, 2);
      p.apply(push, this.#pairs, [[text(args[0]), text(args[1])]]);
      this.#update();
    }
    delete(...args: unknown[]): void {
      missing(args.length, 1);
      const name = text(args[0]);
      const value = args[1] === undefined ? undefined : text(args[1]);
      this.#keep((pair) => pair[0] !== name || (value !== undefined && pair[1] !== value));
      this.#update();
    }
    get(...args: unknown[]): string | null {
      missing(args.length, 1);
      return (this.getAll(args[0])[0] as string | undefined) ?? null;
    }
    getAll(...args: unknown[]): string[] {
      missing(args.length, 1);
      const name = text(args[0]);
      const found: string[] = [];
      for (let i = 0; i < this.#pairs.length; i++) {
        const pair = this.#pairs[i];
        if (pair?.[0] === name) p.apply(push, found, [pair[1]]);
      }
      return found;
    }
    has(...args: unknown[]): boolean {
      missing(args.length, 1);
      const name = text(args[0]);
      const value = args[1] === undefined ? undefined : text(args[1]);
      for (let i = 0; i < this.#pairs.length; i++) {
        const pair = this.#pairs[i];
        if (pair?.[0] === name && (value === undefined || pair[1] === value)) return true;
      }
      return false;
    }
    set(...args: unknown[]): void {
      missing(args.length, 2);
      const name = text(args[0]);
      const value = text(args[1]);
      let isSet = false;
      this.#keep((pair) => {
        if (pair[0] !== name) return true;
        if (isSet) return false;
        isSet = true;
        pair[1] = value;
        return true;
      });
      if (!isSet) p.apply(push, this.#pairs, [[name, value]]);
      this.#update();
    }
    sort(): void {
      p.apply(sort, this.#pairs, [((a: Pair, b: Pair) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0)) as never]);
      this.#update();
    }
    forEach(run: unknown, self?: unknown): void {
      if (typeof run !== 'function') throw new p.TypeError('forEach takes a function');
      for (let i = 0; i < this.#pairs.length; i++)
        p.apply(run as () => void, self, [this.#pairs[i]?.[1], this.#pairs[i]?.[0], this] as never);
    }
    entries(): Generator<Pair> {
      return walk(
        () => this.#pairs,
        (pair) => [pair[0], pair[1]],
      );
    }
    keys(): Generator<string> {
      return walk(
        () => this.#pairs,
        (pair) => pair[0],
      );
    }
    values(): Generator<string> {
      return walk(
        () => this.#pairs,
        (pair) => pair[1],
      );
    }
    [iterator](): Generator<Pair> {
      return this.entries();
    }
    toString(): string {
      return this.#write();
    }
    #write(): string {
      let out = '';
      for (let i = 0; i < this.#pairs.length; i++) {
        const pair = this.#pairs[i];
        if (pair !== undefined)
          out += `${i === 0 ? '' : '&'}${coding.encode(pair[0], 'form')}=${coding.encode(pair[1], 'form')}`;
      }
      return out;
    }
  }

  p.defineProperty(Params, 'name', { __proto__: null, value: 'URLSearchParams', configurable: true });
  p.hide(Params.prototype, toStringTag, 'URLSearchParams');
  return {
    URLSearchParams: Params,
    link: (params, changed) => link(params as Params, changed),
    reset: (params, query) => reset(params as Params, query),
  };
}
