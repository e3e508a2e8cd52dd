// A host that is about to stop hands over what it drives; another on the same store goes on with it at once.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { defineTool, type ExecutionId } from '@toolshed/kernel';
import { HostDrainingError, type Toolshed } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { expectStatus } from '../support/expect-status.ts';
import { post } from '../mcp/mcp-over.ts';
import { serveHost } from '../support/served-host.ts';
import { openInThread } from '../support/open-in-thread.ts';
import { verifies } from '../support/verifies.ts';

interface Shared extends AsyncDisposable {
  /** Which host ran which handler, in order. */
  readonly ran: string[];
  readonly opened: PromiseWithResolvers<void>;
  open(name: string): Promise<Toolshed>;
}

async function sharedFile(): Promise<Shared> {
  const folder = await mkdtemp(join(tmpdir(), 'toolshed-drain-'));
  const ran: string[] = [];
  const opened = Promise.withResolvers<void>();
  const toolsOf = (host: string) => {
    const tool = (path: string, destructive: boolean, handler: (signal: AbortSignal) => unknown) =>
      defineTool({
        path,
        description: path,
        input: z.object({}),
        destructive,
        async handler({ signal }) {
          ran.push(`${path} at ${host}`);
          return await handler(signal);
        },
      });
    return [
      tool('box.look', false, () => pause(10)),
      tool('box.remove', true, () => 'removed'),
      tool('box.open', true, (signal) => Promise.race([opened.promise, whenAborted(signal)])),
      defineTool({
        path: 'box.wrap',
        description: 'wrap',
        input: z.object({}),
        destructive: true,
        async handler(context) {
          const { data } = await context.elicit({ type: 'text', message: 'Which ribbon?' });
          ran.push(`box.wrap at ${host}`);
          return data;
        },
      }),
    ];
  };
  return {
    ran,
    opened,
    open: (name) => openInThread({ tools: toolsOf(name), store: { sqlite: join(folder, 'shed.db') } }),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

const whenAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

const LONG = `
  let looks = 0;
  for (; looks < 150; looks++) await tools.box.look({});
  return looks;
`;

const approved = { approved: true };

/** One execution of each sort: one that works for seconds, one that asks, one whose handler asks, one that sleeps. */
async function startAll(shed: Toolshed): Promise<Record<'long' | 'asks' | 'waits' | 'sleeps', ExecutionId>> {
  const long = await shed.start(LONG);
  const asks = expectStatus(await shed.execute('return await tools.box.remove({})'), 'paused').executionId;
  const waits = expectStatus(await shed.execute('return await tools.box.wrap({})'), 'paused').executionId;
  await shed.resume(waits, approved);
  const sleeps = await shed.start('await sleep(500); return "woke"');
  return { long, asks, waits, sleeps };
}

describe('a host that drains', () => {
  verifies(
    'operate/drain',
    'begins nothing, keeps answers, and leaves all it drove to another, nothing of it in doubt',
    async () => {
      await using shared = await sharedFile();
      await using first = await shared.open('one');
      const ids = await startAll(first);
      await expect.poll(() => shared.ran.length).toBeGreaterThan(10);
      expect(await first.readiness()).toEqual({ isReady: true, reasons: [] });

      const draining = first.drain();
      expect(await first.readiness()).toMatchObject({
        isReady: false,
        reasons: [expect.stringContaining('draining')],
      });
      await expect(first.execute('return 1')).rejects.toThrow(HostDrainingError);
      await expect(first.start('return 1')).rejects.toMatchObject({ code: 'host/draining' });
      await draining;
      const looks = shared.ran.length;
      expect(await first.resume(ids.asks, true)).toMatchObject({ status: 'running' });
      expect((await first.list({ status: ['running'] })).map(({ owner }) => owner)).not.toContain(expect.any(String));
      expect(shared.ran).toHaveLength(looks);

      // The first is still open: nothing but what it released lets the second go on.
      await using second = await shared.open('two');
      await expect.poll(async () => (await second.get(ids.asks)).status).toBe('completed');
      await expect.poll(async () => (await second.get(ids.long)).status).toBe('completed');
      await expect.poll(async () => (await second.get(ids.sleeps)).status).toBe('completed');
      const [open] = await second.pending({ executionId: ids.waits });
      const ribbon = await second.resume(open?.elicitationId ?? '', { approved: true, data: 'red' });
      expect(ribbon).toMatchObject({ status: 'completed', value: 'red' });
      expect(await second.get(ids.long)).toMatchObject({ value: 150 });
      expect(shared.ran.filter((one) => !one.startsWith('box.look'))).toEqual(['box.remove at two', 'box.wrap at two']);
      expect(shared.ran.filter((one) => one.startsWith('box.look'))).toHaveLength(150);
      const asked = await Promise.all(Object.values(ids).map((id) => second.journal(id)));
      expect(asked.flat().filter((entry) => entry.kind === 'asked' && entry.asker === 'in-doubt')).toEqual([]);
    },
  );

  verifies('operate/drain', 'waits for a handler that works, journals its outcome, and goes no further', async () => {
    await using shared = await sharedFile();
    await using first = await shared.open('one');
    const paused = expectStatus(
      await first.execute('return [await tools.box.open({}), await tools.box.remove({})]'),
      'paused',
    );
    const resumed = first.resume(paused.paused.elicitationId, true);
    await expect.poll(() => shared.ran).toEqual(['box.open at one']);
    const draining = first.drain();
    await pause(100);
    shared.opened.resolve();
    await draining;
    expect(await resumed).toMatchObject({ status: 'running' });
    expect((await first.journal(paused.executionId)).at(-1)).toMatchObject({ kind: 'returned', call: 1 });
    await using second = await shared.open('two');
    await expect.poll(async () => (await second.get(paused.executionId)).status).toBe('paused');
    const [open] = await second.pending();
    expect(await second.resume(open?.elicitationId ?? '', true)).toMatchObject({ status: 'completed' });
    expect(shared.ran).toEqual(['box.open at one', 'box.remove at two']);
  });

  verifies('operate/drain', 'leaves a handler that does not end in time to be in doubt', async () => {
    await using shared = await sharedFile();
    const first = await shared.open('one');
    const paused = expectStatus(await first.execute('return await tools.box.open({})'), 'paused');
    const resumed = first.resume(paused.paused.elicitationId, true).catch(() => undefined);
    await expect.poll(() => shared.ran).toEqual(['box.open at one']);
    const began = performance.now();
    await first.drain({ graceMs: 200 });
    expect(performance.now() - began).toBeLessThan(5_000);
    await first[Symbol.asyncDispose]();
    await resumed;
    await using second = await shared.open('two');
    await expect.poll(() => second.pending()).toMatchObject([{ type: 'in-doubt', toolPath: 'box.open' }]);
    expect(shared.ran).toEqual(['box.open at one']);
  });

  verifies('operate/drain', 'drains as well where it serves MCP only', async () => {
    await using host = await serveHost({ command: ['mcp', '--http'], args: ['--drain-delay', '3s'] });
    const agent = { token: await host.agent('s'), capabilities: {} };
    const run = (code: string) =>
      post(`${host.url}/mcp`, agent, 'tools/call', { name: 'execute', arguments: { code } }).then(
        (result) => JSON.stringify(result),
        (error: unknown) => String(error),
      );
    const working = run('for (let n = 0; n < 2_000; n++) { await sleep(50); await tools.mail.list({}); }');
    const list = async () => JSON.parse((await host.command(['list'])).stdout).items;
    await expect.poll(list, { timeout: 30_000 }).toMatchObject([{ status: 'running' }]);
    const ended = host.end('SIGTERM');
    await expect.poll(async () => (await host.call('GET', '/readyz')).status).toBe(503);
    expect(await run('return 1')).toContain('host/draining');
    expect(await ended).toBe(0);
    // It belongs to nobody, so that the next process goes on with it at once.
    expect(await list()).toMatchObject([{ status: 'running', queued: true }]);
    await working;
  });

  verifies(
    'operate/drain',
    'stays ready to be asked while it drains, and ends at once at a second signal',
    async () => {
      await using host = await serveHost({ args: ['--no-example', '--drain-delay', '60s'] });
      void host.end('SIGTERM');
      await expect.poll(async () => (await host.call('GET', '/readyz')).status).toBe(503);
      expect((await host.call('GET', '/healthz')).status).toBe(200);
      const began = performance.now();
      process.kill(host.pid, 'SIGTERM');
      expect(await host.end('SIGTERM')).not.toBe(0);
      expect(performance.now() - began).toBeLessThan(30_000);
    },
  );
});
