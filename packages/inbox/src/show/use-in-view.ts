// What was on the screen, measured: a part counts as seen once every line of it stood in sight, above the bar with the
// buttons, in a tab that was in front. Of a page that is zoomed with two fingers only a part is on the screen, so lines
// are measured in columns: each of them has to have been in sight.
//
// Threat: a long argument whose end lies below the window, or behind the bar, is approved by somebody who only saw its
// beginning.

import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { FoldCount } from './json-view.tsx';

type Stretches = readonly (readonly [from: number, to: number])[];

/** Which stretches of each column were in sight, in pixels from the top; those of another size are of another layout. */
interface Sight {
  readonly height: number;
  readonly columns: readonly Stretches[];
}

/** So many, that some of them fit on the screen however far it is zoomed. */
const COLUMNS = 16;
const NOTHING: readonly Stretches[] = Array.from({ length: COLUMNS }, () => []);

const known = new WeakMap<Element, Sight>();

/** Layout rounds to parts of a pixel. */
const SLACK_PX = 2;

/** Counts a box as one part that is not shown until all of it was in sight; its sheets, where it has some, one by one. */
export function useInView(folds: FoldCount): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  const [isWhole, setWhole] = useState(false);
  useLayoutEffect(() => {
    const { current } = box;
    if (current === null) return;
    const look = (): void => {
      if (document.hidden) return;
      const sight = sightOn(current);
      const parts = partsOf(current);
      for (const part of parts) known.set(part, extended(known.get(part), part, sight));
      setWhole(parts.every((part) => isCovered(known.get(part))));
      mark(parts);
    };
    let frame = 0;
    const soon = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    };
    // At once: what is unfolded lies below the window before anybody can press a key.
    const sizes = new ResizeObserver(look);
    const content = new MutationObserver(look);
    sizes.observe(current);
    content.observe(current, { childList: true, subtree: true });
    document.addEventListener('scroll', soon, { capture: true, passive: true });
    document.addEventListener('visibilitychange', soon);
    addEventListener('resize', soon);
    visualViewport?.addEventListener('resize', soon);
    visualViewport?.addEventListener('scroll', soon);
    look();
    return () => {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      content.disconnect();
      document.removeEventListener('scroll', soon, { capture: true });
      document.removeEventListener('visibilitychange', soon);
      removeEventListener('resize', soon);
      visualViewport?.removeEventListener('resize', soon);
      visualViewport?.removeEventListener('scroll', soon);
    };
  }, []);
  useLayoutEffect(() => (isWhole ? undefined : folds.open()), [isWhole, folds]);
  return box;
}

const partsOf = (box: HTMLElement): readonly Element[] => {
  const sheets = [...box.querySelectorAll(':scope > .sheet')];
  return sheets.length === 0 ? [box] : sheets;
};

/** Where `revealNext` goes. */
function mark(parts: readonly Element[]): void {
  for (const part of parts) part.toggleAttribute('data-unseen', !isCovered(known.get(part)));
}

interface Sighted {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** What of the page is on the screen: less than the window where it is zoomed with two fingers, or a keyboard lies over it. */
function screenOf(): Sighted {
  if (visualViewport === null) return { top: 0, left: 0, bottom: innerHeight, right: innerWidth };
  const { offsetTop: top, offsetLeft: left, width, height } = visualViewport;
  return { top, left, bottom: top + height, right: left + width };
}

/** The stretch of the screen that nothing lies over, where the box is. */
function sightOn(box: HTMLElement): Sighted {
  const { left, right } = box.getBoundingClientRect();
  const pane = box.closest('.pane-question')?.getBoundingClientRect();
  const screen = screenOf();
  let top = Math.max(screen.top, pane?.top ?? 0);
  let bottom = Math.min(screen.bottom, pane?.bottom ?? screen.bottom);
  for (const cover of document.querySelectorAll('[data-covers]')) {
    const over = cover.getBoundingClientRect();
    if (over.height === 0 || over.right <= left || over.left >= right) continue;
    if (cover.getAttribute('data-covers') === 'top') top = Math.max(top, over.bottom);
    else bottom = Math.min(bottom, over.top);
  }
  return { ...screen, top, bottom };
}

function extended(before: Sight | undefined, part: Element, { top, bottom, left, right }: Sighted): Sight {
  const box = part.getBoundingClientRect();
  const isSame = before !== undefined && Math.abs(before.height - box.height) <= SLACK_PX;
  const columns = isSame ? before.columns : NOTHING;
  const from = Math.max(0, top - box.top);
  const to = Math.min(box.height, bottom - box.top);
  if (to <= from) return { height: box.height, columns };
  const width = box.width / COLUMNS;
  const isOn = (column: number): boolean =>
    box.left + column * width >= left - SLACK_PX && box.left + (column + 1) * width <= right + SLACK_PX;
  return {
    height: box.height,
    columns: columns.map((stretches, column) => (isOn(column) ? joined([...stretches, [from, to]]) : stretches)),
  };
}

/** In order, those that touch made one. */
function joined(stretches: Stretches): Stretches {
  const all: [number, number][] = [];
  for (const [from, to] of stretches.toSorted(([a], [b]) => a - b)) {
    const last = all.at(-1);
    if (last !== undefined && from <= last[1] + SLACK_PX) last[1] = Math.max(last[1], to);
    else all.push([from, to]);
  }
  return all;
}

const isCovered = (sight: Sight | undefined): boolean => gapIn(sight) === undefined;

/** Where the first lines begin that were not in sight; `undefined` if there are none. */
function gapIn(sight: Sight | undefined): number | undefined {
  if (sight === undefined) return 0;
  const ends = sight.columns.map(([first]) => (first === undefined || first[0] > SLACK_PX ? 0 : first[1]));
  const end = Math.min(...ends);
  return end >= sight.height - SLACK_PX ? undefined : end;
}

/** Scrolls so far that the first lines that were not in sight are. `false` if there are none. */
export function revealNext(): boolean {
  const part = document.querySelector<HTMLElement>('.pane-question [data-unseen]');
  if (part === null) return revealFold();
  const pane = part.closest('.pane-question');
  const scroller = pane !== null && pane.scrollHeight > pane.clientHeight + SLACK_PX ? pane : document.documentElement;
  const gap = gapIn(known.get(part)) ?? 0;
  const { top, bottom } = sightOn(part);
  // In a low window less of it: each step shows something more.
  const overlap = Math.min(OVERLAP_PX, Math.max(0, bottom - top) / 3);
  const by = part.getBoundingClientRect().top + gap - overlap - top;
  scroller.scrollBy({ top: by, behavior: 'instant' });
  return true;
}

/** What is folded away is opened by a person: its button is brought to them. */
function revealFold(): boolean {
  const fold = document.querySelector<HTMLElement>('.pane-question [data-fold]');
  fold?.scrollIntoView({ block: 'center' });
  fold?.focus({ preventScroll: true });
  return fold !== null;
}

/** So much of what was in sight stays, for the eye to go on from. */
const OVERLAP_PX = 48;
