// Ways to a host that is not on the list, to the machine itself, or past the limits; each against a real server.

import { httpPlugin } from '@toolshed/runtime';
import { describe, expect, it } from 'vitest';
import { callTool, failureOf } from './call-tool.js';
import { type LoopbackServer, openLoopbackServer, type Respond } from './loopback-server.js';
import { verifies } from '../support/verifies.ts';

const openSecrets = (): Promise<LoopbackServer> =>
  openLoopbackServer((_, response) => response.end('metadata of the host'));

describe('http talks to allowed hosts only', () => {
  verifies.each('tools/http', [
    ['http://other.example/', 'http/host-not-allowed'],
    ['http://example.com.evil.org/', 'http/host-not-allowed'],
    ['http://example.com:22/', 'http/host-not-allowed'],
    ['file:///etc/passwd', 'http/host-not-allowed'],
    ['ftp://example.com/', 'http/host-not-allowed'],
    ['data:text/plain,x', 'http/host-not-allowed'],
    ['http://example.com@evil.org/', 'http/invalid-url'],
    ['http://user:pass@example.com/', 'http/invalid-url'],
    ['//example.com/', 'http/invalid-url'],
    ['/etc/passwd', 'http/invalid-url'],
  ])('no request goes to %s', async (url, code) => {
    const http = httpPlugin(
      { hosts: ['example.com'] },
      { resolve: () => Promise.reject(new Error('Nothing is resolved')) },
    );
    for (const tool of ['http.get', 'http.post'])
      expect(await failureOf(callTool(http, tool, { url }))).toMatchObject({ code });
  });

  verifies('tools/http', 'every hop of a redirect is checked', async () => {
    await using secrets = await openSecrets();
    await using server = await openLoopbackServer((_, response) => {
      response.writeHead(302, { location: `http://${secrets.host}/` }).end();
    });
    const http = httpPlugin({ hosts: [server.host], allowPrivate: true });
    const failure = await failureOf(callTool(http, 'http.get', { url: `http://${server.host}/` }));
    expect(failure.code).toBe('http/host-not-allowed');
    expect(secrets.seen).toEqual([]);
  });

  verifies('tools/http', 'the next origin of a redirect gets no key that was meant for the first', async () => {
    await using second = await openLoopbackServer((_, response) => response.end('second'));
    await using first = await openLoopbackServer((_, response) => {
      response.writeHead(302, { location: `http://${second.host}/` }).end();
    });
    const http = httpPlugin({ hosts: [first.host, second.host], allowPrivate: true });
    const headers = { authorization: 'Bearer key', 'x-api-key': 'key', accept: 'text/x' };
    await callTool(http, 'http.get', { url: `http://${first.host}/`, headers });
    expect(first.seen[0]?.headers).toMatchObject(headers);
    expect(second.seen[0]?.headers).toMatchObject({ accept: 'text/x' });
    expect(JSON.stringify(second.seen)).not.toContain('key');
  });

  verifies('tools/http', 'the method is the one that was gated, whatever the headers say', async () => {
    await using server = await openSecrets();
    const http = httpPlugin({ hosts: [server.host], allowPrivate: true });
    for (const name of ['X-HTTP-Method-Override', 'Host', 'Cookie', 'Transfer-Encoding']) {
      const args = { url: `http://${server.host}/`, headers: { [name]: 'DELETE' } };
      expect(await failureOf(callTool(http, 'http.get', args))).toMatchObject({ code: 'http/header-refused' });
    }
    expect(server.seen).toEqual([]);
  });
});

describe('http reaches no private address', () => {
  it.each([
    '127.0.0.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.1',
    '[::ffff:127.0.0.1]',
    '[::1]',
    '0',
    '169.254.169.254',
  ])('written as %s, even when a rule names it', async (host) => {
    await using secrets = await openSecrets();
    const http = httpPlugin({
      hosts: ['127.0.0.1:*', '[::1]:*', '[::ffff:7f00:1]:*', '0.0.0.0:*', '169.254.169.254:*'],
    });
    const failure = await failureOf(callTool(http, 'http.get', { url: `http://${host}:${secrets.port}/` }));
    expect(failure.code).toBe('http/private-address');
    expect(secrets.seen).toEqual([]);
  });

  it.each([
    '127.0.0.1',
    '10.0.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '::1',
    '::ffff:127.0.0.1',
    'fd00::1',
    'fe80::1',
    'not an address',
  ])('a name that resolves to a private address is refused: %s', async (address) => {
    await using secrets = await openSecrets();
    for (const addresses of [[address], ['93.184.216.34', address], [address, '2606:4700::1']]) {
      const http = httpPlugin({ hosts: ['name.test:*'] }, { resolve: async () => addresses });
      const failure = await failureOf(callTool(http, 'http.get', { url: `http://name.test:${secrets.port}/` }));
      expect(failure.code).toBe('http/private-address');
      expect(failure.message).not.toContain(address);
    }
    expect(secrets.seen).toEqual([]);
  });

  it('a name from the system’s own hosts file leads to no private address', async () => {
    await using secrets = await openSecrets();
    const http = httpPlugin({ hosts: ['localhost:*'] });
    const failure = await failureOf(callTool(http, 'http.get', { url: `http://localhost:${secrets.port}/` }));
    expect(failure.code).toBe('http/private-address');
  });

  it('the checked address is the one connected to: a name is looked up once', async () => {
    await using server = await openLoopbackServer((_, response) => response.end('hello'));
    const asked: string[] = [];
    const resolve = async (name: string) => {
      asked.push(name);
      return asked.length === 1 ? ['127.0.0.1'] : ['192.0.2.1'];
    };
    const http = httpPlugin({ hosts: ['once.test:*'], allowPrivate: true }, { resolve });
    expect(await callTool(http, 'http.get', { url: `http://once.test:${server.port}/` })).toMatchObject({
      body: 'hello',
    });
    expect(asked).toEqual(['once.test']);
    expect(server.seen[0]?.headers.host).toBe(`once.test:${server.port}`);
  });
});

describe('http keeps its limits while it reads', () => {
  const options = (server: LoopbackServer) => ({ hosts: [server.host], allowPrivate: true });

  it('the size limit holds for a body without end and without a length', async () => {
    await using server = await openLoopbackServer((_, response) => {
      const flood = setInterval(() => response.write('x'.repeat(10_000)), 1);
      response.on('close', () => clearInterval(flood));
    });
    const http = httpPlugin({ ...options(server), maxBytes: 50_000 });
    expect(await failureOf(callTool(http, 'http.get', { url: `http://${server.host}/` }))).toMatchObject({
      code: 'http/too-large',
    });
  });

  it('refuses the first byte above the limit of size', async () => {
    await using server = await openLoopbackServer((_, response) => response.end('x'.repeat(100)));
    const url = `http://${server.host}/`;
    const fits = await callTool(httpPlugin({ ...options(server), maxBytes: 100 }), 'http.get', { url });
    expect(fits).toMatchObject({ status: 200 });
    const failure = await failureOf(callTool(httpPlugin({ ...options(server), maxBytes: 99 }), 'http.get', { url }));
    expect(failure.code).toBe('http/too-large');
  });

  it.each([
    ['says nothing', (() => undefined) satisfies Respond],
    ['never ends its body', ((_, response) => void response.write('x')) satisfies Respond],
    [
      'gives a byte at a time',
      ((_, response) => {
        const drip = setInterval(() => response.write('x'), 20);
        response.on('close', () => clearInterval(drip));
      }) satisfies Respond,
    ],
  ] as const)('the time limit holds for a server that %s', async (_name, respond) => {
    await using server = await openLoopbackServer(respond);
    const http = httpPlugin({ ...options(server), timeoutMs: 300 });
    const get = await failureOf(callTool(http, 'http.get', { url: `http://${server.host}/` }));
    expect(get.code).toBe('http/timeout');
    const post = await failureOf(callTool(http, 'http.post', { url: `http://${server.host}/` }));
    expect(post.message).toContain('check whether it took effect');
  });

  it('a request stops when the execution is cancelled', async () => {
    const controller = new AbortController();
    await using server = await openLoopbackServer(() => controller.abort());
    const call = callTool(
      httpPlugin(options(server)),
      'http.get',
      { url: `http://${server.host}/` },
      { signal: controller.signal },
    );
    expect(await failureOf(call)).toMatchObject({ code: 'http/cancelled' });
  });
});
