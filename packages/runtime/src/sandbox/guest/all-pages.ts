// `tools.x.list.$all(args, { limit })`: a loop over ordinary calls, each with the arguments that the answer before it
// gave as `page.next`. Every call is gated and journaled by itself, so a replay takes the same pages.

import type { Primordials } from './primordials.js';

export type SendPage = (args: string) => Promise<unknown>;

export function createAllPages(p: Primordials): (send: SendPage, args: unknown, options: unknown) => Promise<unknown> {
  const DEFAULT_LIMIT = 1_000;
  const MAX_LIMIT = 100_000;

  const member = (value: unknown, name: string): unknown =>
    typeof value === 'object' && value !== null && p.hasOwn(value, name)
      ? (value as Record<string, unknown>)[name]
      : undefined;

  const limitOf = (options: unknown): number => {
    const limit = member(options, 'limit');
    if (limit === undefined) return DEFAULT_LIMIT;
    if (typeof limit !== 'number' || limit < 1 || limit > MAX_LIMIT || limit % 1 !== 0)
      throw new p.TypeError(`Cannot list all pages: limit must be a whole number from 1 to ${MAX_LIMIT}`);
    return limit;
  };

  /** The list of one answer; undefined if the answer does not say where it is. */
  const listOf = (result: unknown): readonly unknown[] | undefined => {
    const path = member(member(result, 'page'), 'list') as readonly string[] | undefined;
    if (path === undefined) return undefined;
    let found = member(result, 'body');
    for (let i = 0; i < path.length; i++) found = member(found, path[i] ?? '');
    return found as readonly unknown[];
  };

  return (send, args, options) =>
    new p.Promise((resolve, reject) => {
      const limit = limitOf(options);
      const all: unknown[] = [];
      const take = (result: unknown): void => {
        const list = listOf(result);
        if (list === undefined) {
          reject(
            new p.TypeError(
              'Cannot list all pages: this tool does not say how its list continues; call it and read its result',
            ),
          );
          return;
        }
        for (let i = 0; i < list.length && all.length < limit; i++)
          p.defineProperty(all, `${all.length}`, {
            __proto__: null,
            value: list[i],
            writable: true,
            enumerable: true,
            configurable: true,
          });
        const next = member(member(result, 'page'), 'next');
        if (all.length >= limit || typeof next !== 'object' || next === null) resolve(all);
        else ask(next);
      };
      const ask = (wanted: unknown): void => {
        const text = wanted === undefined ? '{}' : p.stringify(wanted);
        if (text === undefined) throw new p.TypeError('Arguments must be JSON values');
        p.whenSettled(send(text), take, reject);
      };
      ask(args);
    });
}
