// What the process that checks programs could do, if the text of a program took it over.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkerFlags } from '@toolshed/runtime/internal/check/checker-flags';
import { describe, expect } from 'vitest';
import { verifies } from '../support/verifies.ts';

const PROBE = `
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';
const tried = async (work) => { try { await work(); return 'done'; } catch (error) { return error.code; } };
process.send({
  environment: Object.keys(process.env),
  reads: await tried(() => readFileSync('/etc/passwd')),
  writes: await tried(() => writeFileSync('/tmp/toolshed-probe', 'x')),
  spawns: await tried(() => spawnSync('true')),
  threads: await tried(() => new Worker('1', { eval: true })),
  connects: await tried(() => new Promise((resolve, reject) => connect(9, '127.0.0.1').on('error', reject).on('connect', resolve))),
});
`;

describe('the process that checks programs', () => {
  verifies(
    'check/confined',
    'can read nothing but the compiler, write nothing, reach nothing and start nothing',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'shed-checker-'));
      const entry = join(folder, 'main.mjs');
      writeFileSync(entry, PROBE);
      const { execArgv, env } = checkerFlags(entry, [join(folder, 'compiler')]);
      const child = fork(entry, { execArgv: [...execArgv], env });
      const [said] = await once(child, 'message');
      child.kill();
      expect(said).toEqual({
        environment: [],
        reads: 'ERR_ACCESS_DENIED',
        writes: 'ERR_ACCESS_DENIED',
        spawns: 'ERR_ACCESS_DENIED',
        threads: 'ERR_ACCESS_DENIED',
        connects: 'ERR_ACCESS_DENIED',
      });
    },
  );
});
