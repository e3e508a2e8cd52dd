import { openPostgresStore } from '@toolshed/runtime';
import { afterAll, describe, expect } from 'vitest';
import { newSchema, postgresOfFile, runSql, stopPostgresOfFile } from '../support/fresh-postgres.ts';
import { sampleExecution } from '../support/sample-execution.ts';
import { verifies } from '../support/verifies.ts';
import { openWorkbench } from './cli-process.ts';

afterAll(stopPostgresOfFile);

const DATABASE = newSchema();

async function newDatabase(): Promise<string> {
  const { url } = await postgresOfFile();
  await runSql(`CREATE DATABASE ${DATABASE}`);
  return url.replace(/\/postgres$/, `/${DATABASE}`);
}

describe('an execution that no node can run', () => {
  verifies('cluster/placement', 'is listed with what it waits for, and doctor says which node is missing', async () => {
    const { url } = await postgresOfFile();
    const schema = newSchema();
    await using store = await openPostgresStore({ url, schema });
    const sample = sampleExecution({ placement: ['gpu', 'mars'] });
    await store.journal.create(...sample.start());
    await using bench = await openWorkbench();
    await bench.write('toolshed.config.json', JSON.stringify({ store: { postgres: url, schema } }));
    await bench.toolshed(['trust', '--yes-as-person']);
    const listed = await bench.toolshed(['list', '--status', 'queued']);
    expect(listed.stdout).toMatch(
      new RegExp(`${sample.id} +queued [\\s\\S]*waits for a free slot on a host with gpu, mars`),
    );
    const shown = await bench.toolshed(['show', sample.id]);
    expect(shown.stdout).toContain('Queued: waits for a free slot on a host with gpu, mars');
    const doctor = await bench.toolshed(['doctor', '--json']);
    expect(JSON.parse(doctor.stdout).findings).toContainEqual({
      name: 'placement',
      ok: false,
      detail: expect.stringMatching(
        /^1 execution waits for a node placed at gpu,mars, and none is running; start one where/,
      ),
    });
    // Copied to a node elsewhere, it would do on one machine what was approved for another.
    expect(doctor.stdout).not.toContain('TOOLSHED_PLACEMENT=');
  });
});

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
