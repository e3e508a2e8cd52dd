import type { DatabaseSync } from 'node:sqlite';

/** Everything `look` reads is of one moment, whatever another process writes in between. */
export type InOneMoment = <T>(look: () => T) => T;

export function createMoment(database: DatabaseSync): InOneMoment {
  const begin = database.prepare('BEGIN');
  const end = database.prepare('COMMIT');
  return (look) => {
    begin.run();
    try {
      return look();
    } finally {
      end.run();
    }
  };
}
