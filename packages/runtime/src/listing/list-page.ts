import type { Page } from '@toolshed/kernel';
import { nextAfter, toPage, UnknownCursorError } from '@toolshed/kernel/runtime';

const DEFAULT_LIMIT = 50;

export interface Listed<T, Cursor> {
  readonly limit: number | undefined;
  readonly before: Cursor | undefined;
  /** At most this many of the list, after `before`. */
  look(limit: number): Promise<readonly T[]>;
  /** Of the whole list. */
  count(): Promise<number>;
  cursorOf(item: T): Cursor;
  /** Whether it can be in this list: an item of another session counts as unknown. */
  isKnown(cursor: Cursor): Promise<boolean>;
}

/** Reads one item more than requested to recognise the last page; a list that fits one page is not counted. */
export async function pageOf<T, Cursor>(list: Listed<T, Cursor>): Promise<Page<T, Cursor>> {
  const { limit = DEFAULT_LIMIT, before } = list;
  if (before !== undefined && !(await list.isKnown(before))) throw new UnknownCursorError(String(before));
  const found = await list.look(limit + 1);
  const shown = found.slice(0, limit);
  const hasMore = found.length > limit;
  const isWhole = before === undefined && !hasMore;
  const total = isWhole ? found.length : Math.max(found.length, await list.count());
  return toPage(shown, { total, next: nextAfter(shown, hasMore, list.cursorOf) });
}
