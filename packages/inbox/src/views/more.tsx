import { countWords } from '@toolshed/server/present';
import type { Pages } from '../client/use-pages.ts';

/** How much of a list is shown, and the way to the rest. */
export function More({ items, total, more }: Pages<unknown>) {
  if (items === undefined || items.length === 0) return null;
  return (
    <p class="more-of quiet">
      {shownWords(items.length, total, more !== undefined)}{' '}
      {more !== undefined && (
        <button type="button" class="more" onClick={more}>
          Show more
        </button>
      )}
    </p>
  );
}

const shownWords = (shown: number, total: number | undefined, isMore: boolean): string => {
  const here = shown.toLocaleString('en-US');
  if (total !== undefined && total > shown) return `${here} of ${countWords(total)}`;
  return isMore ? `The newest ${here}` : `${here} in all`;
};
