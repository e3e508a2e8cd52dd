// The entries of all journals in one order, for readers that follow events.
//
// Invariants
//   O1. A read stays below the oldest transaction that still runs, in the very statement that reads: whatever is
//       committed later is placed above. One statement sees one moment.
//   O2. A read is bounded in rows walked and in bytes read, however rare what it wants and however large what it finds.

import { ExecutionId, type JournalEntry, type JournalStore, type PlacedEntry } from '@toolshed/kernel';
import type { DamagedEntry, EntriesFilter, EntriesPage, EntryPlace, PlacesPage } from '@toolshed/kernel/runtime';
import { integerIn, optionalInteger, type Row, textIn } from '../../rows/column.js';
import { toPlaced } from '../../rows/placed-entry.js';
import { referencedIn, valueLength } from '../../repeated-values.js';
import { toStoreError } from '../connection/postgres-failure.js';
import { horizonIn } from '../schema/position-base.js';
import { fromStored, toStored } from '../../rows/stored-text.js';
import { type JournalReadsDeps, placedEntry } from './journal-reads.js';

export type EntryOrder = Pick<JournalStore, 'entriesAfter' | 'lastPosition' | 'placesAfter'>;

const DEFAULT_LIMIT = 100;
const MAX_WALKED = 10_000;
const MAX_BYTES = 1_000_000;

interface Taken {
  readonly taken: readonly Row[];
  readonly placed: readonly (PlacedEntry | DamagedEntry)[];
}

/** The entry that the last reference named. */
interface PlacedSource {
  readonly execution: string;
  readonly entry: JournalEntry | undefined;
}

export function createEntryOrder({ database, schema, marks }: JournalReadsDeps): EntryOrder {
  // O1: part of the statement that reads.
  const horizon = horizonIn(schema);
  /** The newest entry that can be seen, or one that was pruned. */
  const last = `greatest((SELECT max(position) FROM ${schema}.journal WHERE position < ${horizon}),
    (SELECT pruned_through FROM ${schema}.meta), 0)`;
  const selectLast = `SELECT ${last} AS last`;
  const walked = `walked AS MATERIALIZED (
      SELECT position, execution, seq FROM ${schema}.journal
      WHERE position > $1 AND position < ${horizon} ORDER BY position LIMIT $2
    )`;
  const page = `page AS (
      SELECT ${last} AS last, (SELECT count(*) FROM walked) AS walked, (SELECT max(position) FROM walked) AS "walkedTo"
    )`;
  const selectPlaces = `WITH ${walked}, ${page}
    SELECT page.*, w.position, w.execution, w.seq FROM page LEFT JOIN walked AS w ON true ORDER BY w.position`;
  const selectEntries = `WITH ${walked}, ${page}, found AS MATERIALIZED (
      SELECT w.position, w.execution, w.seq, e.session
      FROM walked AS w JOIN ${schema}.executions AS e ON e.id = w.execution
      WHERE $3::text IS NULL OR e.session = $3 ORDER BY w.position LIMIT $4
    ), measured AS MATERIALIZED (
      SELECT f.*, sum(octet_length(j.body)) OVER (ORDER BY f.position) - octet_length(j.body) AS before
      FROM found AS f JOIN ${schema}.journal AS j ON j.execution = f.execution AND j.seq = f.seq
    ), wanted AS (
      SELECT m.position, m.session, ${placedEntry(schema)}
      FROM measured AS m JOIN ${schema}.journal AS j ON j.execution = m.execution AND j.seq = m.seq
      WHERE m.before < ${MAX_BYTES}
    )
    SELECT page.*, (SELECT count(*) FROM found) AS found, wanted.*
    FROM page LEFT JOIN wanted ON true ORDER BY wanted.position`;

  const selectSource = `SELECT ${placedEntry(schema)} FROM ${schema}.journal AS j WHERE j.execution = $1 AND j.seq = $2`;

  async function look(after: number, { session, limit = DEFAULT_LIMIT }: EntriesFilter): Promise<EntriesPage> {
    // What is not wanted is walked as well, to find what is.
    const walk = session === undefined ? limit : MAX_WALKED;
    const wanted = session === undefined ? null : toStored(session);
    const rows = await database.query('read', selectEntries, [after, walk, wanted, limit]);
    const [head = {}] = rows;
    const { taken, placed } = await takeBounded(rows.filter(({ position }) => position !== null));
    const newest = taken.at(-1);
    const isCut = taken.length < integerIn(head, 'found') || taken.length === limit;
    return {
      entries: placed.filter((one): one is PlacedEntry => 'entry' in one),
      damaged: placed.filter((one): one is DamagedEntry => 'damage' in one),
      through: isCut && newest !== undefined ? integerIn(newest, 'position') : walkedTo(head, after, walk),
    };
  }

  /** O2: values that entries refer to count as well. */
  async function takeBounded(rows: readonly Row[]): Promise<Taken> {
    const [taken, placed]: [Row[], (PlacedEntry | DamagedEntry)[]] = [[], []];
    let characters = 0;
    let source: PlacedSource | undefined;
    for (const row of rows) {
      if (characters >= MAX_BYTES) break;
      taken.push(row);
      const seq = referencedIn(textIn(row, 'body'));
      const execution = textIn(row, 'execution');
      if (seq !== undefined && (source?.execution !== execution || source.entry?.seq !== seq))
        source = { execution, entry: await readSource(execution, seq) };
      const entry = seq === undefined ? undefined : source?.entry;
      if (entry) characters += valueLength(entry);
      const one = toPlaced({ ...row, session: fromStored(String(row['session'])) }, () => () => entry);
      if (one !== undefined) placed.push(one);
    }
    return { taken, placed };
  }

  /** Undefined if it cannot be read: what refers to it then is damaged. */
  async function readSource(execution: string, seq: number): Promise<JournalEntry | undefined> {
    const [row] = await database.query('read', selectSource, [execution, seq]);
    const placed = row && toPlaced({ ...row, position: 0, session: '' }, () => () => undefined);
    return placed && 'entry' in placed ? placed.entry : undefined;
  }

  async function placesAfter(after: number, limit: number): Promise<PlacesPage> {
    const walk = Math.min(limit, MAX_WALKED);
    const rows = await database.query('read', selectPlaces, [after, walk]);
    const places = rows.flatMap((row): readonly EntryPlace[] => {
      const executionId = ExecutionId.safeParse(row['execution']).data;
      return executionId === undefined
        ? []
        : [{ position: integerIn(row, 'position'), executionId, seq: integerIn(row, 'seq') }];
    });
    return { places, through: walkedTo(rows[0] ?? {}, after, walk) };
  }

  const reading = async <T>(read: () => Promise<T>): Promise<T> => {
    try {
      return await read();
    } catch (error) {
      throw toStoreError('read', database.name, error);
    }
  };

  return {
    async entriesAfter(after, filter = {}) {
      const found = await reading(() => look(after, filter));
      for (const { executionId, damage } of found.damaged) await marks.mark(executionId, damage);
      return found;
    },
    lastPosition: () =>
      reading(async () => {
        const [row = {}] = await database.query('read', selectLast);
        return integerIn(row, 'last');
      }),
    placesAfter: (after, limit) => reading(() => placesAfter(after, limit)),
  };
}

/** The last place that was looked at; the newest of all if the walk did not reach its limit. */
const walkedTo = (head: Row, after: number, walk: number): number =>
  integerIn(head, 'walked') < walk
    ? Math.max(after, integerIn(head, 'last'))
    : (optionalInteger(head, 'walkedTo') ?? after);
