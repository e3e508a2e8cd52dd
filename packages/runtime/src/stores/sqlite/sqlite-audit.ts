import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { type AuditFact, type AuditLine, chain } from '@toolshed/kernel';
import { sha256 } from '../../digest.js';
import type { AuditHead } from '../audit-check.js';
import { integerIn, type Row, textIn } from './column.js';

/** Adds lines to the chain; called inside the transaction that writes what they tell. Returns the last number. */
export type RecordFacts = (facts: readonly AuditFact[]) => number;

export function createRecordFacts(database: DatabaseSync): RecordFacts {
  const insert = database.prepare('INSERT INTO audit VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const selectHead = database.prepare(SELECT_HEAD);
  const updateHead = database.prepare('UPDATE audit_head SET lines = ?, hash = ?');

  return function record(facts) {
    let head = toHead(selectHead.get() ?? {});
    if (facts.length === 0) return head.lines;
    for (const fact of facts) {
      const line = chain(fact, head.lines + 1, head.hash, sha256);
      insert.run(...toValues(line));
      head = { lines: line.n, hash: line.hash };
    }
    updateHead.run(head.lines, head.hash);
    return head.lines;
  };
}

export const SELECT_HEAD = 'SELECT lines, hash FROM audit_head';

export const toHead = (row: Row): AuditHead => ({ lines: integerIn(row, 'lines'), hash: textIn(row, 'hash') });

function toValues(line: AuditLine): SQLInputValue[] {
  const { n, at, what, execution, seq, call, path, who, channel, detail, digest, previous, hash } = line;
  const optional = [execution, seq, call, path, who, channel, detail, digest].map((value) => value ?? null);
  return [n, at, what, ...optional, previous, hash];
}
