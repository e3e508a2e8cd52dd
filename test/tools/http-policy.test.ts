import type { Rule } from '@toolshed/kernel';
import { httpPlugin, type OpenOptions } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import type { z } from 'zod';
import { expectStatus } from '../support/expect-status.ts';
import { verifies } from '../support/verifies.ts';
import { openLoopbackServer, type Respond } from './loopback-server.ts';
import { openInThread } from '../support/open-in-thread.ts';

describe('a rule about the URL of a request', () => {
  verifies('http/one-spelling', 'meets every spelling of it, and a person is shown the one that is sent', async () => {
    await using server = await openLoopbackServer((_, response) => response.end('{}'));
    const tools = [httpPlugin({ hosts: [server.host], allowPrivate: true })];
    const policy: OpenOptions['policy'] = [
      { pattern: 'http.**', verdict: 'deny', when: { at: 'url', prefix: `http://${server.host}/admin` } },
    ];
    await using shed = await openInThread({ tools, policy, store: 'memory' });
    const host = server.host.replace('127.0.0.1', '0x7f.1');
    for (const url of [
      `http://${server.host}/public/../admin`,
      `http://${server.host}/public/%2e%2e/admin`,
      `http://${server.host}/%61dmin`,
      `HTTP://${server.host}/admin`,
      `http://${host}/admin`,
      `http://${server.host}/ad\\tmin`,
    ]) {
      const result = expectStatus(await shed.execute(`return await tools.http.get({ url: '${url}' })`), 'failed');
      expect(result.error.code, url).toBe('tool/denied');
    }
    expect(server.seen).toEqual([]);
    const program = `return await tools.http.post({ url: 'HTTP://${host}/a/../b', query: { delete: '1' }, body: {} })`;
    const asked = expectStatus(await shed.execute(program), 'paused');
    expect(asked.paused.args).toEqual({ url: `http://${server.host}/b?delete=1`, body: {} });
  });
});

describe('a request to a host that is not allowed', () => {
  verifies('http/refused-first', 'is refused before anybody is asked', async () => {
    await using shed = await openInThread({ tools: [httpPlugin({ hosts: ['api.example'] })], store: 'memory' });
    for (const [args, code] of [
      [`{ url: 'https://evil.example/', body: {} }`, 'http/host-not-allowed'],
      [`{ url: 'https://api.example@evil.example/', body: {} }`, 'http/invalid-url'],
      [`{ url: 'https://api.example/', headers: { cookie: 'a' } }`, 'http/header-refused'],
    ] as const) {
      const result = expectStatus(await shed.execute(`return await tools.http.post(${args})`), 'failed');
      expect(result.error.code).toBe(code);
    }
    expect(await shed.pending()).toEqual([]);
  });
});

describe('a redirect', () => {
  const respond: Respond = ({ url = '' }, response) => {
    const to = new URL(url, 'http://any').searchParams.get('to');
    if (to === null) response.end('page');
    else response.writeHead(302, { location: to }).end();
  };

  /** Two names for one server, of which a rule denies a part of the first and asks about the second. */
  async function openTwoHosts(more: readonly z.input<typeof Rule>[] = []) {
    const server = await openLoopbackServer(respond);
    const [good, other] = [`http://good.test:${server.port}`, `http://other.test:${server.port}`] as const;
    const hosts = [`good.test:${server.port}`, `other.test:${server.port}`, `free.test:${server.port}`];
    const http = httpPlugin({ hosts, allowPrivate: true }, { resolve: async () => ['127.0.0.1'] });
    const policy: OpenOptions['policy'] = [
      { pattern: 'http.**', verdict: 'deny', when: { at: 'url', prefix: `${good}/admin` } },
      { pattern: 'http.**', verdict: 'ask', when: { at: 'url', prefix: `${other}/` } },
      ...more,
    ];
    const shed = await openInThread({ tools: [http], policy, store: 'memory', sharedSecrets: ['k'] });
    await shed.secrets.set('k', 'the-value-of-the-secret');
    const stack = new AsyncDisposableStack();
    stack.use(server);
    stack.use(shed);
    return { shed, server, good, other, free: `http://free.test:${server.port}`, stack };
  }

  const get = (url: string, more = '') =>
    `try { return (await tools.http.get({ url: '${url}'${more} })).url } catch ({ code, message }) { return code + ' ' + message }`;

  verifies('http/redirects-judged', 'leads nowhere a rule denies or asks about', async () => {
    const { shed, server, good, other, free, stack } = await openTwoHosts();
    await using _ = stack;
    const to = async (target: string, from: string = good) =>
      expectStatus(await shed.execute(get(`${from}/go?to=${encodeURIComponent(target)}`)), 'completed').value;
    for (const target of ['/admin', '/x/../%61dmin', `${other}/x`, `/go?to=${encodeURIComponent('/admin')}`])
      expect(await to(target)).toMatch(/^http\/redirect-refused .*in a separate call/);
    expect(await to(`${good}/admin`, free)).toMatch(/^http\/redirect-refused .*\/admin"/);
    expect(server.seen.filter(({ url = '' }) => !url.startsWith('/go'))).toEqual([]);
    expect(await to('/public')).toBe(`${good}/public`);
    expect(await to(`${free}/public`)).toBe(`${free}/public`);
  });

  verifies(
    'http/redirects-judged',
    'takes an approved request no further than its origin, and its secret nowhere it is refused',
    async () => {
      const { shed, server, good, other, free, stack } = await openTwoHosts();
      await using _ = stack;
      const secretHeaders = `, secretHeaders: { authorization: { secret: 'secret:k' } }`;
      const to = async (target: string) => {
        const program = get(`${good}/go?to=${encodeURIComponent(target)}`, secretHeaders);
        const { paused } = expectStatus(await shed.execute(program), 'paused');
        return expectStatus(await shed.resume(paused.elicitationId, true), 'completed').value;
      };
      for (const target of ['/admin', `${other}/x`, `${free}/x`])
        expect(await to(target)).toContain('redirect-refused');
      expect(server.seen.map(({ url }) => url?.slice(0, 3))).toEqual(['/go', '/go', '/go']);
      expect(await to('/public')).toBe(`${good}/public`);
      expect(server.seen.at(-1)).toMatchObject({
        url: '/public',
        headers: { authorization: 'the-value-of-the-secret' },
      });
    },
  );

  verifies('http/redirects-judged', 'is judged as it is sent: without the headers that stay behind', async () => {
    const { shed, server, good, free, stack } = await openTwoHosts([
      { pattern: 'http.**', verdict: 'deny', when: { not: { at: 'headers.x-team', equals: 'red' } } },
    ]);
    await using _ = stack;
    const program = get(`${good}/go?to=${encodeURIComponent(`${free}/x`)}`, `, headers: { 'x-team': 'red' }`);
    expect(expectStatus(await shed.execute(program), 'completed').value).toContain('redirect-refused');
    expect(server.seen).toHaveLength(1);
  });
});
