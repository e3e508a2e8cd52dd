// Rows that are written in pages: as many as fit in one statement of moderate size.

import { toStoreError } from '../postgres/connection/postgres-failure.js';

/** What writes them. */
export interface RowWriter {
  /** Of the store, for people. */
  readonly name: string;
  run(sql: string, values: readonly unknown[]): Promise<unknown>;
}

export interface RowPages {
  add(row: readonly unknown[]): Promise<void>;
  flush(): Promise<void>;
  readonly count: number;
}

const MAX_ROWS = 1_000;
const MAX_CHARACTERS = 4_000_000;

/** `columns` are the names of a table's columns with their types. */
export function createRowPages(
  writer: RowWriter,
  table: string,
  columns: Readonly<Record<string, string>>,
  constants: Readonly<Record<string, string>> = {},
): RowPages {
  const names = Object.keys(columns);
  const unnested = Object.values(columns).map((type, index) => `$${index + 1}::${type}[]`);
  const insert = `INSERT INTO ${table} (${[...names, ...Object.keys(constants)].join(', ')})
    SELECT ${['t.*', ...Object.values(constants)].join(', ')} FROM unnest(${unnested.join(', ')}) AS t`;
  let page: (readonly unknown[])[] = [];
  let [characters, count] = [0, 0];

  async function flush(): Promise<void> {
    const rows = page;
    if (rows.length === 0) return;
    [page, characters] = [[], 0];
    try {
      await writer.run(
        insert,
        names.map((_, column) => rows.map((row) => row[column])),
      );
    } catch (error) {
      throw toStoreError('copy to', writer.name, error);
    }
  }

  return {
    async add(row) {
      page.push(row);
      count += 1;
      for (const value of row) if (typeof value === 'string') characters += value.length;
      if (page.length >= MAX_ROWS || characters >= MAX_CHARACTERS) await flush();
    },
    flush,
    get count() {
      return count;
    },
  };
}
