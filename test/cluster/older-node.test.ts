// A node of an older version beside executions that newer nodes drive, as during an upgrade: it goes on with what it can
// read, and leaves the rest alone.

import { defineTool, JournalCorruptError } from '@toolshed/kernel';
import { type OpenOptions, openToolshed, type PostgresStore, type Toolshed } from '@toolshed/runtime';
import { afterAll, describe, expect } from 'vitest';
import { z } from 'zod';
import { appendFromTheFuture } from '../support/append-from-the-future.ts';
import { type FreshPostgres, openFreshPostgres, runSql, stopPostgresOfFile } from '../support/fresh-postgres.ts';
import { recordedLog } from '../support/recorded-log.ts';
import { verifies } from '../support/verifies.ts';

afterAll(stopPostgresOfFile);

const DAY_MS = 86_400_000;
const sent: string[] = [];
const send = defineTool({
  path: 'mail.send',
  description: 'send',
  input: z.object({ to: z.string() }),
  destructive: true,
  handler(_, { to }) {
    sent.push(to);
    return to;
  },
});

const openHost = (store: PostgresStore, options: Partial<OpenOptions> = {}): Promise<Toolshed> =>
  openToolshed({ tools: [send], store, isolation: 'thread', trusted: true, ...options });

/** Two that sleep for a day and two that ask; nobody drives them. */
async function leaveBehind(store: FreshPostgres): Promise<readonly string[]> {
  await using host = await openHost(store, { wakes: false });
  const program = (to: string): string => `await tools.mail.send({ to: '${to}' }); return '${to}'`;
  const results = [
    await host.execute(`await sleep(${DAY_MS}); return 1`),
    await host.execute(`await sleep(${DAY_MS}); return 2`),
    await host.execute(program('ada')),
    await host.execute(program('bob')),
  ];
  return results.map(({ executionId }) => executionId);
}

describe('a node of an older version', () => {
  verifies(
    'store/shared-versions',
    'a node of an older version wakes, answers and follows what it can read, and neither finds nor changes what only a newer one reads',
    async () => {
      await using store = await openFreshPostgres();
      const [oldTimer = '', newTimer = '', oldQuestion = '', newQuestion = ''] = await leaveBehind(store);
      for (const id of [newTimer, newQuestion]) await appendFromTheFuture(store.schema, id);
      const rows = (): Promise<unknown> =>
        runSql(
          `SELECT id, status, next_seq, epoch, owner, damage FROM ${store.schema}.executions WHERE format > 100 ORDER BY id`,
        );
      const before = await rows();

      const found: string[] = [];
      const { log, lines } = recordedLog();
      const journal: PostgresStore['journal'] = {
        ...store.journal,
        async unattended(filter) {
          const page = await store.journal.unattended(filter);
          found.push(...page.map(({ id }) => id));
          return page;
        },
      };
      await using node = await openHost({ ...store, journal }, { log, clock: { now: () => Date.now() + DAY_MS } });
      await expect.poll(async () => (await node.get(oldTimer))?.status).toBe('completed');
      expect(await node.wakeAll()).toEqual([]);
      expect(found).not.toContain(newTimer);

      expect(await node.resume(oldQuestion, true)).toMatchObject({ status: 'completed', value: 'ada' });
      await expect(node.resume(newQuestion, true)).rejects.toThrow(JournalCorruptError);
      await expect(node.resume(newQuestion, true)).rejects.toThrow(/upgrade Toolshed/);
      expect(sent).toEqual(['ada']);

      const { damaged, through } = await node.eventsAfter(0);
      expect(damaged.map(({ executionId }) => executionId).sort()).toEqual([newTimer, newQuestion].sort());
      expect(through).toBe(await node.lastEvent());
      expect(await rows()).toEqual(before);
      expect(lines.filter((line) => line.includes('waking'))).toEqual([]);
    },
  );
});
