import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sqlPlugin } from '@toolshed/runtime';
import { expect } from 'vitest';
import { expectStatus } from '../support/expect-status.ts';
import { verifies } from '../support/verifies.ts';
import { openInThread } from '../support/open-in-thread.ts';

const ENDLESS = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) AS m FROM n';

verifies('tools/sql', 'slow statements of one session do not keep those of another waiting', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolshed-sql-'));
  try {
    const file = join(folder, 'data.db');
    new DatabaseSync(file).close();
    await using shed = await openInThread({
      tools: [sqlPlugin({ file, timeoutMs: 60_000 })],
      store: 'memory',
    });
    const ended: string[] = [];
    const enough = new AbortController();
    const query = async (sql: string, options: { session: string; signal?: AbortSignal }): Promise<void> => {
      const program = `return await tools.sql.query({ sql: ${JSON.stringify(sql)} }).then(() => 'done', ({ code }) => code)`;
      ended.push(String(expectStatus(await shed.execute(program, options), 'completed').value));
    };
    await shed.execute("await tools.sql.query({ sql: 'SELECT 1' })", { session: 'polite' });
    const slow = Array.from({ length: 6 }, () => query(ENDLESS, { session: 'greedy', signal: enough.signal }));
    await query('SELECT 1', { session: 'polite' });
    expect(ended).toEqual(['done']);
    enough.abort();
    await Promise.allSettled(slow);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
