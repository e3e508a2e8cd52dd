import type { Page } from '@toolshed/kernel';
import { toPage } from '@toolshed/kernel/runtime';

/** What `listAll` adds to a filter for each page it asks for. */
export interface PageWanted<Cursor> {
  /** Where the page begins: the `next` of the one before. */
  readonly before?: Cursor | undefined;
  /** How many items at most. */
  readonly limit?: number | undefined;
}

const MANY = 500;

/**
 * Everything a filter finds, as one page. It is read page by page, without items that are added meanwhile.
 *
 * @example
 * ```ts
 * const open = await listAll(shed.pending, { session: 'ada' });
 * ```
 */
export async function listAll<T, Cursor, Filter>(
  list: (filter: Filter & PageWanted<Cursor>) => Promise<Page<T, Cursor>>,
  filter: NoInfer<Filter>,
  from?: Cursor,
): Promise<Page<T, Cursor>> {
  const found: T[] = [];
  let before = from;
  for (;;) {
    const page = await list({ ...filter, before, limit: MANY });
    for (const one of page) found.push(one);
    before = page.next;
    if (before === undefined)
      return toPage<T, Cursor>(found, { total: from === undefined ? found.length : page.total, next: undefined });
  }
}
