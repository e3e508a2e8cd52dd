// A part of a list, with how long the whole list is and where the next part starts.

import { InvalidOptionsError } from './options/read-options.js';
import { ToolshedError } from './toolshed-error.js';

/** An array with two more properties, `total` and `next`, which are not elements and which JSON leaves out. */
export interface Page<T, Cursor = string> extends ReadonlyArray<T> {
  /** How many there are in all, on this page or not; 10,001 executions or questions are "more than 10,000". */
  readonly total: number;
  /** Where the next page starts; `undefined` on the last one. */
  readonly next: Cursor | undefined;
}

/** What a store keeps for ever is counted up to this number, so that a list costs the same however much is kept. */
export const MOST_COUNTED = 10_000;
/** What a count is where there are more than `MOST_COUNTED`. */
export const MORE_THAN_COUNTED = MOST_COUNTED + 1;

export interface PageFacts<Cursor> {
  readonly total: number;
  readonly next: Cursor | undefined;
}

export const toPage = <T, Cursor>(items: readonly T[], { total, next }: PageFacts<Cursor>): Page<T, Cursor> =>
  new PageArray(items, total, next);

class PageArray<T, Cursor> extends Array<T> {
  readonly #total: number;
  readonly #next: Cursor | undefined;

  constructor(items: readonly T[], total: number, next: Cursor | undefined) {
    super();
    for (const item of items) this.push(item);
    this.#total = total;
    this.#next = next;
  }

  /** What is made of a page, by `map` or `filter`, is a plain array: its total would be another. */
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  get total(): number {
    return this.#total;
  }

  get next(): Cursor | undefined {
    return this.#next;
  }
}

export interface PageWanted<Cursor> {
  /** The last item of the page before; from the start if absent. */
  readonly after?: Cursor | undefined;
  /** All of the rest if absent. */
  readonly limit?: number | undefined;
}

/** A page of a list that is in memory as a whole. */
export function pageIn<T, Cursor>(
  items: readonly T[],
  { after, limit = items.length }: PageWanted<Cursor>,
  cursorOf: (item: T) => Cursor,
): Page<T, Cursor> {
  if (!Number.isSafeInteger(limit) || limit < 0)
    throw new InvalidOptionsError('list', [{ field: 'limit', message: 'must be a whole number, 0 or more' }]);
  const last = after === undefined ? -1 : items.findIndex((item) => cursorOf(item) === after);
  if (after !== undefined && last < 0) throw new UnknownCursorError(String(after));
  const shown = items.slice(last + 1, last + 1 + limit);
  return toPage(shown, { total: items.length, next: nextAfter(shown, last + 1 + limit < items.length, cursorOf) });
}

/** Where the next page starts, if there is one. */
export function nextAfter<T, Cursor>(
  shown: readonly T[],
  hasMore: boolean,
  cursorOf: (item: T) => Cursor,
): Cursor | undefined {
  const last = shown.at(-1);
  return hasMore && last !== undefined ? cursorOf(last) : undefined;
}

/** The item that a list was to continue after no longer exists: it was pruned, revoked or removed. */
export class UnknownCursorError extends ToolshedError {
  override readonly name = 'UnknownCursorError';
  override readonly code = 'list/unknown-cursor';

  constructor(readonly cursor: string) {
    super(`Cannot continue after "${cursor}": it does not exist, or no longer; start the list again`);
  }
}
