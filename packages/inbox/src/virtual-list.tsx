// A list of which only what is on the screen exists, so that a thousand open questions scroll like ten.

import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

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

export function VirtualList<T>({ items, heightOf, keyOf, current, label, onEnd, children }: VirtualListProps<T>) {
  const scroller = useRef<HTMLDivElement>(null);
  const [, redraw] = useState(0);
  const virtual = useRef<Virtualizer<HTMLDivElement, Element>>(null);
  const options = {
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index: number) => {
      const item = items[index];
      return item === undefined ? 0 : heightOf(item);
    },
    getItemKey: (index: number) => {
      const item = items[index];
      return item === undefined ? index : keyOf(item);
    },
    overscan: 8,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: () => redraw((count) => count + 1),
  };
  virtual.current ??= new Virtualizer(options);
  const { current: list } = virtual;
  list.setOptions(options);
  useEffect(() => list._didMount(), [list]);
  useLayoutEffect(() => {
    list._willUpdate();
    list.measure();
  }, [list, items]);
  useEffect(() => {
    if (current !== undefined) list.scrollToIndex(current, { align: 'auto' });
  }, [list, current]);
  const last = list.getVirtualItems().at(-1)?.index ?? -1;
  useEffect(() => {
    if (last >= items.length - 1) onEnd();
  }, [last, items]);
  return (
    <div class="list" ref={scroller}>
      <ul class="window" aria-label={label} style={{ height: `${list.getTotalSize()}px` }}>
        {list.getVirtualItems().map(({ index, start, size }) => {
          const item = items[index];
          return item === undefined ? null : children(item, { top: `${start}px`, height: `${size}px` });
        })}
      </ul>
    </div>
  );
}
