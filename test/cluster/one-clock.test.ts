// Nodes whose clocks are hours off, beside one whose clock is right.

import { setTimeout as pause } from 'node:timers/promises';
import { defineTool } from '@toolshed/kernel';
import { openPostgresStore, openToolshed } from '@toolshed/runtime';
import { createTokenRecords, serve } from '@toolshed/server';
import { afterAll, describe, expect } from 'vitest';
import { z } from 'zod';
import { openWorkbench } from '../scenarios/cli-process.ts';
import { newSchema, postgresOfFile, stopPostgresOfFile } from '../support/fresh-postgres.ts';
import { newStoreFolder } from '../support/open-stores.ts';
import { verifies } from '../support/verifies.ts';
import { openReceiver, WEBHOOK_SECRET } from '../support/webhook-receiver.ts';

afterAll(stopPostgresOfFile);

const AHEAD_MS = 2 * 3_600_000;
const QUIET = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

describe('a node whose clock is two hours ahead', () => {
  verifies('cluster/one-clock', 'a node whose clock is ahead wakes no timer and expires no question', async () => {
    const { url } = await postgresOfFile();
    const schema = newSchema();
    const open = () =>
      openToolshed({
        tools: [],
        store: { postgres: url, schema },
        isolation: 'thread',
        trusted: true,
        ownerLeaseMs: 1_000,
        log: QUIET,
      });
    const { now } = Date;
    let [asked, slept] = ['', ''];
    {
      await using right = await open();
      const question = `return await elicit({ type: 'confirmation', message: 'x', expiresInMs: 600_000 })`;
      asked = (await right.execute(question)).executionId;
      slept = (await right.execute('await sleep(600_000); return 1')).executionId;
    }
    Date.now = () => now() + AHEAD_MS;
    try {
      await using wrong = await open();
      await wrong.wakeAll();
      await pause(1_000);
      expect([(await wrong.get(asked)).status, (await wrong.get(slept)).status]).toEqual(['paused', 'sleeping']);
      const { executionId } = await wrong.execute('return Date.now()');
      const done = await wrong.get(executionId);
      expect(done.status === 'completed' && Math.abs(Number(done.value) - now()) < 60_000).toBe(true);
      await using look = await openPostgresStore({ url, schema });
      const skews = (await look.cluster()).nodes.map(({ skewMs = 0 }) => Math.round(skewMs / AHEAD_MS));
      expect(skews).toContain(1);
    } finally {
      Date.now = now;
    }
  });
});

describe('a grant that expires', () => {
  const remove = defineTool({
    path: 'box.remove',
    description: 'remove',
    input: z.object({}),
    destructive: true,
    handler: () => 'removed',
  });
  const PROGRAM = 'return await tools.box.remove({})';

  verifies.each('cluster/one-clock', [AHEAD_MS, -AHEAD_MS])(
    'a grant expires by the clock of the database at a node whose clock is off by %s ms',
    async (offMs) => {
      const { url } = await postgresOfFile();
      const store = { postgres: url, schema: newSchema() };
      const open = () => openToolshed({ tools: [remove], store, isolation: 'thread', trusted: true, log: QUIET });
      await using right = await open();
      const inSession = (session: string, expiresInMs: number) => ({
        pattern: 'box.**',
        scope: { session },
        expiresInMs,
      });
      await right.grants.add(inSession('long', 600_000));
      await right.grants.add(inSession('short', 1_000));
      const { now } = Date;
      Date.now = () => now() + offMs;
      try {
        await using wrong = await open();
        const statusIn = async (session: string) => (await wrong.execute(PROGRAM, { session })).status;
        expect(await statusIn('long')).toBe('completed');
        const grant = await wrong.grants.add(inSession('own', 1_000));
        expect(Math.abs((grant.expiresAt ?? 0) - now())).toBeLessThan(60_000);
        await pause(1_500);
        expect([await statusIn('short'), await statusIn('own'), await statusIn('long')]).toEqual([
          ...['paused', 'paused', 'completed'],
        ]);
      } finally {
        Date.now = now;
      }
    },
  );
});

describe('a webhook of a node whose clock is two hours ahead', () => {
  verifies('cluster/one-clock', 'a webhook is signed and reminded by the clock of the database', async () => {
    const { url } = await postgresOfFile();
    await using receiver = await openReceiver();
    using folder = newStoreFolder();
    const to = [{ url: receiver.url, secret: WEBHOOK_SECRET, allowPrivate: true }];
    const webhooks = { home: folder.path, to, reminders: { afterMs: 3_600_000 } };
    const { now } = Date;
    Date.now = () => now() + AHEAD_MS;
    try {
      const store = { postgres: url, schema: newSchema() };
      await using shed = await openToolshed({ tools: [], store, isolation: 'thread', trusted: true, log: QUIET });
      const { records } = shed;
      if (records === undefined) throw new TypeError('the nodes of a cluster share records');
      await using _server = await serve({ shed, tokens: createTokenRecords({ records }), webhooks, port: 0 });
      const ask = async (): Promise<readonly string[]> => {
        await shed.execute(`return await elicit({ type: 'text', message: 'Well?' })`);
        return receiver.received.map(({ id }) => id.split('.')[1] ?? '');
      };
      // A webhook that is new is notified of what comes from now on.
      await expect.poll(ask, { timeout: 20_000, interval: 300 }).toContain('asked');
      await pause(1_500);
      expect(await ask()).not.toContain('reminder');
      for (const { age } of receiver.received) expect(Math.abs(age - AHEAD_MS / 1_000)).toBeLessThan(60);
    } finally {
      Date.now = now;
    }
  });
});

describe('toolshed doctor', () => {
  verifies('operate/doctor', 'toolshed doctor warns of a wrong clock, and folds nodes that ended', async () => {
    const { url } = await postgresOfFile();
    const schema = newSchema();
    const { now } = Date;
    Date.now = () => now() + AHEAD_MS;
    try {
      const options = { tools: [], store: { postgres: url, schema }, isolation: 'thread', trusted: true } as const;
      await using _wrong = await openToolshed({ ...options, log: QUIET });
      await using look = await openPostgresStore({ url, schema });
      for (const id of ['own_one', 'own_two', 'own_three']) await look.owners.enter({ id, pid: 1, host: 'gone' }, 1);
      await using bench = await openWorkbench();
      await bench.write('toolshed.config.json', JSON.stringify({ store: { postgres: url, schema } }));
      await bench.toolshed(['trust', '--yes-as-person']);
      const findings: readonly Record<string, unknown>[] = JSON.parse(
        (await bench.toolshed(['doctor', '--json'])).stdout,
      ).findings;
      const named = (name: string) => findings.filter((finding) => finding['name'] === name);
      expect(named('node')).toMatchObject([
        {
          ok: true,
          warning: true,
          detail: expect.stringContaining('clock +7200.'),
          advice: expect.stringMatching(/^Set the clock/),
        },
      ]);
      expect(named('ended')).toMatchObject([
        {
          ok: true,
          detail: expect.stringMatching(/^3 within a day, the last .* ago; nothing they drove is left$/),
        },
      ]);
    } finally {
      Date.now = now;
    }
  });
});
