import {
  ElicitationId,
  ExecutionId,
  JournalCorruptError,
  type JournalEntry,
  type JournalStore,
} from '@toolshed/kernel';
import { firstChecksum, readEntries } from '../../entry-text.js';
import { integerIn, textIn } from '../../rows/column.js';
import { toEntryText } from '../../rows/placed-entry.js';
import { damageIn } from '../../rows/row-damage.js';
import type { Database } from '../connection/connection-pool.js';
import { toStoreError } from '../connection/postgres-failure.js';
import { toStored } from '../stored-text.js';
import type { DamageMarks } from './shared-damage-marks.js';

export type JournalReads = Pick<JournalStore, 'read' | 'locate' | 'locateFlow' | 'markDamaged'>;

export interface JournalReadsDeps {
  readonly database: Database;
  readonly schema: string;
  readonly marks: DamageMarks;
}

export function createJournalReads({ database, schema, marks }: JournalReadsDeps): JournalReads {
  // One statement sees one moment: the end of the journal and its entries, whatever is appended in between.
  const selectRest = `SELECT e.next_seq AS "nextSeq", e.checksum AS "endChecksum", e.damage, j.seq, j.body, j.checksum
    FROM ${schema}.executions AS e LEFT JOIN ${schema}.journal AS j ON j.execution = e.id AND j.seq >= $2
    WHERE e.id = $1 ORDER BY j.seq`;
  const selectFlow = `SELECT execution, id FROM ${schema}.elicitations
    WHERE flow = $1 ORDER BY is_open DESC, position DESC LIMIT 1`;
  const selectElicitation = `SELECT execution FROM ${schema}.elicitations WHERE id = $1`;

  // A journal that lost its end would make the next run repeat what was done, so the end is checked too.
  async function readRest(execution: ExecutionId, from: number): Promise<WholeJournal> {
    const rows = await database.query('read', selectRest, [execution, Math.max(0, from - 1)]);
    const [end] = rows;
    if (end === undefined) return NO_JOURNAL;
    const texts = rows.filter(({ seq }) => seq !== null).map(toEntryText);
    const previous = from === 0 ? firstChecksum(execution) : texts.shift()?.checksum;
    const due = Math.max(0, integerIn(end, 'nextSeq') - from);
    if (texts.length !== due || (due > 0 && texts.at(-1)?.checksum !== integerIn(end, 'endChecksum'))) {
      throw new JournalCorruptError(
        from + Math.min(texts.length, due),
        'the journal ends elsewhere; restore a backup of the store',
      );
    }
    const entries = previous === undefined ? [] : readEntries(texts, from, previous);
    return { entries, isMarked: end['damage'] !== null };
  }

  return {
    async read(execution, from = 0) {
      try {
        const { entries, isMarked } = await readRest(execution, from);
        if (isMarked && from === 0) await marks.clear(execution);
        return entries;
      } catch (error) {
        const damage = damageIn(error);
        if (damage === undefined) throw toStoreError('read', database.name, error);
        await marks.mark(execution, damage);
        const { seq = from, problem, unknownKind } = damage;
        throw new JournalCorruptError(seq, problem, { execution, unknownKind });
      }
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

interface WholeJournal {
  readonly entries: readonly JournalEntry[];
  /** Somebody could not read it, or make sense of it. */
  readonly isMarked: boolean;
}

const NO_JOURNAL: WholeJournal = { entries: [], isMarked: false };

/** Columns that `readPlaced` wants beside what a query is about; `j` is the entry's row in its FROM. */
export const placedEntry = (schema: string): string => `j.execution, j.seq, j.body, j.checksum,
  (SELECT before.checksum FROM ${schema}.journal AS before
   WHERE before.execution = j.execution AND before.seq = j.seq - 1) AS previous`;
