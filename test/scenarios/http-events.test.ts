import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { ExecutionId } from '@toolshed/kernel';
import { openSqliteStore, type Store } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { deep } from '../support/depth.ts';
import { createEventReader, type ReadEvent } from '../support/event-reader.ts';
import { printed, sampleExecution } from '../support/sample-execution.ts';
import { serveHost } from '../support/served-host.ts';
import { verifies } from '../support/verifies.ts';

const nameOf = ({ executionId, entry }: ReadEvent): string => `${executionId} ${entry.seq}`;

/** Every entry of a store, in the order of the stream. */
async function allOf({ journal }: Store): Promise<readonly string[]> {
  const names: string[] = [];
  for (let after = 0; ; ) {
    const { entries, through } = await journal.entriesAfter(after);
    names.push(...entries.map(({ executionId, entry }) => `${executionId} ${entry.seq}`));
    if (through === after) return names;
    after = through;
  }
}

/** Appends from this process, which is not the one that serves. */
async function append(store: Store, executions: number, entries: number, session: string): Promise<void> {
  for (let index = 0; index < executions; index += 1) {
    const sample = sampleExecution({ session });
    await store.journal.create(...sample.start());
    for (let said = 1; said < entries; said += 7) {
      const lines = Array.from({ length: Math.min(7, entries - said) }, (_, n) => printed(`${said + n}`));
      await store.journal.append(...sample.say(...lines));
    }
  }
}

describe('the event stream', () => {
  verifies(
    'http/events',
    'loses and doubles none of thousands of events, over cut connections, a killed server and another process that writes',
    async () => {
      await using host = await serveHost();
      const token = await host.approver();
      await using store = openSqliteStore({ file: host.store });
      let cuts = 0;
      const readers = [
        createEventReader({ url: () => host.url, token, from: 0, cutAfter: () => 1 + (cuts++ % 97) * 3 }),
        createEventReader({ url: () => host.url, token, from: 0, cutAfter: () => 400 }),
      ];
      const wanted = deep(10_000, 3_000);
      const journals = (full: number): number => deep(full, full / 5);
      const reading = readers.map((reader) => reader.until((events) => events.length >= wanted));
      const served = async (count: number): Promise<void> => {
        for (let index = 0; index < count; index += 1) {
          const body = { program: 'console.log(1); await tools.mail.list({}); return 1', waitMs: 20_000 };
          expect((await host.call('POST', '/v1/executions', { token, body })).body.status).toBe('completed');
        }
      };
      await Promise.all([append(store, journals(40), 100, 'elsewhere'), served(journals(20))]);
      await host.end('SIGKILL');
      await append(store, journals(10), 100, 'meanwhile');
      await host.start();
      await Promise.all([append(store, journals(20), 100, 'elsewhere'), served(journals(10))]);
      const missing = wanted - (await allOf(store)).length;
      await append(store, 1, missing, 'rest');
      await Promise.all(reading);
      const expected = await allOf(store);
      expect(expected).toHaveLength(wanted);
      for (const reader of readers) expect(reader.events.map(nameOf)).toEqual(expected);
      expect(readers[0]?.connections).toBeGreaterThan(deep(60, 15));
    },
    { timeout: 600_000 },
  );

  verifies(
    'http/events',
    'misses nothing between a connection that was cut before its first event and the next',
    async () => {
      await using host = await serveHost();
      const token = await host.approver();
      const reader = createEventReader({
        url: () => host.url,
        token,
        cutAfter: () => (reader.connections === 0 ? 0 : 100),
      });
      await reader.until(() => reader.lastId !== undefined);
      expect(reader.events).toEqual([]);
      const body = { program: 'return 1', waitMs: 20_000 };
      const { body: started } = await host.call('POST', '/v1/executions', { token, body });
      await using store = openSqliteStore({ file: host.store });
      const expected = await store.journal.read(ExecutionId.parse(started.executionId));
      await reader.until((events) => events.length >= expected.length);
      expect(reader.events.map(({ entry }) => entry.kind)).toEqual(expected.map(({ kind }) => kind));
    },
  );

  verifies('http/events', 'shows one session where one is asked for', async () => {
    await using host = await serveHost();
    const token = await host.approver();
    await using store = openSqliteStore({ file: host.store });
    await append(store, 3, 10, 'theirs');
    await append(store, 1, 5, 'mine');
    const reader = createEventReader({ url: () => host.url, token, from: 0, session: 'mine', cutAfter: () => 2 });
    await reader.until((events) => events.length >= 5);
    expect(new Set(reader.events.map(({ session }) => session))).toEqual(new Set(['mine']));
  });

  verifies(
    'http/events',
    'starts now for a client whose last event is of another store, and refuses what is no cursor',
    async () => {
      await using host = await serveHost();
      const token = await host.approver();
      const connect = (id: string) =>
        fetch(`${host.url}/v1/events`, { headers: { authorization: `Bearer ${token}`, 'last-event-id': id } });
      expect((await connect('-1')).status).toBe(400);
      for (const id of ['ezzzz', '999999']) expect(await helloOf(await connect(id))).toContain('id: e0\nevent: hello');
    },
  );

  verifies('http/events', 'continues after the position that a client of an earlier version kept', async () => {
    await using host = await serveHost();
    const token = await host.approver();
    await using store = openSqliteStore({ file: host.store });
    await append(store, 1, 5, 'mine');
    const reader = createEventReader({ url: () => host.url, token, from: 3, cutAfter: () => 2 });
    await reader.until((events) => events.length >= 2);
    expect(reader.events.map(({ entry }) => entry.seq)).toEqual([3, 4]);
    const headers = { authorization: `Bearer ${token}` };
    const again = await fetch(`${host.url}/v1/events?after=${reader.events[0]?.cursor}`, { headers });
    expect(await helloOf(again)).toContain(`id: ${reader.events[0]?.cursor}\nevent: hello`);
    expect((await fetch(`${host.url}/v1/events?after=1.5`, { headers })).status).toBe(400);
  });
});

/** The first thing a stream says. */
async function helloOf({ body }: Response): Promise<string> {
  const chunks = body?.getReader();
  const first = await chunks?.read();
  await chunks?.cancel();
  return Buffer.from(first?.value ?? []).toString();
}

describe('a client that does not read', () => {
  verifies(
    'http/slow-reader',
    'keeps the server from reading on, and costs it no memory',
    async () => {
      await using host = await serveHost();
      const token = await host.approver();
      await using store = openSqliteStore({ file: host.store });
      const sample = sampleExecution();
      await store.journal.create(...sample.start());
      for (let index = 0; index < 100; index += 1)
        await store.journal.append(...sample.say(printed('x'.repeat(1_000_000))));
      const before = await residentMb(host.pid);
      const idle = Array.from({ length: 8 }, () => {
        const sent = request(`${host.url}/v1/events?after=0`, {
          agent: false,
          headers: { authorization: `Bearer ${token}` },
        });
        sent.on('error', () => undefined).end();
        return new Promise<typeof sent>((resolve) => {
          sent.on('response', (response) => {
            response.pause();
            resolve(sent);
          });
        });
      });
      const clients = await Promise.all(idle);
      const reader = createEventReader({ url: () => host.url, token, from: 0, cutAfter: () => 1_000 });
      await reader.until((events) => events.length >= 101);
      expect((await residentMb(host.pid)) - before).toBeLessThan(200);
      for (const client of clients) client.destroy();
    },
    { timeout: 60_000 },
  );
});

async function residentMb(pid: number): Promise<number> {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1_024;
}
