// A node that is stopped while a handler of it waits, for longer than its lease, and continued.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect } from 'vitest';
import { newSchema, postgresOfFile, stopPostgresOfFile } from '../support/fresh-postgres.ts';
import { verifies } from '../support/verifies.ts';

afterAll(stopPostgresOfFile);

const NODE = join(import.meta.dirname, '../support/stopped-handler.ts');
/** Twice the lease of the node. */
const STOPPED_MS = 2_000;

describe('a handler that looks at its signal when its process goes on', () => {
  // It takes as long as a lease does: the process is stopped until that has ended.
  verifies('cluster/one-driver', 'a handler stopped past its lease learns so in its first tick', async () => {
    const { url } = await postgresOfFile();
    const node = spawn(process.execPath, ['--no-node-snapshot', NODE, url, newSchema()], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const said: string[] = [];
    try {
      for await (const line of createInterface({ input: node.stdout })) {
        said.push(line);
        if (line !== 'entered') continue;
        node.kill('SIGSTOP');
        await pause(STOPPED_MS);
        node.kill('SIGCONT');
      }
    } finally {
      node.kill('SIGKILL');
    }
    expect(said.slice(0, 2)).toEqual(['entered', 'aborted true']);
    expect(said).not.toContain('acted');
  });
});
