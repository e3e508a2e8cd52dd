import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/published.ts';
import { notShown } from '../support/not-shown.ts';
import { nodeFolder } from './stranger.ts';

const call = promisify(execFile);
const USE_OWN_NODE = join(root, 'scripts/use-own-node.ts');

describe('scripts/use-own-node.ts', () => {
  const node24 = nodeFolder(24);
  if (node24 === undefined) {
    notShown('that a job for Node 24 tests Node 24', 'npm has no Node 24 for this machine');
    return;
  }

  it("lets npm's scripts run with the job's Node instead of the installed one, and fails if they do not", async () => {
    const folder = await mkdtemp(join(tmpdir(), 'toolshed-own-node-'));
    const env = { ...process.env, PATH: [node24, process.env['PATH']].join(delimiter) };
    const run = (file: string, ...args: readonly string[]) => call(file, args, { cwd: folder, env });
    try {
      await mkdir(join(folder, 'node_modules/.bin'), { recursive: true });
      await symlink(process.execPath, join(folder, 'node_modules/.bin/node'));
      const scripts = { 'node-version': 'node -p process.versions.node' };
      await writeFile(join(folder, 'package.json'), JSON.stringify({ scripts }));

      expect((await run('npm', 'run', '--silent', 'node-version')).stdout).toBe(`${process.versions.node}\n`);
      expect((await run('node', USE_OWN_NODE, '24')).stdout).toMatch(/npm's scripts run with Node 24\./);
      expect((await run('npm', 'run', '--silent', 'node-version')).stdout).toMatch(/^24\./);
      await expect(run('node', USE_OWN_NODE, '26')).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining("Cannot test Node 26: npm's scripts run with 24."),
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
