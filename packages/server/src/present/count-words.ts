import { MORE_THAN_COUNTED, MOST_COUNTED } from '@toolshed/kernel/runtime';

/** How many a list has in all. */
export const countWords = (total: number): string =>
  total === MORE_THAN_COUNTED ? `more than ${MOST_COUNTED.toLocaleString('en-US')}` : total.toLocaleString('en-US');
