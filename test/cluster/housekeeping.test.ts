// What nodes on one PostgreSQL do from time to time, one of them at a time.

import { openToolshed } from '@toolshed/runtime';
import { afterAll, describe, expect } from 'vitest';
import { newSchema, postgresOfFile, runSql, stopPostgresOfFile } from '../support/fresh-postgres.ts';
import { verifies } from '../support/verifies.ts';

afterAll(stopPostgresOfFile);

const WITHIN = { timeout: 30_000, interval: 100 };

describe('nodes on one PostgreSQL keep house', () => {
  verifies(
    'cluster/housekeeping',
    'nodes seal the audit log and remove executions that ended long ago by themselves',
    async () => {
      const { url } = await postgresOfFile();
      const schema = newSchema();
      const store = { postgres: url, schema };
      const open = () => openToolshed({ tools: [], store, isolation: 'thread', trusted: true, pruneAfterMs: 1 });
      await using one = await open();
      await using two = await open();
      for (let n = 0; n < 5; n += 1) await one.execute(`return ${n}`);
      const sealed = async () =>
        Number((await runSql(`SELECT max(lines) AS lines FROM ${schema}.checkpoints`))[0]?.['lines']);
      await expect.poll(sealed, WITHIN).toBeGreaterThan(0);
      await expect.poll(async () => (await two.list({ limit: 0 })).total, WITHIN).toBe(0);
      expect(await two.audit.verify()).toMatchObject({ kind: 'intact' });
      const done = `SELECT name, count(*)::int AS count FROM ${schema}_jobs.job WHERE state = 'completed' GROUP BY name ORDER BY name`;
      await expect.poll(() => runSql(done), WITHIN).toMatchObject([{ name: 'prune', count: 1 }, { name: 'seal' }]);
    },
  );
});
