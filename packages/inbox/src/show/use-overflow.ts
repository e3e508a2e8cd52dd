// Text that runs out of its card sideways counts as not shown.

import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { FoldCount } from './json-view.tsx';

/**
 * Counts a box as one part that is not shown while anything in it reaches beyond its right edge, or is cut off or
 * scrolled away sideways: whatever the layout does, nobody approves what lies outside the card.
 */
export function useOverflow(folds: FoldCount, box: RefObject<HTMLElement | null>): void {
  const [isCut, setCut] = useState(false);
  useLayoutEffect(() => {
    const { current } = box;
    if (current === null) return;
    const look = (): void => setCut(isOverflowing(current));
    const sizes = new ResizeObserver(look);
    const changes = new MutationObserver(look);
    sizes.observe(current);
    changes.observe(current, { childList: true, subtree: true, characterData: true });
    look();
    return () => {
      sizes.disconnect();
      changes.disconnect();
    };
  }, []);
  useLayoutEffect(() => (isCut ? folds.open() : undefined), [isCut, folds]);
}

/** Layout rounds to parts of a pixel. */
const SLACK_PX = 2;

function isOverflowing(box: HTMLElement): boolean {
  const edge = box.getBoundingClientRect().right + SLACK_PX;
  return [...box.querySelectorAll('*')].some((part) => {
    const { width, right } = part.getBoundingClientRect();
    return width > 0 && (right > edge || isCutSideways(part));
  });
}

const isCutSideways = (part: Element): boolean =>
  part.clientWidth > 0 &&
  part.scrollWidth > part.clientWidth + SLACK_PX &&
  getComputedStyle(part).overflowX !== 'visible';
