import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { createGuardedFetch } from './guarded-fetch.js';

const here = async (): Promise<readonly string[]> => ['127.0.0.1'];

it('a guarded fetch reaches this machine at the whole origin that the config names, and at no other scheme, host or port', async () => {
  const server = createServer((_, response) => response.end('yes')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  try {
    await using guarded = createGuardedFetch(new URL(`http://127.0.0.1:${port}/mcp`), here);
    expect(await (await guarded.fetch(`http://127.0.0.1:${port}/token`)).text()).toBe('yes');
    for (const other of [
      `http://127.0.0.1:${port + 1}/token`,
      `https://127.0.0.1:${port}/token`,
      `https://127.0.0.1:${port + 1}/token`,
      `http://localhost:${port}/token`,
      `http://127.0.0.1.evil.test:${port}/token`,
      `http://127.0.0.1:${port}@evil.test/token`,
      `https://evil.test:${port}/token`,
    ])
      await expect(guarded.fetch(other), other).rejects.toThrow();
  } finally {
    server.close();
  }
});
