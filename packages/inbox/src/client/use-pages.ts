import { useEffect, useRef, useState } from 'preact/hooks';
import type { Page } from './api.ts';
import { tell } from '../toasts.tsx';

export interface Pages<T> {
  /** `undefined` until the first page was read. */
  readonly items: readonly T[] | undefined;
  /** How many there are in all, where somebody counts them. */
  readonly total: number | undefined;
  /** Why the first page could not be read. */
  readonly problem: string | undefined;
  /** Reads the next page; `undefined` after the last one. */
  readonly more: (() => void) | undefined;
}

interface PagesOptions {
  readonly about?: readonly unknown[];
  readonly on?: readonly unknown[];
  /** Pages may have few items, or none: so many are looked for before a person has to ask for more. */
  readonly least?: number;
}

/** So many pages are read for them, and no more. */
const MOST = 5;

/** A list page by page. It starts again when `about` changes; when `on` does, it is read again as far as it was shown. */
export function usePages<T>(
  read: (cursor: string | undefined) => Promise<Omit<Page<T>, 'total'> & { readonly total?: number }>,
  { about = [], on = [], least = 0 }: PagesOptions = {},
): Pages<T> {
  const [shown, setShown] = useState<Omit<Page<T>, 'total'> & { readonly total?: number }>();
  const latest = useRef(0);
  const show = async (first: readonly T[], from: string | undefined, count: number): Promise<void> => {
    const turn = ++latest.current;
    const items = [...first];
    let page: Awaited<ReturnType<typeof read>>;
    let cursor = from;
    let sparse = 0;
    do {
      page = await read(cursor);
      items.push(...page.items);
      cursor = page.next;
      if (items.length >= count) sparse += 1;
    } while (cursor !== undefined && (items.length < count || (items.length < first.length + least && sparse < MOST)));
    if (turn === latest.current) setShown({ ...page, items });
  };
  const [problem, setProblem] = useState<string>();
  const showOrTell = (...args: Parameters<typeof show>): void => {
    show(...args).then(
      () => setProblem(undefined),
      (error: Error) => {
        setProblem(error.message);
        tell(error.message, true);
      },
    );
  };
  useEffect(() => showOrTell([], undefined, 0), about);
  useEffect(() => {
    if (shown !== undefined) showOrTell([], undefined, shown.items.length);
  }, on);
  return {
    items: shown?.items,
    total: shown?.total,
    problem,
    more: shown?.next === undefined ? undefined : () => showOrTell(shown.items, shown.next, 0),
  };
}
