// A list of which only what is on the screen exists, so that ten thousand open questions scroll like ten.
//
// The height of every item is known before it is drawn, so its place is a sum and nothing has to be measured.
//
// What comes and goes above does not move what a person points at or has scrolled to: a click falls on what stood there
// when it was meant.

import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

interface VirtualListProps<T> {
  readonly items: readonly T[];
  readonly heightOf: (item: T) => number;
  readonly keyOf: (item: T) => string;
  /** The item to keep on the screen. */
  readonly current: number | undefined;
  readonly label: string;
  /** The last item comes into view. */
  readonly onEnd: () => void;
  readonly children: (item: T, style: { readonly top: string; readonly height: string }) => ComponentChildren;
}

const TOUCH_MS = 1_500;

/** Drawn above and below what is on the screen, so that scrolling shows no gap. */
const AROUND_PX = 300;

export function VirtualList<T>({ items, heightOf, keyOf, current, label, onEnd, children }: VirtualListProps<T>) {
  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 0 });
  const tops = useMemo(() => topsOf(items, heightOf), [items, heightOf]);
  const look = (): void => {
    const { current: box } = scroller;
    if (box === null) return;
    drawn.current.scrollTop = box.scrollTop;
    if (box.scrollTop === 0) release();
    setView({ top: box.scrollTop, height: box.clientHeight });
  };
  /** What was on the screen before this drawing, and where the pointer was; outside of the list it is `undefined`. */
  const drawn = useRef({ items, tops, scrollTop: 0 });
  const pointer = useRef<number | undefined>(undefined);
  const [isMoreAbove, setMoreAbove] = useState(false);
  /** How high the list has to be to hold still: one that is shorter than its window has nothing to scroll by. */
  const [held, setHeld] = useState(0);
  const release = (): void => {
    setMoreAbove(false);
    setHeld(0);
  };
  useLayoutEffect(() => {
    const { current: box } = scroller;
    if (box === null) return;
    const sizes = new ResizeObserver(look);
    sizes.observe(box);
    look();
    return () => sizes.disconnect();
  }, []);
  useLayoutEffect(() => {
    const { current: box } = scroller;
    const before = drawn.current;
    drawn.current = { items, tops, scrollTop: before.scrollTop };
    const isHeld = before.scrollTop > 0 || pointer.current !== undefined;
    if (box === null || before.items === items || !isHeld) return;
    const at = indexAt(before.tops, before.scrollTop + (pointer.current ?? 0));
    const places = new Map(items.map((item, index) => [keyOf(item), index]));
    const stays = before.items.findIndex((item, index) => index >= at && places.has(keyOf(item)));
    const heldItem = before.items[stays];
    if (heldItem === undefined) return;
    const moved = (tops[places.get(keyOf(heldItem)) ?? 0] ?? 0) - (before.tops[stays] ?? 0);
    if (moved === 0) return;
    const room = before.scrollTop + moved + box.clientHeight;
    if (room > (tops.at(-1) ?? 0)) {
      // Before the scrolling, which would stop at the end of what is drawn.
      const list = box.querySelector<HTMLElement>('.window');
      if (list !== null) list.style.height = `${room}px`;
      setHeld(room);
    }
    box.scrollTop = before.scrollTop + moved;
    if (moved > 0) setMoreAbove(true);
    look();
  }, [items, tops]);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  const leave = (): void => {
    pointer.current = undefined;
    // Nobody points at it any more: what is short enough is shown from its beginning.
    setHeld(0);
  };
  useEffect(() => () => clearTimeout(leaving.current), []);
  const currentItem = current === undefined ? undefined : items[current];
  const currentKey = currentItem === undefined ? undefined : keyOf(currentItem);
  // Once for each that becomes the current one: who has scrolled away from it meanwhile is not taken back.
  useEffect(() => {
    const { current: box } = scroller;
    if (box === null || current === undefined) return;
    const top = tops[current] ?? 0;
    const bottom = tops[current + 1] ?? top;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight;
  }, [currentKey]);
  const from = Math.max(0, indexAt(tops, view.top - AROUND_PX));
  const to = Math.min(items.length, indexAt(tops, view.top + view.height + AROUND_PX) + 1);
  useEffect(() => {
    if (view.height > 0 && to >= items.length) onEnd();
  }, [to, items, view.height]);
  return (
    <div
      class="list"
      ref={scroller}
      onScroll={look}
      onPointerMove={({ pointerType, clientY, currentTarget }) => {
        if (pointerType === 'mouse') pointer.current = clientY - currentTarget.getBoundingClientRect().top;
      }}
      onPointerDown={({ pointerType, clientY, currentTarget }) => {
        if (pointerType === 'mouse') return;
        // A finger that has just been there is about to be there again.
        const touched = clientY - currentTarget.getBoundingClientRect().top;
        pointer.current = touched;
        clearTimeout(leaving.current);
        leaving.current = setTimeout(leave, TOUCH_MS);
      }}
      onPointerLeave={({ pointerType }) => void (pointerType === 'mouse' && leave())}
    >
      {isMoreAbove && (
        <div class="more-above">
          <button type="button" class="small" onClick={() => scroller.current?.scrollTo(0, 0)}>
            ↑ More above
          </button>
        </div>
      )}
      <ul class="window" aria-label={label} style={{ height: `${Math.max(held, tops.at(-1) ?? 0)}px` }}>
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
