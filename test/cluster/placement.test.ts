// Nodes on one PostgreSQL with labels: where executions run whose tools are in one place.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineTool } from '@toolshed/kernel';
import { fsPlugin, openPostgresStore, shellPlugin, sqlPlugin } from '@toolshed/runtime';
import { afterAll, describe, expect } from 'vitest';
import { z } from 'zod';
import { type ClusterNode, ClusterNodes } from '../support/cluster-nodes.ts';
import { expectStatus } from '../support/expect-status.ts';
import { newSchema, postgresOfFile, runSql, stopPostgresOfFile } from '../support/fresh-postgres.ts';
import { sampleExecution } from '../support/sample-execution.ts';
import { serveHost } from '../support/served-host.ts';
import { openInThread } from '../support/open-in-thread.ts';
import { openWorkbench } from '../scenarios/cli-process.ts';
import { verifies } from '../support/verifies.ts';

const folder = mkdtempSync(join(tmpdir(), 'toolshed-placed-'));
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await stopPostgresOfFile();
});

/** Says at which node it ran. */
const say = (node: string, where?: string) =>
  defineTool({
    path: 'node.say',
    description: 'Says where it is',
    input: z.object({}),
    destructive: true,
    ...(where === undefined ? {} : { placement: where }),
    handler: () => node,
  });
const SAY = 'return await tools.node.say({})';

describe('tools that work on their own machine', () => {
  verifies('cluster/placement', 'tools of one machine without a place are refused with advice', async () => {
    await using cluster = new ClusterNodes();
    const opening = cluster.node({
      tools: [fsPlugin({ root: folder }), shellPlugin({ cwd: folder }), sqlPlugin({ file: join(folder, 'a.db') })],
      sources: [{ mcp: { command: 'some-server' }, namespace: 'some' }],
    });
    await expect(opening).rejects.toMatchObject({
      code: 'tool/unplaced',
      unplaced: ['fs.*', 'shell.*', 'sql.*', 'the MCP server "some-server"'],
      message: expect.stringContaining('placement: "anywhere"'),
    });
  });

  verifies('cluster/placement', 'placed tools are known to every host of a config, wherever they run', async () => {
    await using cluster = new ClusterNodes();
    const tools = [
      fsPlugin({ root: folder, placement: 'machine-7' }),
      shellPlugin({ cwd: folder, placement: 'anywhere' }),
    ];
    const [there, elsewhere] = [
      await cluster.node({ tools, placement: ['eu', 'machine-7'] }),
      await cluster.node({ tools, placement: ['eu'] }),
    ];
    const pathsAt = ({ shed }: ClusterNode): readonly string[] => shed.catalog.tools.map(({ path }) => path);
    expect(pathsAt(there)).toContain('fs.read');
    expect(pathsAt(elsewhere)).toEqual(pathsAt(there));
  });

  verifies(
    'cluster/placement',
    'the command offers tools of one machine only if its config places them, so that other executions continue anywhere',
    async () => {
      const { url: postgres } = await postgresOfFile();
      const store = { postgres, schema: newSchema() };
      const see = 'try { await tools.fs.list({ path: "." }); return "fs" } catch (error) { return error.code }';
      await using bench = await openWorkbench();
      const run = async (config: object) => {
        await bench.write('toolshed.config.json', JSON.stringify({ store, ...config }));
        await bench.toolshed(['trust', '--yes-as-person']);
        return await bench.toolshed(['run', '-', '--json'], { input: see });
      };
      const plain = JSON.parse((await run({})).stdout);
      expect(plain).toMatchObject({ status: 'completed', value: 'tool/unknown' });
      const refused = await run({ tools: { fs: {} } });
      expect(refused.exitCode).not.toBe(0);
      expect(`${refused.stdout}${refused.stderr}`).toContain('tool/unplaced');
      const placed = await run({ placement: ['disk'], tools: { fs: { placement: 'disk' } } });
      expect(JSON.parse(placed.stdout)).toMatchObject({ status: 'completed', value: 'fs' });
      await using opened = await openPostgresStore({ url: postgres, schema: store.schema });
      const all = await opened.journal.list({});
      expect(all.map(({ placement }) => placement)).toEqual([['disk'], undefined]);
    },
    { timeout: 60_000 },
  );

  verifies('cluster/placement', 'tools of one machine need no label where one machine has the store', async () => {
    await using shed = await openInThread({ tools: [fsPlugin({ root: folder })], store: 'memory' });
    expectStatus(await shed.execute('return await tools.fs.list({ path: "." })'), 'completed');
  });
});

describe('an execution that needs a label', () => {
  verifies('cluster/placement', 'an execution answered elsewhere continues where its tools are', async () => {
    await using cluster = new ClusterNodes();
    const [one, two] = [
      await cluster.node({ tools: [say('one', 'there')], placement: ['there'] }),
      await cluster.node({ tools: [say('two')] }),
    ];
    const { executionId, paused } = expectStatus(await one.shed.execute(SAY), 'paused');
    expect((await two.shed.list())[0]).toMatchObject({ id: executionId, placement: ['there'] });
    const done = await two.shed.resume(paused.elicitationId, true);
    expect(expectStatus(done, 'completed').value).toBe('one');
    expect(two.claims.won).toBe(0);
  });

  verifies('cluster/placement', 'any node starts an execution, and one with all of its labels runs it', async () => {
    await using cluster = new ClusterNodes();
    const here = await cluster.node({ tools: [say('here')], placement: ['eu'] });
    await cluster.node({ tools: [say('half')], placement: ['gpu'] });
    await cluster.node({ tools: [say('there')], placement: ['gpu', 'eu'] });
    const { paused } = expectStatus(await here.shed.execute(SAY, { placement: ['eu', 'gpu'] }), 'paused');
    expect(expectStatus(await here.shed.resume(paused.elicitationId, true), 'completed').value).toBe('there');
    const free = expectStatus(await here.shed.execute(SAY, { placement: [] }), 'paused');
    expect(expectStatus(await here.shed.resume(free.executionId, true), 'completed').value).toBe('here');
  });

  verifies('cluster/placement', 'an execution whose label no node has waits until one has it', async () => {
    await using cluster = new ClusterNodes();
    const here = await cluster.node({ tools: [say('here')] });
    const waits = await here.shed.execute(SAY, { placement: ['mars'] });
    expect(waits).toMatchObject({ status: 'running', queued: true, placement: ['mars'] });
    expect(await here.shed.list({ queued: true })).toMatchObject([{ id: waits.executionId, placement: ['mars'] }]);
    await cluster.node({ tools: [say('mars')], placement: ['mars'] });
    await expect.poll(async () => (await here.shed.get(waits.executionId)).status, { timeout: 10_000 }).toBe('paused');
    expect(expectStatus(await here.shed.resume(waits.executionId, true), 'completed').value).toBe('mars');
  });

  verifies(
    'cluster/placement',
    'an execution is queued once the only node with its label died, also if another takes it over',
    async () => {
      const { url } = await postgresOfFile();
      const schema = newSchema();
      await using store = await openPostgresStore({ url, schema });
      const owner = { id: 'there', pid: 7, host: 'there', placement: ['there'] };
      await store.owners.enter(owner, 60_000);
      const sample = sampleExecution({ placement: ['there'] });
      const [id, entries, summary] = sample.start();
      await store.journal.create(id, entries, { ...summary, owner: owner.id });
      await using here = await openInThread({ tools: [say('here')], store: { postgres: url, schema } });
      expect(await here.list({ queued: true })).toEqual([]);
      expect(await here.get(id)).not.toHaveProperty('queued');

      await runSql(`UPDATE ${schema}.nodes SET lease_until = clock_timestamp() WHERE id = 'there'`);
      const waits = { queued: true, placement: ['there'] };
      expect(await here.list({ queued: true })).toMatchObject([{ id, ...waits }]);
      expect(await here.list()).toMatchObject([{ id, ...waits }]);
      expect(await here.get(id)).toMatchObject({ status: 'running', ...waits });
      expect(await here.takeOver(id)).toMatchObject({ status: 'running', ...waits });
    },
  );

  verifies(
    'cluster/placement',
    'placement can be given over HTTP and on the command line, with the checks of the library',
    async () => {
      const { url: postgres } = await postgresOfFile();
      const config = { store: { postgres, schema: newSchema() } };
      await using host = await serveHost({ config, args: ['--no-example'], env: { TOOLSHED_PLACEMENT: 'gpu, eu' } });
      const made = await host.command(['token', 'create', '--yes-as-person', '--kind', 'approver', '--name', 'ada']);
      const { token } = JSON.parse(made.stdout);
      const start = (placement: unknown, waitMs = 20_000) =>
        host.call('POST', '/v1/executions', { token, body: { program: 'return 7', placement, waitMs } });
      expect((await start(['eu', 'gpu'])).body).toMatchObject({ status: 'completed', value: 7 });
      expect((await start([])).body).toMatchObject({ status: 'completed', value: 7 });
      const waits = { status: 'running', queued: true, placement: ['mars'] };
      expect((await start(['mars'], 0)).body).toMatchObject(waits);
      const listed = await host.call('GET', '/v1/executions?status=queued', { token });
      expect(listed.body.items).toMatchObject([waits]);
      expect((await host.call('GET', '/v1/executions?status=queued,paused', { token })).status).toBe(422);
      const refused = await start(['two words']);
      expect(refused.body).toMatchObject({
        status: 422,
        code: 'options/invalid',
        detail: expect.stringContaining('a label such as "machine-7"'),
      });

      const run = (labels: string) => host.command(['run', '-', '--placement', labels], 'return 7');
      const here = await run('gpu,eu');
      expect(JSON.parse(here.stdout)).toMatchObject({ status: 'completed', value: 7 });
      expect(JSON.parse((await run('gpu, mars')).stdout)).toMatchObject({ queued: true, placement: ['gpu', 'mars'] });
      const unread = await run('two words');
      expect(unread.exitCode).not.toBe(0);
      expect(`${unread.stdout}${unread.stderr}`).toContain('a label such as \\"machine-7\\"');
    },
    { timeout: 60_000 },
  );

  verifies('cluster/placement', 'a host without its label does not wake an execution on one machine', async () => {
    await using shed = await openInThread({ tools: [say('here')], store: 'memory' });
    const waits = await shed.execute(SAY, { placement: ['mars'] });
    expect(waits).toMatchObject({ status: 'running', queued: true, placement: ['mars'] });
    expect(await shed.wakeAll()).toEqual([]);
    expectStatus(await shed.cancel(waits.executionId), 'cancelled');
  });
});
