import type { Writable } from 'node:stream';

const USUAL = 80;
/** Less leaves no room beside margins and line numbers; the terminal then breaks lines as it does. */
const LEAST = 20;

/** Columns to lay text out for; a terminal that does not know its own reports 0. */
export function columnsOf(output: Writable): number {
  const columns: unknown = Reflect.get(output, 'columns');
  return typeof columns === 'number' && columns > 0 ? Math.max(columns, LEAST) : USUAL;
}
