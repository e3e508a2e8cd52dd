/** An integer of any size can be in a file; one that no writer wrote reads as NULL, not as an error of the whole query. */
export const safeInteger = (column: string): string =>
  `iif(${column} BETWEEN ${Number.MIN_SAFE_INTEGER} AND ${Number.MAX_SAFE_INTEGER}, ${column}, NULL)`;
