// The real command behind proxies, balancers and ports that are mapped: by which names it is called, and for whom.

import { request } from 'node:http';
import { describe, expect } from 'vitest';
import { serveHost, type ServedHost } from '../support/served-host.ts';
import { verifies } from '../support/verifies.ts';

/** The status of a request with these headers, which `fetch` would not send. */
const statusOf = ({ port }: ServedHost, headers: Readonly<Record<string, string>>): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path: '/v1/executions', headers }, (reply) => {
      reply.resume();
      resolve(reply.statusCode);
    })
      .on('error', reject)
      .end();
  });

const open = (...args: readonly string[]): Promise<ServedHost> =>
  serveHost({ config: { serve: { requestsPerSecond: 1 } }, args: ['--no-example', ...args] });

const forwarded = (host: ServedHost, client: string): Readonly<Record<string, string>> => ({
  host: `127.0.0.1:${host.port}`,
  'x-forwarded-for': client,
});

/** Sends requests as one client until a reply says to wait. */
async function exhaust(host: ServedHost, client: string): Promise<void> {
  for (let asked = 0; asked < 20; asked += 1) if ((await statusOf(host, forwarded(host, client))) === 429) return;
  throw new Error('it was never told to wait');
}

describe('a server behind a proxy or a mapped port', () => {
  verifies('http/other-names', 'answers to the names and addresses it was started with, on any port', async () => {
    await using host = await open('--allowed-host', 'shed-1', '127.0.0.1');
    for (const name of ['shed-1:4180', 'shed-1', '127.0.0.1:4181'])
      expect(await statusOf(host, { host: name })).toBe(401);
    for (const name of ['shed-2:4180', '127.0.0.2:4181', 'evil.example'])
      expect(await statusOf(host, { host: name })).toBe(421);
  });

  verifies('http/trusted-proxies', 'counts the requests of each client that a trusted proxy names', async () => {
    await using host = await open('--trusted-proxy', '127.0.0.0/8');
    await exhaust(host, '203.0.113.5');
    expect(await statusOf(host, forwarded(host, '203.0.113.6'))).toBe(401);
    // What the client itself sent stands further left.
    expect(await statusOf(host, forwarded(host, '198.51.100.9, 203.0.113.5'))).toBe(429);
  });

  verifies('http/trusted-proxies', 'believes no proxy that it was not started with', async () => {
    await using host = await open();
    expect(await statusOf(host, { host: 'shed-1:4180' })).toBe(421);
    await exhaust(host, '203.0.113.5');
    expect(await statusOf(host, forwarded(host, '203.0.113.6'))).toBe(429);
  });
});
