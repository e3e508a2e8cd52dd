// A list of which only what is on the screen exists, so that ten thousand open questions scroll like ten.
//
// The height of every item is known before it is drawn, so its place is a sum and nothing has to be measured.

import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

interface VirtualListProps<T> {
  readonly items: readonly T[];
  readonly heightOf: (item: T) => number;
  /** The item to keep on the screen. */
  readonly current: number | undefined;
  readonly label: string;
  /** The last item comes into view. */
  readonly onEnd: () => void;
  readonly children: (item: T, style: { readonly top: string; readonly height: string }) => ComponentChildren;
}

/** Drawn above and below what is on the screen, so that scrolling shows no gap. */
const AROUND_PX = 300;

export function VirtualList<T>({ items, heightOf, current, label, onEnd, children }: VirtualListProps<T>) {
  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 0 });
  const tops = useMemo(() => topsOf(items, heightOf), [items, heightOf]);
  const look = (): void => {
    const { current: box } = scroller;
    if (box !== null) setView({ top: box.scrollTop, height: box.clientHeight });
  };
  useLayoutEffect(() => {
    const { current: box } = scroller;
    if (box === null) return;
    const sizes = new ResizeObserver(look);
    sizes.observe(box);
    look();
    return () => sizes.disconnect();
  }, []);
  useEffect(() => {
    const { current: box } = scroller;
    if (box === null || current === undefined) return;
    const top = tops[current] ?? 0;
    const bottom = tops[current + 1] ?? top;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight;
  }, [current, tops]);
  const from = Math.max(0, indexAt(tops, view.top - AROUND_PX));
  const to = Math.min(items.length, indexAt(tops, view.top + view.height + AROUND_PX) + 1);
  useEffect(() => {
    if (view.height > 0 && to >= items.length) onEnd();
  }, [to, items, view.height]);
  return (
    <div class="list" ref={scroller} onScroll={look}>
      <ul class="window" aria-label={label} style={{ height: `${tops.at(-1) ?? 0}px` }}>
        {items.slice(from, to).map((item, index) => {
          const top = tops[from + index] ?? 0;
          return children(item, { top: `${top}px`, height: `${(tops[from + index + 1] ?? top) - top}px` });
        })}
      </ul>
    </div>
  );
}

/** Where each item begins, and last where the list ends. */
function topsOf<T>(items: readonly T[], heightOf: (item: T) => number): readonly number[] {
  const tops = [0];
  let end = 0;
  for (const item of items) {
    end += heightOf(item);
    tops.push(end);
  }
  return tops;
}

/** The last item that begins at or above a place. */
function indexAt(tops: readonly number[], place: number): number {
  let low = 0;
  let high = tops.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((tops[middle] ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}
