// A sign-in to a source that one node began and whose browser comes back to another one.

import { afterAll, beforeAll, expect } from 'vitest';
import { openGuardedServer } from '../sources/servers/guarded-server.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { type ServedHost, serveHost } from '../support/served-host.ts';
import { verifies } from '../support/verifies.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
}, 60_000);
afterAll(() => postgres[Symbol.asyncDispose]());

const LOOK = `return (await tools.remote.look({ at: 'sky' })).content[0].text`;

async function newToken(host: ServedHost, ...flags: readonly string[]): Promise<string> {
  const { stdout } = await host.command(['token', 'create', '--yes-as-person', '--name', 'ada', ...flags]);
  return JSON.parse(stdout).token;
}

verifies(
  'cluster/source-sign-in',
  'a sign-in that one node asks for is received at another, once, and serves both',
  async () => {
    await using server = await openGuardedServer();
    const env = {
      TOOLSHED_STORE: postgres.url,
      TOOLSHED_DEPLOYMENT: 'two nodes',
      TOOLSHED_VAULT_KEY: Buffer.alloc(32, 7).toString('base64'),
    };
    const source = (redirectUrl: string) => ({
      sources: [
        { namespace: 'remote', mcp: { url: `${server.origin}/mcp`, oauth: { redirectUrl } }, safe: ['remote.**'] },
      ],
    });
    const args = ['--no-example'];
    // The balancer sends the browser to the front node; which node asks does not matter to it.
    await using front = await serveHost({ env, args });
    const callback = `${front.url}/v1/oauth/callback`;
    await using one = await serveHost({ env, args, config: source(callback) });
    await using other = await serveHost({ env, args, config: source(callback) });
    const [agent, approver] = await Promise.all([
      newToken(front, '--kind', 'agent', '--session', 'monday'),
      newToken(front, '--kind', 'approver'),
    ]);
    const start = async (host: ServedHost, program: string) =>
      (await host.call('POST', '/v1/executions', { token: agent, body: { program, waitMs: 30_000 } })).body;

    const { paused, executionId } = await start(one, `await tools.remote.sign_in({}); ${LOOK}`);
    const path = `/v1/elicitations/${paused.elicitationId}/answer`;
    expect((await one.call('POST', path, { token: approver, body: { approved: true } })).status).toBe(200);
    const wrong = await front.call('GET', `/v1/oauth/callback?state=guessed&code=x`);
    expect(wrong.status).toBe(401);
    const visited = await fetch(paused.request.url);
    expect(visited.url.startsWith(callback)).toBe(true);
    expect(await visited.json()).toEqual({ message: 'You can close this page.' });
    expect((await fetch(visited.url)).status).toBe(401);
    const shown = async () => (await front.call('GET', `/v1/executions/${executionId}`, { token: agent })).body;
    await expect.poll(shown, { timeout: 60_000 }).toMatchObject({ status: 'completed', value: 'looked at sky' });
    await expect
      .poll(() => start(other, LOOK), { timeout: 60_000 })
      .toMatchObject({ status: 'completed', value: 'looked at sky' });
    expect(server.tokens.size).toBe(1);
  },
  { timeout: 180_000 },
);
