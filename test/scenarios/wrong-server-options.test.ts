import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { InvalidOptionsError } from '@toolshed/kernel';
import {
  createHttpApp,
  createMcpEndpoint,
  createTokenFolder,
  serve,
  serveOnStdio,
  type Tokens,
} from '@toolshed/server';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { type MailShed, openMailShed } from '../support/mail-shed.ts';
import { verifies } from '../support/verifies.ts';

// What a stranger writes, in JavaScript, before having read the documentation; and all that the error says.

const APP = 'Cannot create the HTTP app: ';
const MCP = 'Cannot serve MCP: ';
const given = (value: unknown) => value as never;

interface Parts {
  readonly shed: MailShed['shed'];
  readonly tokens: Tokens;
}
type Case = readonly [what: string, options: (parts: Parts) => unknown, message: string];

const url = 'http://127.0.0.1:9';
const authenticate = async () => undefined;
const app =
  (more: object, without: readonly string[] = []) =>
  ({ shed, tokens }: Parts) =>
    Object.fromEntries(Object.entries({ shed, tokens, url, ...more }).filter(([key]) => !without.includes(key)));

const APPS: readonly Case[] = [
  ['nothing', () => undefined, `${APP}the options must be an object`],
  ['no url', app({}, ['url']), `${APP}"url" is missing: it must be an http or https address`],
  ['no address', app({ url: 'nope' }), `${APP}"url" must be an http or https address, got "nope"`],
  ['a url with a path', app({ url: `${url}/sub` }), `"url" must be an address without a path`],
  ['a url with a query', app({ url: `${url}/?a=b` }), `"url" must be an address without a path`],
  ['no credentials', app({}, ['tokens']), `${APP}"tokens" is missing: it or "authenticate" must be given`],
  ['tokens that are undefined', app({ tokens: undefined }), `${APP}"tokens" is missing: it or "authenticate"`],
  ['both', app({ authenticate }), `${APP}"authenticate" cannot be given beside "tokens"`],
  ['isValid beside tokens', app({ isValid: authenticate }), `${APP}"isValid" cannot be given beside "tokens"`],
  ['no shed', app({ shed: {} }), `${APP}"shed" must be a toolshed made with openToolshed, got an object`],
  [
    'no tokens',
    app({ tokens: {} }),
    `${APP}"tokens" must be tokens made with createTokenFolder or createTokenRecords, got an object`,
  ],
  ['no log', app({ log: {} }), `${APP}"log" must be an object with debug, info, warn and error, got an object`],
  [
    'no endpoint',
    app({ mcp: { fetch: 1 } }),
    `${APP}"mcp" must be an endpoint made with createMcpEndpoint, or options`,
  ],
  [
    'a misspelt option of MCP',
    app({ mcp: { aprovals: 'auto' } }),
    `"aprovals" is not known; did you mean "approvals"?`,
  ],
  ['a port', app({ port: 5 }), `${APP}"port" is not known`],
  ['webhooks with MCP alone', app({ only: 'mcp', webhooks: { home: '/', to: [] } }), '"webhooks" cannot be given with'],
  ['an inbox with MCP alone', app({ only: 'mcp', inbox: '/' }), '"inbox" cannot be given with "only": "mcp"'],
  ['an inbox without tokens', app({ authenticate, inbox: '/' }, ['tokens']), '"inbox" needs "tokens"'],
  ['no inbox', app({ inbox: '/nowhere/at/all' }), `"inbox" must be the path of a folder that exists, got`],
];

const ENDPOINTS: readonly Case[] = [
  ['nothing', () => undefined, `${MCP}the options must be an object`],
  ['no shed', () => ({}), `${MCP}"shed" is missing: it must be a toolshed made with openToolshed`],
  ['a misspelt key', ({ shed }) => ({ shed, aprovals: 'auto' }), '"aprovals" is not known; did you mean "approvals"?'],
  ['another word', ({ shed }) => ({ shed, approvals: 'yes' }), '"approvals" must be "auto" or "inbox", got "yes"'],
  ['a short key', ({ shed }) => ({ shed, stateKey: new Uint8Array(3) }), '"stateKey" must be a Uint8Array of 32 bytes'],
  ['a text as key', ({ shed }) => ({ shed, stateKey: 'x' }), '"stateKey" must be a Uint8Array of 32 bytes'],
  ['labels', ({ shed }) => ({ shed, labels: 5 }), '"labels" must be an object, got 5'],
  ['a log', ({ shed }) => ({ shed, log: {} }), '"log" must be an object with debug, info, warn and error'],
  ['a wait', ({ shed }) => ({ shed, decisionWaitMs: -1 }), '"decisionWaitMs" must be a whole number from 0 to'],
  [
    'an address',
    ({ shed }) => ({ shed, inboxUrl: 'http://x' }),
    '"inboxUrl" must be a function (elicitationId) => addr',
  ],
];

describe('wrong options of a server', () => {
  const home = mkdtempSync(join(tmpdir(), 'toolshed-options-'));
  const tokens = createTokenFolder({ home });
  let mail: MailShed;
  beforeAll(async () => {
    mail = await openMailShed();
  });
  afterAll(async () => {
    await mail[Symbol.asyncDispose]();
    rmSync(home, { recursive: true });
  });
  const parts = (): Parts => ({ shed: mail.shed, tokens });
  const expectRefusal = (error: unknown, message: string): void => {
    expect(error).toBeInstanceOf(InvalidOptionsError);
    expect(error).toMatchObject({ message: expect.stringContaining(message) });
  };
  const thrown = async (work: () => unknown): Promise<unknown> => {
    try {
      await work();
    } catch (error) {
      return error;
    }
  };

  verifies.each('input/strict-options', APPS)('are named by createHttpApp: %s', async (_what, options, message) => {
    expectRefusal(await thrown(() => createHttpApp(given(options(parts())))), message);
  });

  verifies.each('input/strict-options', ENDPOINTS)('are named for MCP: %s', async (_what, options, message) => {
    expectRefusal(await thrown(() => createMcpEndpoint(given(options(parts())))), message);
    const pipe = { stdin: new PassThrough(), stdout: new PassThrough() };
    expectRefusal(
      await thrown(() => serveOnStdio(given({ ...pipe, ...Object(options(parts())) }))),
      message === `${MCP}the options must be an object` ? '"shed" is missing' : message,
    );
  });

  verifies('input/strict-options', 'wrong options of a pipe and a socket are named', async () => {
    const { shed } = mail;
    expectRefusal(await thrown(() => serveOnStdio(given(undefined))), '"shed" is missing');
    expectRefusal(
      await thrown(() => serveOnStdio(given({ shed, stdin: {} }))),
      '"stdin" must be a stream to read from',
    );
    expectRefusal(
      await thrown(() => serve(given({ shed, tokens, host: '' }))),
      '"host" must be a text that is not empty',
    );
    expectRefusal(
      await thrown(() => serve(given({ shed, tokens, port: '80' }))),
      '"port" must be a whole number from 0',
    );
    expectRefusal(await thrown(() => serve(given({ shed, tokens, port: 0, mcp: { aprovals: 1 } }))), '"aprovals"');
  });

  verifies('input/strict-options', 'are not wrong because one of them is undefined', async () => {
    const { shed } = mail;
    await using _app = createHttpApp(given({ shed, url, tokens: undefined, authenticate, log: undefined }));
    await using _mcp = createMcpEndpoint(given({ shed, isOurs: undefined, log: undefined }));
    expect((await _app.fetch(new Request(`${url}/v1/session`))).status).toBe(200);
  });

  verifies('http/tokens', 'cannot open the server to other machines before there is a token', async () => {
    const { shed } = mail;
    const bare = createTokenFolder({ home: join(home, 'bare') });
    for (const only of [undefined, 'mcp'] as const) {
      const opening = serve({ shed, tokens: bare, host: '0.0.0.0', port: 0, ...(only && { only }) });
      await expect(opening).rejects.toMatchObject({ code: 'usage/no-token' });
    }
    await bare.create({ kind: 'agent', name: 'robot', session: 's' });
    await using served = await serve({ shed, tokens: bare, host: '0.0.0.0', port: 0, only: 'mcp' });
    expect(served.port).toBeGreaterThan(0);
  });
});
