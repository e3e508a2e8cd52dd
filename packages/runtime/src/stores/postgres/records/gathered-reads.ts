// Reads of single rows, those that are asked for at once in one statement: each request reads its token, and each open
// stream reads it again and again.
//
// A read begins after it was asked for, so it sees every write that was acknowledged before.

import { type Row, textIn } from '../../rows/column.js';
import type { Database } from '../connection/connection-pool.js';

const MAX_GATHERED = 500;

interface Asked {
  readonly kind: string;
  readonly key: string;
  resolve(row: Row | undefined): void;
  reject(error: unknown): void;
}

/** `sql` takes the kinds and the keys, and yields `kind` and `key` of each row that is there. */
export function createGatheredReads(database: Database, sql: string) {
  const waiting: Asked[] = [];
  let isReading = false;

  async function readAll(): Promise<void> {
    if (isReading) return;
    isReading = true;
    // Those who ask in this tick are read together.
    await Promise.resolve();
    while (waiting.length > 0) await read(waiting.splice(0, MAX_GATHERED));
    isReading = false;
  }

  async function read(asked: readonly Asked[]): Promise<void> {
    try {
      const rows = await database.query('read', sql, [asked.map(({ kind }) => kind), asked.map(({ key }) => key)]);
      const found = new Map(rows.map((row) => [nameOf(textIn(row, 'kind'), textIn(row, 'key')), row]));
      for (const { kind, key, resolve } of asked) resolve(found.get(nameOf(kind, key)));
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }

  return (kind: string, key: string): Promise<Row | undefined> =>
    new Promise((resolve, reject) => {
      waiting.push({ kind, key, resolve, reject });
      void readAll();
    });
}

const nameOf = (kind: string, key: string): string => `${kind} ${key}`;
