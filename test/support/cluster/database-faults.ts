// What happens to the database of a cluster run: connections are cut, and the server is restarted.

import { Client } from 'pg';
import type { TestPostgres } from '../postgres.ts';

export interface DatabaseFaults {
  /** Ends the connections that listen, or one of any kind. */
  cut(what: 'listeners' | 'one'): Promise<void>;
  restart(how?: 'crash'): Promise<void>;
  readonly done: { cuts: number; restarts: number };
}

const CUT = {
  listeners: `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN %'`,
  one: `SELECT pg_terminate_backend(pid) FROM (SELECT pid FROM pg_stat_activity
    WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() ORDER BY random() LIMIT 1) AS victim`,
};

export function createDatabaseFaults(server: TestPostgres): DatabaseFaults {
  const done = { cuts: 0, restarts: 0 };
  return {
    done,
    async cut(what) {
      const client = new Client({ connectionString: server.url });
      client.on('error', () => undefined);
      try {
        await client.connect();
        done.cuts += (await client.query(CUT[what])).rows.length;
      } catch {
        // The server is away: its connections are cut already.
      } finally {
        await client.end().catch(() => undefined);
      }
    },
    async restart(how) {
      done.restarts += 1;
      await server.restart(how);
    },
  };
}
