// What of a journal entry leaves the host, and to whom.
//
// Threats
//   The seed makes an execution's random numbers and the ids of its questions; nobody outside needs it.
//   An agent reads the journal of its own session, and with it what people answered to a tool's handler, which the
//   program never gets, and the host's folders, which are in the labels.

import type { JournalEntry } from '@toolshed/kernel';
import type { Principal } from './access/principal.js';

export function entryView(entry: JournalEntry, caller: Principal): object {
  if (entry.kind === 'started') {
    const { seed: _, ...shown } = entry;
    if (caller.kind === 'approver') return shown;
    const { labels: _labels, engine: _engine, ...own } = shown;
    return own;
  }
  if (entry.kind === 'answered' && caller.kind !== 'approver') {
    const { args: _, answer, ...shown } = entry;
    const { action, reason } = answer;
    return { ...shown, answer: { action, ...(reason === undefined ? {} : { reason }) } };
  }
  return entry;
}
