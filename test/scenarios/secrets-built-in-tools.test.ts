import { tmpdir } from 'node:os';
import { httpPlugin, shellPlugin, type Toolshed } from '@toolshed/runtime';
import { describe, expect, it } from 'vitest';
import { expectStatus } from '../support/expect-status.ts';
import { tracesOf } from '../support/secret-shed.ts';
import { verifies } from '../support/verifies.ts';
import { openLoopbackServer } from '../tools/loopback-server.ts';
import { openInThread } from '../support/open-in-thread.ts';

const newToken = (): string => `canary-${crypto.randomUUID()}-token`;

async function openHost(hosts: readonly string[], token: string): Promise<Toolshed> {
  const shed = await openInThread({
    tools: [httpPlugin({ hosts: [...hosts], allowPrivate: true }), shellPlugin({ cwd: tmpdir() })],
    store: 'memory',
    sharedSecrets: ['token'],
  });
  await shed.secrets.set('token', token);
  return shed;
}

describe('http with a secret header', () => {
  verifies(
    ['secrets/handle', 'secrets/redacted'],
    'asks even to read, shows where the secret goes, sends it, and blanks what the server echoes',
    async () => {
      await using server = await openLoopbackServer(({ headers }, response) => {
        response.setHeader('x-echo', String(headers.authorization)).end(JSON.stringify(headers));
      });
      const token = newToken();
      await using shed = await openHost([server.host], token);
      const program = `return await tools.http.get({
      url: 'http://${server.host}/me',
      secretHeaders: { Authorization: { secret: 'secret:token', prefix: 'Bearer ' } },
    })`;
      const asked = expectStatus(await shed.execute(program), 'paused');
      expect(asked.paused.message).toContain(`GET http://${server.host}/me`);
      expect(asked.paused.message).toContain('"authorization":"Bearer secret:token"');
      const done = expectStatus(await shed.resume(asked.executionId, true), 'completed');
      expect(server.seen[0]?.headers.authorization).toBe(`Bearer ${token}`);
      expect(done.value).toMatchObject({ status: 200, headers: { 'x-echo': 'Bearer [secret]' } });
      expect(tracesOf(token, JSON.stringify([asked, done, await shed.journal(done.executionId)]))).toEqual([]);
    },
  );

  verifies(
    'secrets/handle',
    'does not ask where there is none, and does not take a secret along to another origin',
    async () => {
      await using other = await openLoopbackServer((_, response) => response.end('other'));
      await using server = await openLoopbackServer((_, response) => {
        response.writeHead(302, { location: `http://${other.host}/` }).end();
      });
      const token = newToken();
      await using shed = await openHost([server.host, other.host], token);
      expectStatus(await shed.execute(`return await tools.http.get({ url: 'http://${other.host}/' })`), 'completed');
      const send = (header: string): string =>
        `return await tools.http.get({ url: 'http://${server.host}/', secretHeaders: { '${header}': { secret: 'secret:token' } } })`;
      const asked = await shed.execute(send('x-api-key'));
      const led = expectStatus(await shed.resume(asked.executionId, true), 'failed');
      expect(led.error.code).toBe('http/redirect-refused');
      const agent = await shed.execute(send('User-Agent'));
      const refused = expectStatus(await shed.resume(agent.executionId, true), 'failed');
      expect(refused.error.code).toBe('http/header-refused');
      expect(server.seen.map(({ headers }) => headers['x-api-key'])).toEqual([token]);
      expect(other.seen).toHaveLength(1);
      expect(JSON.stringify(other.seen)).not.toContain(token);
    },
  );
});

describe('shell with a secret environment', () => {
  it('gives the command the value and blanks what it prints', async () => {
    const token = newToken();
    await using shed = await openHost([], token);
    const program = `return await tools.shell.run({
      command: 'printf %s "$TOKEN" | wc -c; printf %s "$TOKEN"; printf %s "$TOKEN" | base64 >&2',
      secretEnv: { TOKEN: 'secret:token' },
    })`;
    const asked = expectStatus(await shed.execute(program), 'paused');
    expect(asked.paused.message).toContain('with the secrets {"TOKEN":"secret:token"} in its environment');
    const done = expectStatus(await shed.resume(asked.executionId, true), 'completed');
    const { stdout, stderr } = done.value as { stdout: string; stderr: string };
    expect(stdout).toMatch(new RegExp(`^\\s*${token.length}\\s+\\[secret\\]$`));
    expect(stderr).toContain('[secret]');
    expect(tracesOf(token, stdout + stderr)).toEqual([]);
  });
});
