// Two `toolshed serve` processes on one PostgreSQL, and somebody who follows what happens at one of them until it dies.

import type { JournalStore } from '@toolshed/kernel';
import { openPostgresStore } from '@toolshed/runtime';
import { afterAll, describe, expect } from 'vitest';
import { createEventReader } from '../support/event-reader.ts';
import { newSchema, postgresOfFile, stopPostgresOfFile } from '../support/fresh-postgres.ts';
import { type NodeBeside, serveHost } from '../support/served-host.ts';
import { verifies } from '../support/verifies.ts';

afterAll(stopPostgresOfFile);

const PROGRAM = 'for (let n = 0; n < 4; n++) { console.log(n); await tools.mail.list({}); await sleep(20); } return 1';

/** Every entry of a store in the one order, by its execution and seq. */
async function entriesOf(journal: JournalStore): Promise<readonly string[]> {
  const names: string[] = [];
  for (let after = 0; ; ) {
    const { entries, through } = await journal.entriesAfter(after);
    names.push(...entries.map(({ executionId, entry }) => `${executionId} ${entry.seq}`));
    if (through === after) return names;
    after = through;
  }
}

describe('the event stream of two toolshed serve processes', () => {
  verifies(
    'cluster/events',
    'a client whose node is killed continues its event stream at another node with the last id, and sees every entry once',
    async () => {
      const { url } = await postgresOfFile();
      const schema = newSchema();
      await using survivor = await serveHost({ config: { store: { postgres: url, schema } }, args: ['--no-example'] });
      await using killed = await survivor.beside();
      const made = await survivor.command([
        'token',
        'create',
        '--yes-as-person',
        '--kind',
        'approver',
        '--name',
        'ada',
      ]);
      const { token } = JSON.parse(made.stdout);
      await using store = await openPostgresStore({ url, schema });

      let followed = killed.url;
      const reader = createEventReader({ url: () => followed, token, cutAfter: () => Number.POSITIVE_INFINITY });
      let wanted = Number.POSITIVE_INFINITY;
      const reading = reader.until(({ length }) => length >= wanted);
      await expect.poll(() => reader.connections).toBe(1);

      const body = { program: PROGRAM, session: 's' };
      const start = (node: Pick<NodeBeside, 'call'>): Promise<unknown> =>
        node.call('POST', '/v1/executions', { token, body }).catch(() => undefined);
      const startAll = (count: number, ...nodes: readonly Pick<NodeBeside, 'call'>[]): Promise<unknown> =>
        Promise.all(Array.from({ length: count }, (_, n) => start(nodes[n % nodes.length] ?? survivor)));

      await startAll(20, survivor, killed);
      await expect.poll(() => reader.events.length, { timeout: 30_000 }).toBeGreaterThan(20);
      const rest = startAll(20, survivor, killed);
      await expect.poll(() => store.journal.count({ status: ['running', 'sleeping'] })).toBeGreaterThan(0);
      followed = survivor.url;
      await killed.end('SIGKILL');
      const before = reader.events.length;
      await rest;
      await startAll(10, survivor);
      // What the killed node drove goes on here once its lease has ended.
      const left = () => store.journal.count({ status: ['running', 'sleeping', 'paused'] });
      await expect.poll(left, { timeout: 60_000, interval: 200 }).toBe(0);

      const entries = await entriesOf(store.journal);
      wanted = entries.length;
      // One more, whose first entry tells the reader that it has enough.
      await start(survivor);
      await reading;
      expect(reader.connections).toBeGreaterThan(1);
      expect(before).toBeLessThan(wanted);
      expect(reader.events.map(({ executionId, entry }) => `${executionId} ${entry.seq}`)).toEqual(entries);
    },
    { timeout: 180_000 },
  );
});
