// What a server must be and allow before anything is made in it.

import type { Client } from 'pg';
import { StoreUnavailableError } from '@toolshed/kernel';
import { integerIn, textIn } from '../../rows/column.js';
import { runOn } from '../connection/driver.js';

/** The first that ends a session and waits for it (`pg_terminate_backend` with a time). */
const OLDEST_MAJOR = 14;
/** One for the lease, one for notifications, and a write may need two. */
const FEWEST_CONNECTIONS = 4;

/** -1: no limit. Those of a role do not count for a superuser. */
const FACTS = `SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS words,
  (SELECT CASE WHEN rolsuper THEN -1 ELSE rolconnlimit END FROM pg_roles WHERE rolname = current_user) AS "userLimit",
  (SELECT CASE WHEN rolsuper THEN -1 ELSE datconnlimit END FROM pg_database, pg_roles
    WHERE datname = current_database() AND rolname = current_user) AS "databaseLimit"`;

export async function assertUsableServer(client: Client, name: string): Promise<void> {
  const [row = {}] = await runOn(client, FACTS);
  if (integerIn(row, 'version') < OLDEST_MAJOR * 10_000)
    throw new StoreUnavailableError(
      `Cannot open the store at ${name}: the server is PostgreSQL ${textIn(row, 'words')}, and Toolshed needs ` +
        `${OLDEST_MAJOR} or later; upgrade the server, or name another`,
    );
  for (const whose of ['user', 'database']) {
    const limit = integerIn(row, `${whose}Limit`);
    if (limit >= 0 && limit < FEWEST_CONNECTIONS)
      throw new StoreUnavailableError(
        `Cannot open the store at ${name}: the ${whose} may have ${limit} connections, and a node needs ` +
          `${FEWEST_CONNECTIONS} at least; raise its CONNECTION LIMIT`,
      );
  }
}
