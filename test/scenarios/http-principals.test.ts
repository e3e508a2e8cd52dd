// What the host's own `authenticate` returns, and the principals it hands to MCP: what is not understood sees nothing.

import { PassThrough } from 'node:stream';
import { createHttpApp, createMcpEndpoint, serveOnStdio } from '@toolshed/server';
import { describe, expect } from 'vitest';
import { recordedLog } from '../support/recorded-log.ts';
import { openMailShed } from '../support/mail-shed.ts';
import { verifies } from '../support/verifies.ts';

const URL = 'http://127.0.0.1:9';
const named = { id: 'x', name: 'x' };

const NOT_UNDERSTOOD: readonly (readonly [what: string, principal: unknown])[] = [
  ['an agent without a session', { kind: 'agent', ...named }],
  ['an agent whose session is undefined', { kind: 'agent', ...named, session: undefined }],
  ['an agent whose session is null', { kind: 'agent', ...named, session: null }],
  ['an agent whose session is empty', { kind: 'agent', ...named, session: '' }],
  ['an approver without a name', { kind: 'approver', id: 'x', way: 'token' }],
  ['an approver of no known way', { kind: 'approver', ...named }],
  ['a flow with a misspelt key', { kind: 'flow', ...named, flows: 'a' }],
  ['a kind nobody knows', { kind: 'user', ...named, session: 'alice' }],
  ['no kind', { id: 'x' }],
  ['an empty object', {}],
  ['a name', 'ada'],
  ['true', true],
  ['false', false],
];

describe('a principal that is not understood', () => {
  verifies.each('http/principals', NOT_UNDERSTOOD)('is refused and logged: %s', async (_what, principal) => {
    await using mail = await openMailShed();
    const { executionId } = await mail.shed.execute(`await tools.mail.send({ to: 'bob' })`, { session: 'bob' });
    const { log, lines } = recordedLog();
    // A host in JavaScript, which no compiler checks.
    const authenticate = async () => principal as never;
    await using app = createHttpApp({ shed: mail.shed, url: URL, authenticate, log });
    for (const path of [
      '/v1/elicitations',
      `/v1/executions/${executionId}`,
      `/v1/executions/${executionId}/journal`,
      '/v1/session',
    ]) {
      const response = await app.fetch(new Request(URL + path));
      expect([path, response.status]).toEqual([path, 401]);
      expect(await response.json()).toMatchObject({ code: 'access/unauthorized' });
    }
    expect((await app.fetch(new Request(`${URL}/mcp`, { method: 'POST', body: '{}' }))).status).toBe(401);
    expect(lines).toContainEqual(expect.stringContaining('is not a principal'));
  });

  verifies('http/principals', 'is refused by an MCP endpoint and on a pipe', async () => {
    await using mail = await openMailShed();
    await using endpoint = createMcpEndpoint({ shed: mail.shed });
    const request = () => new Request(`${URL}/mcp`, { method: 'POST', body: '{}' });
    for (const principal of [undefined, 'ada', {}, { name: 'x' }, { name: 'x', id: '' }, { ...named, sesion: 's' }]) {
      // @ts-expect-error: a host in JavaScript, which no compiler checks.
      await expect(endpoint.fetch(request(), principal)).rejects.toMatchObject({ code: 'options/invalid' });
    }
    const pipe = { stdin: new PassThrough(), stdout: new PassThrough() };
    for (const principal of ['ada', {}, { name: 'x' }]) {
      // @ts-expect-error: as above
      const serving = serveOnStdio({ shed: mail.shed, ...pipe, principal });
      await expect(serving).rejects.toMatchObject({ code: 'options/invalid' });
    }
  });

  verifies('http/principals', 'is a failure of the server if there is none because something was thrown', async () => {
    await using mail = await openMailShed();
    for (const thrown of [new Error('no keys'), 'no keys']) {
      const authenticate = async () => Promise.reject(thrown);
      await using app = createHttpApp({ shed: mail.shed, url: URL, authenticate });
      const response = await app.fetch(new Request(`${URL}/v1/elicitations`));
      expect(response.status).toBe(500);
      expect(await response.text()).not.toContain('no keys');
    }
  });
});
