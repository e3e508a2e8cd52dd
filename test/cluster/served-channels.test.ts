// Two `toolshed serve` processes on one PostgreSQL, whose config has a channel: who shows which question.

import { afterAll, describe, expect } from 'vitest';
import { newSchema, postgresOfFile, stopPostgresOfFile } from '../support/fresh-postgres.ts';
import { serveHost } from '../support/served-host.ts';
import { verifies } from '../support/verifies.ts';

afterAll(stopPostgresOfFile);

/** Notes who was shown what in the file OUTBOX names, approves at once, and keeps what is for "held" in hand. */
const configWith = (store: object): string => `
import { appendFileSync } from 'node:fs';
const pager = {
  name: 'pager',
  priority: 0,
  atOnce: 5,
  ask({ elicitationId, message }, signal) {
    appendFileSync(process.env.OUTBOX, ['shown', process.pid, elicitationId, message].join(' ') + '\\n');
    if (!message.includes('held')) return Promise.resolve({ action: 'accept', by: { principal: 'ada', kind: 'person' } });
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined)));
  },
};
export default { tools: {}, store: ${JSON.stringify(store)}, channels: [pager] };
`;

interface Shown {
  readonly pid: number;
  readonly id: string;
}

describe('channels of two toolshed serve processes', () => {
  verifies(
    'cluster/channels',
    'two toolshed serve processes show each question once, and one shows what the other had in hand when it was stopped',
    async () => {
      const { url: postgres } = await postgresOfFile();
      const config = configWith({ postgres, schema: newSchema() });
      await using first = await serveHost({ config, args: ['--no-example'] });
      await using second = await first.beside();
      const made = await first.command(['token', 'create', '--yes-as-person', '--kind', 'approver', '--name', 'ada']);
      const { token } = JSON.parse(made.stdout);
      const start = async (node: Pick<typeof second, 'call'>, to: string): Promise<string> => {
        const body = { program: `return await tools.mail.send({ to: '${to}' })`, session: 's' };
        return (await node.call('POST', '/v1/executions', { token, body })).body.executionId;
      };
      const shown = async (): Promise<readonly Shown[]> =>
        (await first.outbox())
          .filter((line) => line.startsWith('shown '))
          .map((line) => ({ pid: Number(line.split(' ')[1]), id: line.split(' ')[2] ?? '' }));
      const sent = async () => (await first.outbox()).filter((line) => line.endsWith('@x.org')).length;

      await Promise.all(Array.from({ length: 12 }, (_, n) => start(n % 2 === 0 ? first : second, `ada${n}@x.org`)));
      await expect.poll(sent, { timeout: 40_000 }).toBe(12);
      const ids = (await shown()).map(({ id }) => id);
      expect([ids.length, new Set(ids).size]).toEqual([12, 12]);

      await start(first, 'held');
      await expect.poll(shown, { timeout: 20_000 }).toHaveLength(13);
      const holder = (await shown()).at(-1);
      const [gone, left] = holder?.pid === first.pid ? [first, second] : [second, first];
      expect(await gone.end('SIGTERM')).toBe(0);
      await expect.poll(shown, { timeout: 30_000 }).toHaveLength(14);
      expect((await shown()).at(-1)).toEqual({ pid: left.pid, id: holder?.id });
    },
    { timeout: 120_000 },
  );
});
