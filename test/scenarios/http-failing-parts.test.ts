// The HTTP app beside parts that fail: a store that throws, a folder that is none, a client that wants headers alone.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StoreUnavailableError } from '@toolshed/kernel';
import type { Toolshed } from '@toolshed/runtime';
import { createHttpApp, type Principal } from '@toolshed/server';
import { describe, expect } from 'vitest';
import { openMailShed } from '../support/mail-shed.ts';
import { recordedLog } from '../support/recorded-log.ts';
import { verifies } from '../support/verifies.ts';

const URL = 'http://127.0.0.1:9';
const ADA: Principal = { kind: 'approver', id: 'ada', name: 'ada', way: 'token' };
const ROBOT: Principal = { kind: 'agent', id: 'robot', name: 'robot', session: 's' };

async function openApp(
  fails: (shed: Toolshed) => Partial<Toolshed> = () => ({}),
  caller: Principal = ADA,
  isValid: () => Promise<boolean> = async () => true,
) {
  const mail = await openMailShed();
  const { log, lines } = recordedLog();
  let checks = 0;
  const app = createHttpApp({
    shed: { ...mail.shed, ...fails(mail.shed) },
    url: URL,
    authenticate: async () => caller,
    isValid: async () => {
      checks += 1;
      return await isValid();
    },
    limits: { streamsEach: 2 },
    log,
  });
  return {
    app,
    shed: mail.shed,
    lines,
    checks: () => checks,
    send: (path: string, init: RequestInit = {}) => app.fetch(new Request(URL + path, init)),
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await mail[Symbol.asyncDispose]();
    },
  };
}

describe('an event stream', () => {
  verifies('http/stream-ends', 'gives its place back and stops its timers when the store fails', async () => {
    let isBroken = true;
    await using host = await openApp((shed) => ({
      eventsAfter: async (...given) => {
        if (isBroken) throw new Error('disk hiccup');
        return await shed.eventsAfter(...given);
      },
    }));
    for (let tries = 0; tries < 5; tries += 1) {
      const response = await host.send('/v1/events?after=0');
      expect(response.status).toBe(200);
      expect(await response.text()).toContain('event: hello');
    }
    expect(host.lines).toContainEqual('warn an event stream was cut');
    const before = host.checks();
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(host.checks()).toBe(before);
    isBroken = false;
    await host.shed.execute('return 1');
    const healthy = (await host.send('/v1/events?after=0')).body?.getReader();
    expect(Buffer.from((await healthy?.read())?.value ?? []).toString()).toContain('event: hello');
    expect(Buffer.from((await healthy?.read())?.value ?? []).toString()).toContain('event: entry');
    await healthy?.cancel();
  });

  verifies('http/stream-ends', 'is not opened for a client that wants headers alone', async () => {
    await using host = await openApp();
    for (let tries = 0; tries < 5; tries += 1) {
      const response = await host.send('/v1/events', { method: 'HEAD' });
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    }
    const before = host.checks();
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(host.checks()).toBe(before);
    const response = await host.send('/v1/events');
    expect(response.status).toBe(200);
    await response.body?.cancel();
  });
});

describe('a webhook that cannot begin', () => {
  const folder = (): string => mkdtempSync(join(tmpdir(), 'toolshed-hooks-'));

  verifies('http/webhooks', 'is tried again, and does not end the host', async () => {
    const home = folder();
    await using mail = await openMailShed();
    const { log, lines } = recordedLog();
    let asked = 0;
    const lastEvent = async (): Promise<number> => {
      asked += 1;
      if (asked < 3) throw new Error('store busy');
      return await mail.shed.lastEvent();
    };
    const to = [{ url: 'http://127.0.0.1:1/', secret: 'x', allowPrivate: true }];
    const options = { url: URL, authenticate: async () => ADA, webhooks: { home, to }, log };
    await using _app = createHttpApp({ shed: { ...mail.shed, lastEvent }, ...options });
    await expect.poll(() => asked).toBe(3);
    expect(lines).toEqual(Array.from({ length: 2 }, () => 'warn notifying a webhook failed'));
    rmSync(home, { recursive: true });
  });

  verifies('http/webhooks', 'a webhook whose folder is a file is refused before the app opens', async () => {
    const home = folder();
    await using mail = await openMailShed();
    writeFileSync(join(home, 'file'), '');
    for (const wrong of [join(home, 'file'), join(home, 'file', 'below'), ''])
      expect(() =>
        createHttpApp({ shed: mail.shed, url: URL, authenticate: async () => ADA, webhooks: { home: wrong, to: [] } }),
      ).toThrow('Cannot create the HTTP app: "webhooks.home" must be the path of a folder');
    rmSync(home, { recursive: true });
  });
});

describe('an MCP request', () => {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const ask = (params: string): string => `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":${params}}`;

  verifies('http/stopping', 'a request whose body ends after the app began to close starts nothing', async () => {
    await using host = await openApp(undefined, ROBOT);
    const body = new TransformStream<Uint8Array, Uint8Array>();
    const writer = body.writable.getWriter();
    const sent = host.send('/mcp', { method: 'POST', headers, body: body.readable, duplex: 'half' });
    await writer.write(Buffer.from(ask('{}').slice(0, 10)));
    const closed = host.app[Symbol.asyncDispose]();
    await writer.write(Buffer.from(ask('{}').slice(10)));
    await writer.close();
    const response = await sent;
    expect([response.status, await response.json()]).toMatchObject([503, { code: 'server/stopping' }]);
    await closed;
  });

  verifies('http/one-reading', 'a request with a duplicate key, or nested too deep, is refused', async () => {
    await using host = await openApp(undefined, ROBOT);
    for (const [params, code] of [
      ['{"a":1,"a":2}', 'request/duplicate-key'],
      [`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'request/too-deep'],
      ['{', 'request/not-json'],
    ] as const) {
      const response = await host.send('/mcp', { method: 'POST', headers, body: ask(params) });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        jsonrpc: '2.0',
        id: null,
        error: { code: -32_700, data: { code } },
      });
    }
  });
});

describe('a request under way while nobody can say whether its token is still valid', () => {
  verifies('http/tokens', 'gets its reply: it may have written something, and would be sent again', async () => {
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const away = async (): Promise<never> => {
      throw new StoreUnavailableError('Cannot read the store at db: connection refused');
    };
    await using host = await openApp(
      (shed) => ({
        start: async (...given) => {
          await late;
          return await shed.start(...given);
        },
      }),
      ADA,
      away,
    );
    const reply = host.send('/v1/executions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ program: 'return 1' }),
    });
    // Longer than it takes to check the token once.
    setTimeout(resolve, 400);
    expect((await reply).status).toBe(201);
    expect(await host.shed.list()).toHaveLength(1);
  });
});
