// What happens to the database of a cluster run: connections are cut, and the server is restarted.

import { Client } from 'pg';
import type { TestPostgres } from '../postgres.ts';

/** The connections that listen, or one of any kind. */
export const CUTS = ['listeners', 'one'] as const;
export type Cut = (typeof CUTS)[number];

export interface DatabaseFaults {
  /** Ends them. */
  cut(what: Cut): Promise<void>;
  restart(how?: 'crash'): Promise<void>;
  readonly done: { readonly cuts: Record<Cut, number>; restarts: number };
}

const STATEMENTS: Readonly<Record<Cut, string>> = {
  listeners: `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN %'`,
  one: `SELECT pg_terminate_backend(pid) FROM (SELECT pid FROM pg_stat_activity
    WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() ORDER BY random() LIMIT 1) AS victim`,
};

export function createDatabaseFaults(server: TestPostgres): DatabaseFaults {
  const done = { cuts: { listeners: 0, one: 0 }, restarts: 0 };
  return {
    done,
    async cut(what) {
      const client = new Client({ connectionString: server.url });
      client.on('error', () => undefined);
      try {
        await client.connect();
        done.cuts[what] += (await client.query(STATEMENTS[what])).rows.length;
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
