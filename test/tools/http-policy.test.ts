import { httpPlugin, type OpenOptions, openToolshed } from '@toolshed/runtime';
import { describe, expect, it } from 'vitest';
import { expectStatus } from '../support/expect-status.ts';
import { verifies } from '../support/verifies.ts';
import { openLoopbackServer } from './loopback-server.ts';

describe('a rule about the URL of a request', () => {
  verifies('http/one-spelling');

  it('meets every spelling of it, and a person is shown the one that is sent', async () => {
    await using server = await openLoopbackServer((_, response) => response.end('{}'));
    const tools = [httpPlugin({ hosts: [server.host], allowPrivate: true })];
    const policy: OpenOptions['policy'] = [
      { pattern: 'http.**', verdict: 'deny', when: { at: 'url', prefix: `http://${server.host}/admin` } },
    ];
    await using shed = await openToolshed({ tools, policy, store: 'memory' });
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
  verifies('http/refused-first');

  it('is refused before anybody is asked', async () => {
    await using shed = await openToolshed({ tools: [httpPlugin({ hosts: ['api.example'] })], store: 'memory' });
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
