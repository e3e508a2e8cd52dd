// Where a client of the event stream is, as it keeps and sends it. Clients only compare two of them for equality; what is
// in one is between servers, so that it can hold more than one position later (`docs/operate/scaling.md`).

/** What every cursor begins with: `e` for one position of one store. */
const ONE_POSITION = 'e';
const RADIX = 36;

/** Clients of earlier versions kept the position as it is, and `0` is before everything. */
const PLAIN = /^\d{1,16}$/;
const CURSOR = /^e[0-9a-z]{1,11}$/;

export const cursorAt = (position: number): string => `${ONE_POSITION}${position.toString(RADIX)}`;

/** The position in a cursor; `undefined` if no server made it. */
export function positionIn(cursor: string): number | undefined {
  const position = PLAIN.test(cursor)
    ? Number(cursor)
    : CURSOR.test(cursor)
      ? Number.parseInt(cursor.slice(ONE_POSITION.length), RADIX)
      : Number.NaN;
  return Number.isSafeInteger(position) ? position : undefined;
}
