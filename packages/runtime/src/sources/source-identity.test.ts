import { describe, expect, it } from 'vitest';
import { identityOfApi, identityOfMcp } from './source-identity.js';
import { McpSourceOptions, OpenApiSourceOptions } from './source-options.js';

const idOf = async (mcp: object, signIn?: string): Promise<string> =>
  (await identityOfMcp(McpSourceOptions.parse({ namespace: 'a', mcp }), signIn)).originOf('send').identity;

const shownOf = async (mcp: object) =>
  (await identityOfMcp(McpSourceOptions.parse({ namespace: 'a', mcp }), undefined)).originOf('send').shown;

const STDIO = { command: 'node', args: ['server.js'], env: { TOKEN: 'a', KEY: { secret: 'k' } }, cwd: '/srv' };
const HTTP = { url: 'https://example.org/mcp', headers: { 'x-key': 'a' }, oauth: { clientId: 'c' } };

describe('the identity of a source', () => {
  it.each([
    ['command', STDIO, { ...STDIO, command: 'bun' }],
    ['arguments', STDIO, { ...STDIO, args: ['server.js', '--all'] }],
    ['folder', STDIO, { ...STDIO, cwd: '/tmp' }],
    ['value in the environment', STDIO, { ...STDIO, env: { ...STDIO.env, TOKEN: 'b' } }],
    ['secret in the environment', STDIO, { ...STDIO, env: { ...STDIO.env, KEY: { secret: 'l' } } }],
    ['address', HTTP, { ...HTTP, url: 'https://example.org/mcp/2' }],
    ['header', HTTP, { ...HTTP, headers: { 'x-key': 'b' } }],
    ['client', HTTP, { ...HTTP, oauth: { clientId: 'd' } }],
    ['kind of server', STDIO, HTTP],
  ])('is another with another %s', async (_, one, other) => {
    expect(await idOf(other)).not.toBe(await idOf(one));
  });

  it('does not depend on the port a browser comes back to, and does on who signed in', async () => {
    expect(await idOf({ ...HTTP, oauth: { clientId: 'c', redirectPort: 4_711 } })).toBe(await idOf(HTTP));
    expect(await idOf(HTTP, 'one')).not.toBe(await idOf(HTTP, 'two'));
  });

  it('is another for each tool of a source, and for each address of an API', async () => {
    const api = await identityOfApi(OpenApiSourceOptions.parse({ namespace: 'a', openapi: 'a.json' }));
    const all = [api.originOf('a', 'https://a.org'), api.originOf('b', 'https://a.org'), api.originOf('a')];
    expect(new Set(all.map(({ identity }) => identity)).size).toBe(3);
  });
});

describe('what is shown of a source', () => {
  it.each([
    ['node server.js', { args: ['server.js'] }],
    ['node --token … x', { args: ['--token', 'hunter2', 'x'] }],
    ['node -key=… a=b', { args: ['-key=hunter2', 'a=b'] }],
    ['node TOKEN=… --verbose', { args: ['TOKEN=hunter2', '--verbose'] }],
    ['node --auth --quiet', { args: ['--auth', '--quiet'] }],
    ['node /opt/…/x', { args: ['/opt/ghp_0123456789abcdefghij/x'] }],
    ['node --header "Authorization: …"', { args: ['--header', 'Authorization: Bearer hunter2'] }],
    ['node --header=X-Api-Key:…', { args: ['--header=X-Api-Key:hunter2'] }],
    ['node "{\\"apiKey\\":…"', { args: ['{"apiKey":"hunter2"}'] }],
    ['node "Bearer …"', { args: ['Bearer hunter2'] }],
    ['node postgres://db/main', { args: ['postgres://ada:hunter2@db/main'] }],
    ['node "a b" "\\u0007"', { args: ['a b', '\u0007'] }],
  ])('is %s', async (expected, { args }) => {
    expect((await shownOf({ ...STDIO, args })).server).toBe(expected);
  });

  it('is an address without what may be secret in it, and whose rights are used', async () => {
    const url = 'https://ada:pw@example.org/s/0123456789abcdefghij/mcp?key=hunter2#x';
    expect(await shownOf({ ...HTTP, url })).toEqual({
      kind: 'mcp',
      server: 'https://example.org/s/…/mcp?key=…',
      name: 'send',
      account: 'the person who signed in to c, the x-key of the config',
    });
  });
});
