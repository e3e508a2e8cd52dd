// How a reply describes what it leaves out: how much, and the exact call that reads more.

import type { Cut } from './fit-value.js';
import { writePath } from '../../value-path.js';

/** How many cuts are named; the value itself marks all of them. */
const MOST_NAMED = 3;
const LONGEST_PATH = 200;

export function cutWords(executionId: string, cuts: readonly Cut[]): string | undefined {
  const named = cuts.map((cut) => ({ ...cut, at: writePath(cut.path) })).filter(({ at }) => at.length <= LONGEST_PATH);
  const [first] = named;
  if (cuts.length === 0) return undefined;
  const places = named
    .slice(0, MOST_NAMED)
    .map(
      ({ at, shown, of, kind, isNewest }) => `${at}: ${isNewest === true ? 'the last ' : ''}${shown} of ${of} ${kind}`,
    );
  const others = cuts.length - places.length;
  const all = [...places, ...(others > 0 ? [`${others} more cuts`] : [])].join('; ');
  const path = first === undefined ? 'value' : first.at;
  const from = first === undefined || first.kind === 'characters' || first.isNewest === true ? 0 : first.shown;
  const call = JSON.stringify({ execution_id: executionId, path, from });
  return `Shortened to fit: ${all}. Nothing is lost: read on with get_execution ${call}, or in a program with tools.$result.`;
}
