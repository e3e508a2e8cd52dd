import type { DatabaseSync } from 'node:sqlite';

/** Everything `read` reads is of one version of the file, whatever another process writes in between. */
export type InReadTransaction = <T>(read: () => T) => T;

export function createReadTransaction(database: DatabaseSync): InReadTransaction {
  const begin = database.prepare('BEGIN');
  const end = database.prepare('COMMIT');
  return (read) => {
    begin.run();
    try {
      return read();
    } finally {
      end.run();
    }
  };
}
