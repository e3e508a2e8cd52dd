// Where journals end: how many entries, their running checksum, and the end of their chain of audit lines. The writer
// needs them to continue both; what it wrote last it need not read again. An end that turns out to be another than the
// one remembered is read again: the condition of the write is the row, never this memory.

import type { ExecutionId } from '@toolshed/kernel';
import { integerIn, type Row, textIn } from '../../rows/column.js';
import type { Connection } from '../connection/server-connection.js';

export interface JournalEnd {
  readonly length: number;
  readonly checksum: number;
  readonly auditLines: number;
  readonly auditHash: string;
}

export interface StoredEnd extends JournalEnd {
  readonly epoch: number;
}

const REMEMBERED = 10_000;

export interface JournalEnds {
  known(execution: ExecutionId): JournalEnd | undefined;
  remember(execution: ExecutionId, end: JournalEnd): void;
  forget(execution: ExecutionId): void;
  read(connection: Connection, executions: readonly ExecutionId[]): Promise<ReadonlyMap<string, StoredEnd>>;
}

export function createJournalEnds(schema: string): JournalEnds {
  const ends = new Map<ExecutionId, JournalEnd>();
  const select = `SELECT id, next_seq AS length, checksum, audit_lines AS "auditLines", audit_hash AS "auditHash", epoch
    FROM ${schema}.executions WHERE id = ANY ($1::text[])`;
  return {
    known: (execution) => ends.get(execution),
    remember(execution, end) {
      ends.delete(execution);
      ends.set(execution, end);
      const [oldest] = ends.keys();
      if (ends.size > REMEMBERED && oldest !== undefined) ends.delete(oldest);
    },
    forget: (execution) => void ends.delete(execution),
    async read(connection, executions) {
      if (executions.length === 0) return new Map();
      const rows = await connection.run(select, [executions]);
      return new Map(rows.map((row) => [textIn(row, 'id'), toEnd(row)]));
    },
  };
}

const toEnd = (row: Row): StoredEnd => ({
  length: integerIn(row, 'length'),
  checksum: integerIn(row, 'checksum'),
  auditLines: integerIn(row, 'auditLines'),
  auditHash: textIn(row, 'auditHash'),
  epoch: integerIn(row, 'epoch'),
});
