// Sealed secrets, and the facts of all of them in memory: the vault is looked at after every call of a tool.
//
// Invariants
//   Z1. Every write takes the one row of `vault` first and counts it up, so writes are ordered as they are committed, and
//       no two wait for each other. A secret keeps the number of the write that put it.
//   Z2. A reader keeps the number it has seen and reads what was put after it; if rows were removed since (`removals`), or
//       the number went back, as with a restored backup, it reads all.

import { integerIn, optionalText, type Row, textIn } from '../../rows/column.js';
import type { SealedList, SealedSecrets } from '../../../ports/sealed-secrets.js';
import type { Database } from '../connection/connection-pool.js';
import { createSharedLook } from '../shared-look.js';
import { fromStored, toStored } from '../../rows/stored-text.js';

interface Seen extends SealedList {
  readonly writes: number;
  readonly removals: number;
  readonly byHandle: ReadonlyMap<string, string>;
}

const NOTHING: Seen = { writes: -1, removals: 0, lock: undefined, facts: [], byHandle: new Map() };

export function createPostgresSecrets(database: Database, schema: string): SealedSecrets {
  const [vault, secrets] = [`${schema}.vault`, `${schema}.secrets`];
  const lock = `WITH locked AS (UPDATE ${vault} SET lock = coalesce(lock, $1) RETURNING lock) SELECT lock FROM locked`;
  // Z1.
  const put = `WITH v AS (UPDATE ${vault} SET writes = writes + 1 RETURNING writes)
    INSERT INTO ${secrets} AS s (handle, owner, facts, sealed, written) SELECT $1, $2, $3, $4, writes FROM v
    ON CONFLICT (handle) DO UPDATE SET facts = excluded.facts, sealed = excluded.sealed, written = excluded.written
    WHERE s.owner = excluded.owner RETURNING handle`;
  const remove = `WITH v AS (
      UPDATE ${vault} SET writes = writes + 1, removals = removals + 1
      WHERE EXISTS (SELECT 1 FROM ${secrets} WHERE handle = $1) RETURNING writes
    ) DELETE FROM ${secrets} AS s USING v WHERE s.handle = $1 RETURNING s.handle`;
  const get = `SELECT handle, owner, facts, sealed FROM ${secrets} WHERE handle = $1`;
  const news = `SELECT v.writes, v.removals, v.lock, s.handle, s.facts FROM ${vault} AS v
    LEFT JOIN ${secrets} AS s ON s.written > $1 ORDER BY s.written`;
  let seen = NOTHING;

  /** Z2. */
  async function look(): Promise<SealedList> {
    const rows = await database.query('read the secrets of', news, [seen.writes]);
    const [first = {}] = rows;
    const [writes, removals] = [integerIn(first, 'writes'), integerIn(first, 'removals')];
    const isWhole = seen.writes < 0;
    if (!isWhole && (removals !== seen.removals || writes < seen.writes)) {
      seen = NOTHING;
      return await look();
    }
    const written = rows.filter(({ handle }) => handle !== null);
    const byHandle = withWritten(seen.byHandle, written);
    const facts = !isWhole && written.length === 0 ? seen.facts : [...byHandle.values()].toReversed();
    seen = { writes, removals, lock: optionalText(first, 'lock'), facts, byHandle };
    return seen;
  }

  return {
    place: database.name,
    async lock(text) {
      const [row = {}] = await database.query('write to', lock, [text]);
      return textIn(row, 'lock');
    },
    put: async ({ handle, owner, facts, sealed }) =>
      (await database.query('write to', put, [handle, toStored(owner), toStored(facts), sealed])).length > 0,
    async get(wanted) {
      const [row] = await database.query('read', get, [wanted]);
      if (row === undefined) return undefined;
      return {
        handle: textIn(row, 'handle'),
        owner: fromStored(textIn(row, 'owner')),
        facts: fromStored(textIn(row, 'facts')),
        sealed: textIn(row, 'sealed'),
      };
    },
    list: createSharedLook(look),
    remove: async (handle) => (await database.query('write to', remove, [handle])).length > 0,
  };
}

/** The facts by handle, in the order of writing. */
function withWritten(before: ReadonlyMap<string, string>, written: readonly Row[]): ReadonlyMap<string, string> {
  if (written.length === 0) return before;
  const after = new Map(before);
  for (const row of written) {
    const handle = textIn(row, 'handle');
    after.delete(handle);
    after.set(handle, fromStored(textIn(row, 'facts')));
  }
  return after;
}
