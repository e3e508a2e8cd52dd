// What a journal entry means for the questions that channels show.

import type { ElicitationId, ElicitationRequest, EntryOf, ExecutionId, JournalEntry } from '@toolshed/kernel';
import { assertNever } from '@toolshed/kernel/runtime';

export type OfferChange =
  /** The person left a question of another execution for this one, a side quest. */
  | { readonly kind: 'left'; readonly execution: ExecutionId; readonly elicitation: ElicitationId }
  | {
      readonly kind: 'asked';
      readonly elicitation: ElicitationId;
      readonly request: ElicitationRequest;
      readonly askedAt: number;
    }
  | { readonly kind: 'answered'; readonly elicitation: ElicitationId; readonly action: string }
  /** The person is back from a side quest. */
  | { readonly kind: 'returned'; readonly entry: EntryOf<'side-quest-ended'> }
  /** No question of the execution is open any more. */
  | { readonly kind: 'all-closed' };

export function offerChange(entry: JournalEntry): OfferChange | undefined {
  switch (entry.kind) {
    case 'started':
      return entry.parent && { kind: 'left', execution: entry.parent.execution, elicitation: entry.parent.elicitation };
    case 'asked':
    case 'revised':
      return { kind: 'asked', elicitation: entry.elicitation, request: entry.request, askedAt: entry.at };
    case 'answered':
      return { kind: 'answered', elicitation: entry.elicitation, action: entry.answer.action };
    case 'side-quest-ended':
      return { kind: 'returned', entry };
    case 'reopened':
    case 'completed':
    case 'failed':
    case 'cancelled':
      return { kind: 'all-closed' };
    case 'tool-called':
    case 'call-refused':
    case 'elicit-called':
    case 'tool-changed':
    case 'redecided':
    case 'planned':
    case 'timer-set':
    case 'printed':
    case 'approval-given':
    case 'consented':
    case 'invoking':
    case 'program-entered':
    case 'returned':
    case 'threw':
    case 'fired':
    case 'late-outcome':
    case 'parked':
    case 'taken-over':
    case 'sandbox-lost':
      return undefined;
    default:
      return assertNever(entry);
  }
}
