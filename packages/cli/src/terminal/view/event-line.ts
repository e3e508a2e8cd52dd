import type { EntryOf, JournalEntry, PlacedEntry } from '@toolshed/kernel';
import { assertNever, type DamagedEntry } from '@toolshed/kernel/runtime';
import { safeText } from '@toolshed/server/present';

/** What happened, in one line; nothing for what only machines care about. */
export function eventLine({ executionId, session, entry }: PlacedEntry): readonly string[] {
  const words = wordsFor(entry);
  if (words === undefined) return [];
  return [`${new Date(entry.at).toISOString()}  ${executionId}  ${words}  (session "${safeText(session)}")`];
}

export const damagedLine = ({ executionId, session, damage }: DamagedEntry): string =>
  `${executionId}  damaged: ${safeText(damage.problem)}  (session "${safeText(session)}")`;

function lateWords({ call, attempt, outcome }: EntryOf<'late-outcome'>): string {
  const became = outcome.kind === 'threw' ? `failed: ${safeText(outcome.error.message)}` : 'returned';
  return `call ${call}, attempt ${attempt}, finished late and ${became}`;
}

function wordsFor(entry: JournalEntry): string | undefined {
  switch (entry.kind) {
    case 'started':
      return entry.agent === undefined ? 'started' : `started by agent "${safeText(entry.agent)}"`;
    case 'tool-called':
      return `call ${entry.call}: ${safeText(entry.path)}`;
    case 'planned':
      return `call ${entry.call} would ask or act: ${safeText(entry.request.message)}`;
    case 'asked':
      return `asks ${entry.elicitation}: ${entry.asker === 'program' ? 'the program says ' : ''}${safeText(entry.request.message)}`;
    case 'answered':
      return `answered ${entry.elicitation}: ${entry.answer.action}`;
    case 'threw':
      return `call ${entry.call} failed: ${safeText(entry.error.message)}`;
    case 'returned':
      return `call ${entry.call} returned`;
    case 'program-entered':
      return `call ${entry.call} runs version ${entry.version} of a saved program`;
    case 'late-outcome':
      return lateWords(entry);
    case 'completed':
      return 'completed';
    case 'failed':
      return `failed: ${safeText(entry.error.message)}`;
    case 'cancelled':
      return 'cancelled';
    case 'call-refused':
    case 'elicit-called':
    case 'tool-changed':
    case 'redecided':
    case 'timer-set':
    case 'printed':
    case 'approval-given':
    case 'consented':
    case 'revised':
    case 'side-quest-ended':
    case 'invoking':
    case 'fired':
    case 'parked':
    case 'taken-over':
    case 'sandbox-lost':
    case 'reopened':
      return undefined;
    default:
      return assertNever(entry);
  }
}
