// A list filtered by something no store has an index for. It is walked once, from its newest item to its oldest, so that the
// total is right; what matches is kept, and pages are cut from that.

import type { Page } from '@toolshed/kernel';
import { nextAfter, toPage } from '@toolshed/kernel/runtime';
import { listAll } from '@toolshed/runtime';
import type { Look } from './paging.js';
import { UsageError } from './usage-error.js';

const USUAL = 50;

/** Pages of the items that match. */
export function narrowed<T, Cursor extends string | number>(
  list: Look<T, Cursor>,
  cursorOf: (item: T) => Cursor,
  matches: (item: T) => boolean,
): Look<T, Cursor> {
  return pagesIn(async () => (await listAll(list, {})).filter(matches), cursorOf);
}

/** Pages of items that are all found at once, newest first. */
export function pagesIn<T, Cursor extends string | number>(
  find: () => Promise<readonly T[]>,
  cursorOf: (item: T) => Cursor,
): Look<T, Cursor> {
  let finding: Promise<readonly T[]> | undefined;
  return async ({ before, limit = USUAL }): Promise<Page<T, Cursor>> => {
    finding ??= find();
    const found = await finding;
    const last = before === undefined ? -1 : found.findIndex((item) => cursorOf(item) === before);
    if (before !== undefined && last < 0)
      throw new UsageError(
        'usage/after',
        `Cannot use --after "${before}": no page of this list ends with it. Take the value that the page before printed`,
      );
    const shown = found.slice(last + 1, last + 1 + limit);
    const hasMore = last + 1 + limit < found.length;
    return toPage(shown, { total: found.length, next: nextAfter(shown, hasMore, cursorOf) });
  };
}
