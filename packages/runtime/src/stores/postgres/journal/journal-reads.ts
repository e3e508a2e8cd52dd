// Reads journals from PostgreSQL, and marks executions whose rows are damaged.

import { ElicitationId, ExecutionId, type JournalStore } from '@toolshed/kernel';
import { checkedEntries, NO_JOURNAL, type ReadJournal, readMarking, refersBefore } from '../../checked-entries.js';
import { integerIn, textIn } from '../../rows/column.js';
import { startsIn, toEntryText } from '../../rows/placed-entry.js';
import type { ValueIndex } from '../../value-index.js';
import type { Database } from '../connection/connection-pool.js';
import { toStoreError } from '../connection/postgres-failure.js';
import { toStored } from '../../rows/stored-text.js';
import type { DamageMarks } from './shared-damage-marks.js';

export type JournalReads = Pick<JournalStore, 'read' | 'starts' | 'locate' | 'locateFlow' | 'markDamaged'>;

export interface JournalReadsDeps {
  readonly database: Database;
  readonly schema: string;
  readonly marks: DamageMarks;
  readonly values: ValueIndex;
}

export function createJournalReads({ database, schema, marks, values }: JournalReadsDeps): JournalReads {
  // One statement sees one moment: the end of the journal and its entries, whatever is appended in between.
  const selectFrom = `SELECT e.next_seq AS "nextSeq", e.checksum AS "endChecksum", e.damage, j.seq, j.body, j.checksum
    FROM ${schema}.executions AS e LEFT JOIN ${schema}.journal AS j ON j.execution = e.id AND j.seq >= $2
    WHERE e.id = $1 ORDER BY j.seq`;
  const selectStarts = `SELECT execution AS id, execution, seq, body, checksum FROM ${schema}.journal
    WHERE execution = ANY($1::text[]) AND seq = 0`;
  const selectFlow = `SELECT execution, id FROM ${schema}.elicitations
    WHERE flow = $1 ORDER BY is_open DESC, position DESC LIMIT 1`;
  const selectElicitation = `SELECT execution FROM ${schema}.elicitations WHERE id = $1`;

  async function readFrom(execution: ExecutionId, from: number): Promise<ReadJournal> {
    const rows = await database.query('read', selectFrom, [execution, Math.max(0, from - 1)]);
    const [end] = rows;
    if (end === undefined) return NO_JOURNAL;
    const texts = rows.filter(({ seq }) => seq !== null).map(toEntryText);
    if (refersBefore({ from, texts })) {
      const { entries, isMarked } = await readFrom(execution, 0);
      return { entries: entries.slice(from), isMarked };
    }
    const entries = checkedEntries({
      execution,
      from,
      texts,
      end: { nextSeq: integerIn(end, 'nextSeq'), checksum: integerIn(end, 'endChecksum') },
    });
    if (from === 0) values.learnFrom(execution, entries);
    return { entries, isMarked: end['damage'] !== null };
  }

  return {
    read: (execution, from = 0) =>
      readMarking(execution, from, () => readFrom(execution, from), {
        marks,
        toStoreError: (error) => toStoreError('read', database.name, error),
      }),
    async starts(executions) {
      return startsIn(await database.query('read', selectStarts, [executions]));
    },
    async markDamaged(execution, damage) {
      await marks.mark(execution, damage);
    },
    async locateFlow(flow) {
      const [row] = await database.query('read', selectFlow, [toStored(flow)]);
      return (
        row && {
          executionId: ExecutionId.parse(textIn(row, 'execution')),
          elicitationId: ElicitationId.parse(textIn(row, 'id')),
        }
      );
    },
    async locate(elicitation) {
      const [row] = await database.query('read', selectElicitation, [toStored(elicitation)]);
      return row && ExecutionId.parse(textIn(row, 'execution'));
    },
  };
}

/** Columns that `readPlaced` wants beside what a query is about; `j` is the entry's row in its FROM. */
export const placedEntry = (schema: string): string => `j.execution, j.seq, j.body, j.checksum,
  (SELECT before.checksum FROM ${schema}.journal AS before
   WHERE before.execution = j.execution AND before.seq = j.seq - 1) AS previous`;
