import { afterAll, describe, expect } from 'vitest';
import { newSchema, postgresOfFile, runSql, stopPostgresOfFile } from '../support/fresh-postgres.ts';
import { verifies } from '../support/verifies.ts';
import { openWorkbench } from './cli-process.ts';

afterAll(stopPostgresOfFile);

const DATABASE = newSchema();

async function newDatabase(): Promise<string> {
  const { url } = await postgresOfFile();
  await runSql(`CREATE DATABASE ${DATABASE}`);
  return url.replace(/\/postgres$/, `/${DATABASE}`);
}

describe('a server on PostgreSQL', () => {
  verifies('store/shared-operated', 'warns once of how the database is set up, and is shown by doctor', async () => {
    const TOOLSHED_STORE = await newDatabase();
    await using bench = await openWorkbench();
    const server = bench.terminal(['serve', '--port', '0', '--no-example'], { env: { TOOLSHED_STORE }, columns: 400 });
    await server.until('Listening on');
    await server.until('transaction_timeout is not set');

    const { stdout } = await bench.toolshed(['doctor', '--json'], { env: { TOOLSHED_STORE } });
    const { findings, cluster } = JSON.parse(stdout);
    expect(cluster).toMatchObject({ heldBack: { entries: 0, forMs: 0 }, audit: { sealed: 0, unsealed: 0 } });
    const details = findings.map(({ name, detail }: { name: string; detail: string }) => `${name}: ${detail}`);
    expect(details).toContain('events: nothing is held back');
    expect(details.join('\n')).toContain('transaction_timeout is not set');
    expect(server.shown.split('transaction_timeout is not set')).toHaveLength(2);
    server.press('\u0003');
    expect(await server.exit()).toBe(0);
  });
});
