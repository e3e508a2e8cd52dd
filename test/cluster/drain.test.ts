// Two `toolshed serve` processes on one PostgreSQL; one is told to stop while it drives executions.

import { afterAll, describe, expect } from 'vitest';
import { newSchema, postgresOfFile, runSql, stopPostgresOfFile } from '../support/fresh-postgres.ts';
import { serveHost } from '../support/served-host.ts';
import { verifies } from '../support/verifies.ts';

afterAll(stopPostgresOfFile);

const WORKING = `
  let lists = 0;
  for (; lists < 120; lists++) { await sleep(50); await tools.mail.list({}); }
  return lists;
`;

describe('a node that gets SIGTERM', () => {
  verifies(
    'cluster/drain',
    'a node that gets SIGTERM refuses new work with 503, takes answers, hands over what it drives, and exits with 0',
    async () => {
      const { url: postgres } = await postgresOfFile();
      const schema = newSchema();
      const config = { store: { postgres, schema } };
      await using first = await serveHost({ config, args: ['--no-example', '--drain-delay', '2s'] });
      await using second = await first.beside();
      const made = await first.command(['token', 'create', '--yes-as-person', '--kind', 'approver', '--name', 'ada']);
      const { token } = JSON.parse(made.stdout);
      const start = async (program: string, waitMs = 0) =>
        (await first.call('POST', '/v1/executions', { token, body: { program, session: 's', waitMs } })).body;
      const working = await Promise.all(Array.from({ length: 4 }, () => start(WORKING)));
      const asking = await start(`return await tools.mail.send({ to: 'ada@x.org' })`, 20_000);
      const waiting = await start('return await tools.mail.ask({})', 20_000);
      expect([asking.status, waiting.status]).toEqual(['paused', 'paused']);

      const isDriven = async (): Promise<number> =>
        Number(/^toolshed_live_executions (\d+)$/m.exec((await second.call('GET', '/metrics')).text)?.[1]);
      const signalled = performance.now();
      const ended = first.end('SIGTERM');
      const handedOver = expect
        .poll(isDriven, { interval: 50, timeout: 20_000 })
        .toBeGreaterThanOrEqual(4)
        .then(() => performance.now() - signalled);
      await expect.poll(async () => (await first.call('GET', '/readyz')).status).toBe(503);
      expect(await first.call('GET', '/healthz')).toMatchObject({ status: 200 });
      const refused = await first.call('POST', '/v1/executions', {
        token,
        body: { program: 'return 1', session: 's' },
      });
      expect(refused).toMatchObject({ status: 503, body: { code: 'host/draining' } });
      expect(refused.headers.get('retry-after')).toBe('1');
      const path = `/v1/elicitations/${asking.paused.elicitationId}/answer`;
      expect((await first.call('POST', path, { token, body: { action: 'accept' } })).status).toBe(200);
      expect(await ended).toBe(0);
      // A lease that was not given up would still have its row.
      expect(await runSql(`SELECT pid FROM "${schema}".nodes`)).toEqual([{ pid: second.pid }]);

      const statusOf = async (id: string): Promise<string> =>
        (await second.call('GET', `/v1/executions/${id}`, { token })).body.status;
      const tookMs = await handedOver;
      process.stdout.write(`The other node drove everything ${Math.round(tookMs)} ms after SIGTERM\n`);
      for (const { executionId: id } of [...working, asking])
        await expect.poll(() => statusOf(id), { timeout: 40_000 }).toBe('completed');
      // Its lease would have run for longer.
      expect(tookMs).toBeLessThan(10_000);
      expect(await first.outbox()).toEqual(['ada@x.org']);
      const code = `/v1/elicitations/${waiting.paused.elicitationId}/answer`;
      const done = await second.call('POST', code, { token, body: { action: 'accept', data: '7', waitMs: 20_000 } });
      expect(done.body).toMatchObject({ status: 'completed', value: 'sent' });
      const metrics = (await second.call('GET', '/metrics')).text;
      expect(metrics).toMatch(/^toolshed_in_doubt_total 0$/m);
      expect(metrics).toMatch(/^toolshed_nodes \d$/m);
      expect(metrics).toMatch(/^toolshed_claims_total\{result="won"\} [1-9]/m);
      for (const name of ['lease_margin_seconds', 'watermark_lag_transactions', 'unsealed_audit_lines'])
        expect(metrics).toMatch(new RegExp(`^toolshed_${name} \\d`, 'm'));
      expect(metrics).toMatch(/^toolshed_connection_wait_seconds_count [1-9]/m);
    },
    { timeout: 120_000 },
  );
});
