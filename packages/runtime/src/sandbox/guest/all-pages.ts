// `tools.x.list.$all(args, { limit })`: a loop over ordinary calls, each with the arguments that the answer before it
// gave as `page.next`. Every call is gated and journaled by itself, so a replay takes the same pages.

import type { Primordials } from './primordials.js';
import type { ProgramTerms } from './program-terms.js';
import type { WriteValue } from './values/write-value.js';

export type SendPage = (args: string) => Promise<unknown>;

export function createAllPages(
  p: Primordials,
  { terms, writeValue }: { readonly terms: ProgramTerms; readonly writeValue: WriteValue },
): (
  send: SendPage,
  args: unknown,
  options: unknown,
  /** Told what the program gets. */
  gave: (all: readonly unknown[]) => void,
) => Promise<unknown> {
  const DEFAULT_LIMIT = 1_000;
  const MAX_LIMIT = 100_000;

  const member = (value: unknown, name: string): unknown =>
    typeof value === 'object' && value !== null && p.hasOwn(value, name)
      ? (value as Record<string, unknown>)[name]
      : undefined;

  const { keys } = Object;

  const assertKnown = (options: unknown): void => {
    if (options === undefined || terms.rules < 5) return;
    const given = typeof options === 'object' && options !== null ? keys(options) : ['this'];
    for (let i = 0; i < given.length; i++)
      if (given[i] !== 'limit')
        throw new p.TypeError(
          `Cannot list all pages: "${given[i]}" is no option; write $all(args, { limit }), with the arguments of the tool in args`,
        );
  };

  const limitOf = (options: unknown): number => {
    assertKnown(options);
    const limit = member(options, 'limit');
    if (limit === undefined) return DEFAULT_LIMIT;
    if (typeof limit !== 'number' || limit < 1 || limit > MAX_LIMIT || limit % 1 !== 0)
      throw new p.TypeError(`Cannot list all pages: limit must be a whole number from 1 to ${MAX_LIMIT}`);
    return limit;
  };

  const textOf = (wanted: unknown): string | undefined =>
    terms.rules < 5 ? p.stringify(wanted) : writeValue(wanted, 'send');

  /** The list of one answer; undefined if the answer does not say where it is. */
  const listOf = (result: unknown): readonly unknown[] | undefined => {
    const path = member(member(result, 'page'), 'list') as readonly string[] | undefined;
    if (path === undefined) return undefined;
    let found = member(result, 'body');
    for (let i = 0; i < path.length; i++) found = member(found, path[i] ?? '');
    return found as readonly unknown[];
  };

  return (send, args, options, gave) =>
    new p.Promise((resolve, reject) => {
      const limit = limitOf(options);
      const all: unknown[] = [];
      let isGiven = false;
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
        const page = member(result, 'page');
        const next = member(page, 'next');
        // After an answer that led on by itself, one that does not is the last.
        const isLast = isGiven && member(page, 'given') !== true;
        isGiven = member(page, 'given') === true;
        if (isLast || all.length >= limit || typeof next !== 'object' || next === null) {
          gave(all);
          resolve(all);
        } else ask(next);
      };
      const ask = (wanted: unknown): void => {
        try {
          const text = wanted === undefined ? '{}' : textOf(wanted);
          if (text === undefined) throw new p.TypeError('Arguments must be JSON values');
          p.whenSettled(send(text), take, reject);
        } catch (error) {
          if (terms.rules < 5) throw error;
          // Also of a later page, where nobody else would catch it.
          reject(error);
        }
      };
      ask(args);
    });
}
