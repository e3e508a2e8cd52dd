// Which entries a version can read, so that a node leaves executions alone that a newer one wrote.

import type { JournalEntry } from '@toolshed/kernel';
import { isReferenceText } from '../repeated-values.js';

/** What this version reads. A kind that is added raises it, and gets the new number below. */
export const ENTRY_FORMAT = 5;

/** The format that each kind came with. */
const SINCE: Readonly<Record<JournalEntry['kind'], number>> = {
  asked: 1,
  answered: 1,
  started: 1,
  'tool-called': 1,
  'call-refused': 1,
  'elicit-called': 1,
  'tool-changed': 1,
  redecided: 1,
  planned: 4,
  'timer-set': 1,
  printed: 1,
  'approval-given': 1,
  consented: 1,
  revised: 1,
  'side-quest-ended': 1,
  invoking: 1,
  'program-entered': 4,
  returned: 1,
  threw: 1,
  fired: 1,
  'late-outcome': 1,
  parked: 1,
  'taken-over': 1,
  'sandbox-lost': 1,
  reopened: 1,
  completed: 1,
  failed: 1,
  cancelled: 1,
};

/** Placement, rules and purposes came later than the entry that names them. */
function sinceOf(entry: JournalEntry): number {
  if (entry.kind !== 'started') return SINCE[entry.kind];
  const { purpose, rules = 1 } = entry;
  if (rules > 5 || (purpose?.kind === 'approved-plan' && purpose.permits.some(({ shown }) => shown !== undefined)))
    return 5;
  if (purpose !== undefined || entry.input !== undefined || rules > 2) return 4;
  if (entry.rules !== undefined) return 3;
  return entry.placement === undefined ? SINCE.started : 2;
}

/** With references to values of earlier entries (`repeated-values.ts`). */
const REFERENCES_SINCE = 5;

/** A node of an older version does not claim an execution whose entries need a newer one. */
export const formatOf = (entries: readonly JournalEntry[], texts: readonly { readonly body: string }[]): number =>
  entries.reduce(
    (format, entry) => Math.max(format, sinceOf(entry)),
    texts.some(({ body }) => isReferenceText(body)) ? REFERENCES_SINCE : 1,
  );
