// Where a place of the text that was compiled is in the text that the agent wrote. Used inside the isolate and outside.

/** From this column of a line on, both from 1, columns are this much larger than they were before the change. */
export type ColumnShift = readonly [line: number, column: number, by: number];

/** One list for each time the text was changed, the last change first; each in the order of its places. */
export type ColumnShifts = readonly (readonly ColumnShift[])[];

export type ColumnReader = (line: number, column: number, shifts: ColumnShifts) => number;

export function createColumnReader(): ColumnReader {
  const { max } = Math;
  return (line, column, shifts) => {
    let read = column;
    for (let i = 0; i < shifts.length; i++) {
      const changes = shifts[i] ?? [];
      // The last change before the place, by halves: a text can have hundreds of thousands, and each call asks.
      let from = 0;
      let to = changes.length;
      while (from < to) {
        const middle = (from + to - ((from + to) % 2)) / 2;
        const change = changes[middle];
        const isBefore = change !== undefined && (change[0] < line || (change[0] === line && change[1] <= read));
        if (isBefore) from = middle + 1;
        else to = middle;
      }
      const last = changes[from - 1];
      read = max(1, read - (last !== undefined && last[0] === line ? last[2] : 0));
    }
    return read;
  };
}
