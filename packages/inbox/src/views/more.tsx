import { countWords } from '@toolshed/server/present';
import type { Pages } from '../client/use-pages.ts';

/** How much of a list is shown, and the way to the rest. */
export function More({ items, total, more }: Pages<unknown>) {
  if (items === undefined || (more === undefined && items.length >= (total ?? 0))) return null;
  return (
    <p class="more-of">
      {items.length.toLocaleString('en-US')}
      {total !== undefined && ` of ${countWords(total)}`}{' '}
      {more !== undefined && (
        <button type="button" class="more" onClick={more}>
          Show more
        </button>
      )}
    </p>
  );
}
