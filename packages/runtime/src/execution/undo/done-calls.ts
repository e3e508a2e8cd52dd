// What an execution did, as its journal says: each call that ran, with the arguments it ran with and what it returned.

import type { JournalEntry } from '@toolshed/kernel';
import { effectiveEntries } from '@toolshed/kernel/runtime';

export interface DoneCall {
  readonly call: number;
  readonly path: string;
  /** Digest of the tool's definition when it ran. */
  readonly tool: string;
  /** JSON texts. */
  readonly args: string;
  readonly outcome: Outcome;
  /** Whether the gate let it pass because its tool calls it safe. */
  readonly isSafe: boolean;
}

type Outcome =
  | { readonly kind: 'returned'; readonly value: string | undefined }
  | { readonly kind: 'threw' }
  /** Its outcome is unknown. */
  | { readonly kind: 'unknown' };

type Draft = { -readonly [K in keyof DoneCall]: DoneCall[K] } & { hasRun: boolean };

/** Only calls whose handler was started. */
export function doneCalls(entries: readonly JournalEntry[]): readonly DoneCall[] {
  const calls = new Map<number, Draft>();
  const change = (call: number, facts: Partial<Draft>): void => {
    const known = calls.get(call);
    if (known) Object.assign(known, facts);
  };
  for (const entry of effectiveEntries(entries)) {
    if (entry.kind === 'tool-called') {
      const { call, path, tool, args, decision } = entry;
      const isSafe = decision.because.kind === 'safe';
      calls.set(call, { call, path, tool, args, isSafe, hasRun: false, outcome: { kind: 'unknown' } });
    }
    if (entry.kind === 'tool-changed') change(entry.call, { tool: entry.tool, args: entry.args });
    if (entry.kind === 'answered' && entry.args !== undefined) change(entry.call, { args: entry.args });
    if (entry.kind === 'invoking') change(entry.call, { hasRun: true });
    if (entry.kind === 'returned') change(entry.call, { outcome: { kind: 'returned', value: entry.value } });
    if (entry.kind === 'threw') change(entry.call, { outcome: { kind: 'threw' } });
    if (entry.kind === 'late-outcome' && entry.outcome.kind === 'returned')
      change(entry.call, { outcome: { kind: 'returned', value: entry.outcome.value } });
  }
  return [...calls.values()].flatMap(({ hasRun, ...call }) => (hasRun ? [call] : []));
}
