// Which parts of a journal entry leave the host, and for whom. Every kind is listed: a kind nobody has decided about does not
// compile, and so cannot leak.
//
// Threats
//   The seed makes an execution's random numbers and the ids of its questions; nobody outside needs it.
//   An agent reads the journal of its own session, and with it what people answered to a tool's handler, which the
//   program never gets, what they said before the host's middleware changed it, and the host's folders, which are in
//   the labels.

import type { Answer, EntryOf, JournalEntry } from '@toolshed/kernel';
import { assertNever } from '@toolshed/kernel/runtime';
import type { Principal } from '../access/principal.js';

export function entryView(entry: JournalEntry, caller: Principal): object {
  const isApprover = caller.kind === 'approver';
  switch (entry.kind) {
    case 'started':
      return startedView(entry, isApprover);
    case 'answered':
      return isApprover ? entry : answeredForAgents(entry);
    case 'revised':
      return isApprover ? entry : revisedForAgents(entry);
    case 'tool-called':
    case 'call-refused':
    case 'elicit-called':
    case 'tool-changed':
    case 'redecided':
    case 'timer-set':
    case 'printed':
    case 'asked':
    case 'approval-given':
    case 'consented':
    case 'side-quest-ended':
    case 'invoking':
    case 'returned':
    case 'threw':
    case 'fired':
    case 'late-outcome':
    case 'parked':
    case 'taken-over':
    case 'sandbox-lost':
    case 'reopened':
    case 'completed':
    case 'failed':
    case 'cancelled':
      return entry;
    default:
      return assertNever(entry);
  }
}

function startedView({ seed: _, ...shown }: EntryOf<'started'>, isApprover: boolean): object {
  if (isApprover) return shown;
  const { labels: _labels, engine: _engine, ...own } = shown;
  return own;
}

const answeredForAgents = ({ args: _, raw: _raw, answer, ...shown }: EntryOf<'answered'>): object => ({
  ...shown,
  answer: withoutContent(answer),
});

const revisedForAgents = ({ raw, ...shown }: EntryOf<'revised'>): object => ({
  ...shown,
  ...(raw === undefined ? {} : { raw: withoutContent(raw) }),
});

const withoutContent = ({ action, reason }: Answer): object => ({
  action,
  ...(reason === undefined ? {} : { reason }),
});
