// Executions by what they are for. A store keeps no index of it, so the newest executions are looked through: each is read
// once, and what it is for never changes (`execution-line.ts`).

import type { ExecutionId, ExecutionSummary } from '@toolshed/kernel';
import type { ExecutionLine, Purpose } from './execution-line.js';
import type { Shed } from './shed-port.js';

/** So many of the newest executions are looked through. */
export const SEARCHED = 1_000;
const PAGE = 200;

interface Sources {
  readonly shed: Pick<Shed, 'list'>;
  readonly lineOf: (one: ExecutionSummary) => Promise<ExecutionLine>;
}

interface Wanted {
  readonly purpose: Purpose | undefined;
  /** The plan they run, or the execution they undo. */
  readonly of: ExecutionId | undefined;
  readonly limit: number;
}

export type ExecutionRow = ExecutionSummary & ExecutionLine;

/** `total` is how many there are among those that were looked through. */
export async function findByPurpose(
  { shed, lineOf }: Sources,
  filter: Parameters<Shed['list']>[0],
  { purpose, of, limit }: Wanted,
): Promise<{ readonly items: readonly ExecutionRow[]; readonly total: number; readonly next?: string }> {
  const found: ExecutionRow[] = [];
  let before = filter?.before;
  for (let looked = 0; looked < SEARCHED; looked += PAGE) {
    const page = await shed.list({ ...filter, ...(before === undefined ? {} : { before }), limit: PAGE });
    const rows = await Promise.all(page.map(async (one) => ({ ...one, ...(await lineOf(one)) })));
    found.push(
      ...rows.filter((row) => (purpose ?? row.purpose) === row.purpose && (of === undefined || row.of === of)),
    );
    if (page.next === undefined) break;
    before = page.next;
  }
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, total: found.length, ...(found.length > limit && last ? { next: last.id } : {}) };
}
