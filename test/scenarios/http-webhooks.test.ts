import { writeFile } from 'node:fs/promises';
import { describe, expect } from 'vitest';
import { serveHost } from '../support/served-host.ts';
import { verifies } from '../support/verifies.ts';
import { openReceiver, WEBHOOK_SECRET as SECRET } from '../support/webhook-receiver.ts';

const PROGRAM = `return (await tools.mail.send({ to: 'ada@x.org', password: 'hunter2' })).sent;`;

describe('a webhook', () => {
  verifies(
    'http/webhooks',
    'gets a notice of a question and of its answer, signed, with a link and without what sounds secret',
    async () => {
      await using receiver = await openReceiver();
      const webhooks = [{ url: receiver.url, secretEnv: 'HOOK_SECRET', allowPrivate: true }];
      await using host = await serveHost({ config: { webhooks }, env: { HOOK_SECRET: SECRET } });
      const token = await host.approver();
      const start = { program: PROGRAM, session: 'monday', waitMs: 20_000 };
      const { body } = await host.call('POST', '/v1/executions', { token, body: start });
      const { elicitationId } = body.paused;
      await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(1);
      await host.call('POST', `/v1/elicitations/${elicitationId}/answer`, { token, body: { approved: true } });
      await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(2);
      expect(receiver.received.map(({ id }) => id)).toEqual([`${elicitationId}.asked`, `${elicitationId}.answered`]);
      for (const { isSigned, age } of receiver.received) expect([isSigned, age < 60]).toEqual([true, true]);
      const [asked] = receiver.received;
      expect(JSON.parse(asked?.body ?? '')).toMatchObject({
        type: 'question.asked',
        link: `${host.url}/questions/${elicitationId}`,
        question: { toolPath: 'mail.send', session: 'monday', args: { to: 'ada@x.org', password: '[redacted]' } },
      });
      expect(asked?.body).not.toContain('hunter2');
    },
  );

  verifies(
    'http/webhooks',
    'gets the notice again until it accepts it, even if the server was killed meanwhile',
    async () => {
      await using receiver = await openReceiver();
      receiver.status = 503;
      await using host = await serveHost({
        config: { webhooks: [{ url: receiver.url, secret: SECRET, allowPrivate: true }] },
      });
      const token = await host.approver();
      const start = { program: PROGRAM, waitMs: 20_000 };
      const { body } = await host.call('POST', '/v1/executions', { token, body: start });
      await expect.poll(() => receiver.received.length, { timeout: 15_000 }).toBeGreaterThan(1);
      await host.end('SIGKILL');
      receiver.status = 302;
      await host.start();
      const before = receiver.received.length;
      await expect.poll(() => receiver.received.length, { timeout: 15_000 }).toBeGreaterThan(before);
      receiver.status = 204;
      const tried = receiver.received.length;
      await expect.poll(() => receiver.received.length, { timeout: 15_000 }).toBeGreaterThan(tried);
      const ids = new Set(receiver.received.map(({ id }) => id));
      expect(ids).toEqual(new Set([`${body.paused.elicitationId}.asked`]));
      const taken = receiver.received.length;
      expect(await host.end('SIGTERM')).toBe(0);
      await host.start();
      await host.call('POST', '/v1/executions', { token, body: start });
      await expect.poll(() => receiver.received.length, { timeout: 15_000 }).toBe(taken + 1);
      expect(receiver.received.at(-1)?.id).not.toBe(`${body.paused.elicitationId}.asked`);
    },
    { timeout: 90_000 },
  );

  verifies('http/webhooks', 'one on this machine or its network needs permission in its config', async () => {
    await using receiver = await openReceiver();
    const named = receiver.url.replace('127.0.0.1', 'localhost');
    const webhooks = [receiver.url, named].map((url) => ({ url, secret: SECRET }));
    await using allowed = await openReceiver();
    webhooks.push({ url: allowed.url, secret: SECRET, ...{ allowPrivate: true } });
    await using host = await serveHost({ config: { webhooks } });
    const token = await host.approver();
    await host.call('POST', '/v1/executions', { token, body: { program: PROGRAM, waitMs: 20_000 } });
    await expect.poll(() => allowed.received.length, { timeout: 10_000 }).toBe(1);
    expect(receiver.received).toEqual([]);
  });

  verifies('http/webhooks', 'is signed with a secret of the vault where the config names one', async () => {
    await using receiver = await openReceiver();
    const key = Buffer.alloc(32, 7).toString('base64');
    await using host = await serveHost({ env: { TOOLSHED_VAULT_KEY: key } });
    const file = `${host.folder}/hooks.json`;
    const webhook = { url: receiver.url, secret: { secret: 'HOOK' }, allowPrivate: true };
    await writeFile(file, JSON.stringify({ tools: {}, webhooks: [webhook] }));
    const missing = await host.command(['serve', '--port', '0', '--config', file]);
    expect(missing.exitCode).toBe(2);
    expect(JSON.parse(missing.stdout).error.message).toContain('secrets set HOOK');
    expect((await host.command(['secrets', 'set', 'HOOK'], SECRET)).exitCode).toBe(0);
    await host.end('SIGTERM');
    await host.start('--config', file);
    const token = await host.agent('monday');
    await host.call('POST', '/v1/executions', { token, body: { program: PROGRAM, waitMs: 20_000 } });
    await expect.poll(() => receiver.received.map(({ isSigned }) => isSigned), { timeout: 20_000 }).toEqual([true]);
  });

  verifies('http/webhooks', 'cannot be set up without its secret', async () => {
    await using host = await serveHost();
    const file = `${host.folder}/hooks.json`;
    await writeFile(file, JSON.stringify({ webhooks: [{ url: 'https://example.org', secretEnv: 'NOT_SET' }] }));
    const refused = await host.command(['serve', '--port', '0', '--config', file]);
    expect([refused.exitCode, JSON.parse(refused.stdout).error.code]).toEqual([2, 'config/webhook-secret']);
  });
});
