// What each kind of entry does to the open questions, as one table for all stores. A new kind breaks the build here.

import type { ElicitationId, EntryOf, JournalEntry } from '@toolshed/kernel';
import { assertNever } from '@toolshed/kernel/runtime';

/** What an entry does to the list of open questions. */
export type QuestionChange =
  | { readonly kind: 'opens'; readonly elicitation: ElicitationId; readonly flow: string | undefined }
  | { readonly kind: 'revises'; readonly elicitation: ElicitationId; readonly flow: string | undefined }
  | { readonly kind: 'closes'; readonly elicitation: ElicitationId }
  | { readonly kind: 'closes-all' }
  | { readonly kind: 'none' };

export function questionChangeOf(entry: JournalEntry): QuestionChange {
  switch (entry.kind) {
    case 'asked':
      return { kind: 'opens', elicitation: entry.elicitation, flow: flowOf(entry) };
    case 'revised':
      return { kind: 'revises', elicitation: entry.elicitation, flow: flowOf(entry) };
    case 'answered':
      return { kind: 'closes', elicitation: entry.elicitation };
    // Every question that was still open is asked again, under another id.
    case 'reopened':
    case 'completed':
    case 'failed':
    case 'cancelled':
      return CLOSES_ALL;
    case 'started':
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
    case 'side-quest-ended':
    case 'invoking':
    case 'program-entered':
    case 'returned':
    case 'threw':
    case 'fired':
    case 'late-outcome':
    case 'parked':
    case 'taken-over':
    case 'sandbox-lost':
      return NONE;
    default:
      return assertNever(entry);
  }
}

const flowOf = ({ request }: EntryOf<'asked' | 'revised'>): string | undefined =>
  request.type === 'url' ? request.flow : undefined;

const CLOSES_ALL: QuestionChange = { kind: 'closes-all' };
const NONE: QuestionChange = { kind: 'none' };
