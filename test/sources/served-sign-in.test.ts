// A sign-in through `toolshed serve`: asked in the inbox's API, answered by a browser, kept in the vault.

import { expect } from 'vitest';
import { serveHost } from '../support/served-host.ts';
import { verifies } from '../support/verifies.ts';
import { openGuardedServer } from './servers/guarded-server.ts';

verifies(
  'sources/oauth-question',
  'a sign-in to a remote MCP server is asked of a person at the inbox, and not again after a restart',
  async () => {
    await using server = await openGuardedServer();
    const remote = { namespace: 'remote', mcp: { url: `${server.origin}/mcp`, oauth: {} }, safe: ['remote.**'] };
    await using host = await serveHost({
      config: { sources: [remote] },
      env: { TOOLSHED_VAULT_KEY: Buffer.alloc(32, 7).toString('base64') },
    });
    const [agent, approver] = await Promise.all([host.agent('monday'), host.approver()]);
    const start = async (program: string) =>
      (await host.call('POST', '/v1/executions', { token: agent, body: { program, waitMs: 20_000 } })).body;
    const look = `return (await tools.remote.look({ at: 'sky' })).content[0].text`;

    const { paused, executionId } = await start(`await tools.remote.sign_in({}); ${look}`);
    const path = `/v1/elicitations/${paused.elicitationId}/answer`;
    expect((await host.call('POST', path, { token: approver, body: { approved: true } })).status).toBe(200);
    await (await fetch(paused.request.url)).text();
    const shown = async () => (await host.call('GET', `/v1/executions/${executionId}`, { token: agent })).body;
    await expect.poll(shown, { timeout: 20_000 }).toMatchObject({ status: 'completed', value: 'looked at sky' });

    await host.end('SIGKILL');
    await host.start();
    expect(await start(look)).toMatchObject({ status: 'completed', value: 'looked at sky' });
    expect(server.tokens.size).toBe(1);
  },
);
