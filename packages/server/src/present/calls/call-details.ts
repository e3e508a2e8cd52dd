// What the journal says about each call beside its outcome: its arguments, when it was made and ended, what it returned, and
// who decided about it.

import type { EntryOf, JournalEntry } from '@toolshed/kernel';
import { assertNever } from '@toolshed/kernel/runtime';
import type { CallReport } from '@toolshed/runtime';

/** What a person, or the runtime in their place, decided about a call. */
export interface CallAnswer extends Pick<EntryOf<'approval-given'>, 'by' | 'at' | 'reason'> {
  /** `approve` is one of several approvals that the call needs. */
  readonly action: EntryOf<'answered'>['answer']['action'] | 'approve';
  /** Whether it is about the call itself, and not a question that its handler or the program asks. */
  readonly isDecision: boolean;
}

/** Everything known about one call. */
export interface CallDetails extends CallReport {
  /** The arguments it was made with, or those an approver put in their place, as JSON. */
  readonly args: string | undefined;
  /** What it returned, as JSON. */
  readonly value: string | undefined;
  /** When the program made it. */
  readonly calledAt: number | undefined;
  /** When it returned or threw. */
  readonly endedAt: number | undefined;
  /** In the order they were given. */
  readonly answers: readonly CallAnswer[];
  /** Policy or a remembered refusal denied it, without a question. */
  readonly isDeniedByPolicy: boolean;
}

type Known = { -readonly [K in Exclude<keyof CallDetails, keyof CallReport>]: CallDetails[K] };

/** The calls with what the journal has about them, in one pass. */
export function detailsOf(calls: readonly CallReport[], journal: readonly JournalEntry[]): readonly CallDetails[] {
  const known = new Map<number, Known>();
  const askers = new Map<string, EntryOf<'asked'>['asker']>();
  const of = (call: number): Known => {
    const found = known.get(call) ?? {
      args: undefined,
      value: undefined,
      calledAt: undefined,
      endedAt: undefined,
      answers: [],
      isDeniedByPolicy: false,
    };
    known.set(call, found);
    return found;
  };
  const add = (call: number, elicitation: string, answer: Omit<CallAnswer, 'isDecision'>): void => {
    const isDecision = askers.get(elicitation) === 'gate';
    of(call).answers = [...of(call).answers, { ...answer, isDecision }];
  };
  for (const entry of journal) {
    switch (entry.kind) {
      case 'tool-called':
        of(entry.call).isDeniedByPolicy = entry.decision.kind === 'deny';
        of(entry.call).args = entry.args;
        of(entry.call).calledAt = entry.at;
        break;
      case 'tool-changed':
        of(entry.call).args = entry.args;
        break;
      case 'redecided':
        of(entry.call).isDeniedByPolicy = entry.decision.kind === 'deny';
        break;
      case 'call-refused':
      case 'elicit-called':
      case 'timer-set':
        of(entry.call).calledAt = entry.at;
        break;
      case 'asked':
        askers.set(entry.elicitation, entry.asker);
        break;
      case 'approval-given':
        add(entry.call, entry.elicitation, { action: 'approve', by: entry.by, at: entry.at, reason: entry.reason });
        break;
      case 'answered': {
        const { action, by, reason } = entry.answer;
        add(entry.call, entry.elicitation, { action, by, at: entry.at, reason });
        if (entry.args !== undefined) of(entry.call).args = entry.args;
        break;
      }
      case 'returned':
        of(entry.call).value = entry.value;
        of(entry.call).endedAt = entry.at;
        break;
      case 'threw':
      case 'fired':
        of(entry.call).endedAt = entry.at;
        break;
      case 'started':
      case 'planned':
      case 'printed':
      case 'consented':
      case 'revised':
      case 'side-quest-ended':
      case 'invoking':
      case 'program-entered':
      case 'late-outcome':
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
  return calls.map((report) => ({ ...report, ...of(report.call) }));
}
