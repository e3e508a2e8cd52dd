import { describe, expect } from 'vitest';
import { serveHost } from '../support/served-host.ts';
import { verifies } from '../support/verifies.ts';

const SEND = `const sent = await tools.mail.send({ to: 'ada@x.org' }); return sent.sent;`;

describe('a served host', () => {
  verifies(
    'http/restart',
    'takes the answer after it was killed and started again, and runs the call once',
    async () => {
      await using host = await serveHost();
      const [agent, approver] = await Promise.all([host.agent('s'), host.approver()]);
      const { body } = await host.call('POST', '/v1/executions', {
        token: agent,
        body: { program: SEND, waitMs: 20_000 },
      });
      expect(body.status).toBe('paused');
      await host.end('SIGKILL');
      await host.start();
      const path = `/v1/elicitations/${body.paused.elicitationId}/answer`;
      const answered = await host.call('POST', path, { token: approver, body: { approved: true } });
      expect(answered.body).toMatchObject({ status: 'completed', value: 'ada@x.org' });
      expect(await host.outbox()).toEqual(['ada@x.org']);
    },
  );

  verifies('http/restart', 'continues by itself what was running when it was killed', async () => {
    await using host = await serveHost();
    const token = await host.approver();
    const program = `await tools.mail.list({}); await sleep(1500); return 'woken'`;
    const { body } = await host.call('POST', '/v1/executions', { token, body: { program } });
    await host.end('SIGKILL');
    await host.start();
    await expect
      .poll(async () => (await host.call('GET', `/v1/executions/${body.executionId}`, { token })).body, {
        timeout: 20_000,
      })
      .toMatchObject({ status: 'completed', value: 'woken' });
  });

  verifies('http/restart', 'leaves alone what was started with other tools, and says how to continue it', async () => {
    await using host = await serveHost();
    const token = await host.approver();
    const other = new URL('../support/other-tools.ts', import.meta.url).pathname;
    const { stdout } = await host.command(['run', '-', '--tools', other], 'return await tools.other.wipe({})');
    const { paused } = JSON.parse(stdout);
    const path = `/v1/elicitations/${paused.elicitationId}/answer`;
    const refused = await host.call('POST', path, { token, body: { approved: true } });
    expect(refused).toMatchObject({ status: 409, body: { code: 'execution/elsewhere' } });
    expect((await host.call('GET', `/v1/elicitations/${paused.elicitationId}`, { token })).body.state).toBe('open');
  });

  verifies.each('http/restart', ['SIGTERM', 'SIGINT'] as const)(
    'finishes what it was asked before it ends on %s',
    async (signal) => {
      await using host = await serveHost();
      const token = await host.approver();
      const start = { program: `return (await tools.mail.slow({ to: 'slow@x.org' })).sent`, waitMs: 20_000 };
      const { body } = await host.call('POST', '/v1/executions', { token, body: start });
      const path = `/v1/elicitations/${body.paused.elicitationId}/answer`;
      const answering = host.call('POST', path, { token, body: { approved: true, waitMs: 20_000 } });
      const events = await fetch(`${host.url}/v1/events?after=0`, { headers: { authorization: `Bearer ${token}` } });
      for await (const chunk of events.body ?? []) if (Buffer.from(chunk).includes('"invoking"')) break;
      expect(await host.end(signal)).toBe(0);
      expect((await answering).status).toBe(200);
      expect(await host.outbox()).toEqual(['slow@x.org']);
      await host.start();
      const { body: after } = await host.call('GET', `/v1/executions/${body.executionId}`, { token });
      expect(after).toMatchObject({ status: 'completed', value: 'slow@x.org' });
    },
  );
});
