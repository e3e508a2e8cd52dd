// Writes the chain of the audit log in SQLite, inside the transaction of what it records.

import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { AuditLine, Clock } from '@toolshed/kernel';
import { type AuditFact, chain } from '@toolshed/kernel/runtime';
import { sha256 } from '../../digest.js';
import { type AuditHead, EMPTY_HEAD } from '../audit/audit-check.js';
import { headLost } from '../audit/audit-facts.js';
import { integerIn, type Row, textIn } from '../rows/column.js';
import { createRowInserter } from './database/row-inserter.js';
import { safeInteger } from './database/safe-integer.js';
import { LARGEST_COUNT, type Warn } from './sqlite-counters.js';

/** Adds lines to the chain; called inside the transaction that writes what they record. Returns the last number. */
export type RecordFacts = (facts: readonly AuditFact[]) => number;

export function createRecordFacts(database: DatabaseSync, clock: Clock, warn: Warn): RecordFacts {
  const insertLines = createRowInserter(database, 'audit', COLUMNS);
  const selectHead = database.prepare(SELECT_HEAD);
  const selectLast = database.prepare(`SELECT n, hash FROM audit WHERE n <= ${LARGEST_COUNT} ORDER BY n DESC LIMIT 1`);
  const updateHead = database.prepare('INSERT OR REPLACE INTO audit_head (only, lines, hash) VALUES (1, ?, ?)');

  /** Undefined if it is missing, impossibly large, or behind the lines: no line could be added after it. */
  const headAt = (last: AuditHead): AuditHead | undefined => {
    const head = toHead(selectHead.get());
    return head !== undefined && head.lines >= last.lines && head.lines <= LARGEST_COUNT ? head : undefined;
  };

  return function record(facts) {
    const row = selectLast.get();
    const last = row === undefined ? EMPTY_HEAD : { lines: integerIn(row, 'n'), hash: textIn(row, 'hash') };
    const kept = headAt(last);
    let head = kept ?? last;
    if (facts.length === 0) return head.lines;
    if (kept === undefined) warn('the head of the audit log was damaged; the log continues after its last line');
    const lines: AuditLine[] = [];
    for (const fact of kept === undefined ? [headLost(clock.now()), ...facts] : facts) {
      const line = chain(fact, head.lines + 1, head.hash, sha256);
      lines.push(line);
      head = { lines: line.n, hash: line.hash };
    }
    insertLines(lines.map(toValues));
    updateHead.run(head.lines, head.hash);
    return head.lines;
  };
}

export const SELECT_HEAD = `SELECT ${safeInteger('lines')} AS lines, hash FROM audit_head`;

export const toHead = (row: Row | undefined): AuditHead | undefined =>
  row === undefined || row['lines'] === null
    ? undefined
    : { lines: integerIn(row, 'lines'), hash: textIn(row, 'hash') };

const COLUMNS = [
  ...(['n', 'at', 'what', 'execution', 'session', 'seq', 'call', 'path', 'who', 'channel'] as const),
  ...(['detail', 'digest', 'previous', 'hash'] as const),
];

const toValues = (line: AuditLine): readonly SQLInputValue[] => COLUMNS.map((column) => line[column] ?? null);
