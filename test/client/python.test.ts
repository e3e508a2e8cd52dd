// The Python client against `toolshed serve`. Where there is no Python of at least 3.11, the title of the test says that
// it was skipped, and why.

import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { root } from '../architecture/sources.ts';
import { cuttingProxy } from '../support/cutting-proxy.ts';
import { serveHost } from '../support/served-host.ts';
import { verifies } from '../support/verifies.ts';

const IS_RECENT = 'import sys; sys.exit(sys.version_info < (3, 11))';
const hasPython = spawnSync('python3', ['-c', IS_RECENT]).status === 0;

if (hasPython)
  verifies(
    'http/client',
    'the Python client starts, lists, waits, answers, grants and follows events over cut connections',
    async () => {
      await using proxy = await cuttingProxy();
      await using host = await serveHost({ args: ['--url', proxy.url] });
      proxy.target = host.port;
      const [agent, approver] = await Promise.all([host.agent('s'), host.approver()]);
      const script = join(root, 'test/client/use_client.py');
      const { stdout } = await promisify(execFile)(
        'python3',
        [script, `http://127.0.0.1:${host.port}`, proxy.url, agent, approver],
        { env: { PATH: process.env['PATH'], PYTHONPATH: join(root, 'clients/python'), PYTHONDONTWRITEBYTECODE: '1' } },
      );
      const { others, message, over, codes, seen } = JSON.parse(stdout);
      expect(others).toEqual({
        listed: [[true, 'completed']],
        answer: 'accept',
        granted: [true],
        decision: 'ask',
        queued: [],
      });
      expect({ message, over }).toEqual({ message: 'Send a mail to ada?', over: 'ada' });
      expect(codes).toEqual([
        ['access/unauthorized', 401],
        ['access/approver-only', 403],
        ['execution/unknown', 404],
        ['access/unauthorized', 401],
        ['client/unknown-operation', 0],
        ['client/unknown-operation', 0],
      ]);
      expect(await host.outbox()).toEqual(['ada']);
      expect(proxy.cuts).toBeGreaterThan(2);
      const bySeq = Map.groupBy<string, [string, string, number]>(seen, ([, execution]) => execution);
      expect(bySeq.size).toBe(6);
      for (const [, some] of bySeq) expect(some.map(([, , seq]) => seq)).toEqual(some.map((_, index) => index));
    },
  );
else it.skip('NOT SHOWN: the Python client, because this machine has no python3 of version 3.11 or newer');
