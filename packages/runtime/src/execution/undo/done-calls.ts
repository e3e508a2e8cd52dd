// What an execution did, as its journal says: each call that ran, with the arguments it ran with and what it returned.

import type { JournalEntry } from '@toolshed/kernel';
import { assertNever, effectiveEntries } from '@toolshed/kernel/runtime';

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

/** `isInDoubt`: somebody was asked what became of its last attempt. What ends it then is not what its handler did. */
type Draft = { -readonly [K in keyof DoneCall]: DoneCall[K] } & { hasRun: boolean; isInDoubt: boolean };

/** Only calls whose handler was started. */
export function doneCalls(entries: readonly JournalEntry[]): readonly DoneCall[] {
  const calls = new Map<number, Draft>();
  const change = (call: number, facts: Partial<Draft>): void => {
    const known = calls.get(call);
    if (known) Object.assign(known, facts);
  };
  for (const entry of effectiveEntries(entries)) {
    switch (entry.kind) {
      case 'tool-called': {
        const { call, path, tool, args, decision } = entry;
        const isSafe = decision.because.kind === 'safe';
        const draft = { call, path, tool, args, isSafe, hasRun: false, isInDoubt: false };
        calls.set(call, { ...draft, outcome: { kind: 'unknown' } });
        break;
      }
      case 'tool-changed':
        change(entry.call, { tool: entry.tool, args: entry.args });
        break;
      case 'answered':
        if (entry.args !== undefined) change(entry.call, { args: entry.args });
        break;
      case 'invoking':
        change(entry.call, { hasRun: true, isInDoubt: false });
        break;
      case 'returned':
        change(entry.call, { outcome: { kind: 'returned', value: entry.value } });
        break;
      case 'asked':
        if (entry.asker === 'in-doubt') change(entry.call, { isInDoubt: true });
        break;
      case 'threw':
        if (calls.get(entry.call)?.isInDoubt !== true) change(entry.call, { outcome: { kind: 'threw' } });
        break;
      case 'late-outcome':
        if (entry.outcome.kind === 'returned')
          change(entry.call, { outcome: { kind: 'returned', value: entry.outcome.value } });
        break;
      case 'started':
      case 'call-refused':
      case 'elicit-called':
      case 'redecided':
      case 'planned':
      case 'timer-set':
      case 'printed':
      case 'approval-given':
      case 'consented':
      case 'revised':
      case 'side-quest-ended':
      case 'program-entered':
      case 'fired':
      case 'parked':
      case 'taken-over':
      case 'sandbox-lost':
      case 'reopened':
      case 'completed':
      case 'failed':
      case 'cancelled':
        break;
      default:
        assertNever(entry);
    }
  }
  return [...calls.values()].flatMap(({ hasRun, isInDoubt: _, ...call }) => (hasRun ? [call] : []));
}
