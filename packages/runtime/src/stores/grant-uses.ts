// The uses of grants that entries imply, so that every store takes the same ones with the entries it writes.

import type { ExecutionId, GrantId, JournalEntry } from '@toolshed/kernel';

/** One call that was allowed by a grant. A call of a plan that does not run uses none. */
export interface GrantUse {
  readonly grant: GrantId;
  readonly execution: ExecutionId;
  readonly call: number;
  readonly at: number;
}

export function grantUsesIn(execution: ExecutionId, entries: readonly JournalEntry[]): readonly GrantUse[] {
  const uses: GrantUse[] = [];
  for (const entry of entries) {
    if (entry.kind !== 'tool-called' || entry.decision.kind !== 'allow' || entry.planned) continue;
    const { call, at, decision } = entry;
    if (decision.because.kind === 'grant') uses.push({ grant: decision.because.grant, execution, call, at });
  }
  return uses;
}
