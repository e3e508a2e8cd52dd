// What somebody sees who clones the repository: `npm ci && npm start`, with a Node that is older than the one it installs.

import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { root } from '../../scripts/published.ts';
import { nodeFolder } from './stranger.ts';

const call = promisify(execFile);

/** The files a clone of this checkout has. */
async function cloneTo(target: string): Promise<void> {
  const { stdout } = await call('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  for (const file of stdout.split('\0').filter((name) => name !== '')) await cp(join(root, file), join(target, file));
}

it('a fresh clone prints the demo and nothing of the tools that build it', { timeout: 900_000 }, async () => {
  const base = await mkdtemp(join(tmpdir(), 'toolshed-first-minute-'));
  const [clone, home] = [join(base, 'clone'), join(base, 'home')];
  const { stdout: cache } = await call('npm', ['config', 'get', 'cache']);
  // The tools of this checkout must not help; only a first start shows what is printed once.
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.startsWith(root));
  const env = {
    PATH: [nodeFolder(20) ?? nodeFolder(26), ...path].join(delimiter),
    HOME: home,
    npm_config_cache: cache.trim(),
    ...(process.env['npm_config_registry'] ? { npm_config_registry: process.env['npm_config_registry'] } : {}),
  };
  const run = (...args: readonly string[]) => call('npm', args, { cwd: clone, env, maxBuffer: 64e6 });
  try {
    await mkdir(home);
    await cloneTo(clone);
    const began = performance.now();
    const installed = await run('ci');
    const started = await run('start');
    const seconds = (performance.now() - began) / 1_000;
    process.stdout.write(`From a fresh clone to the end of the demo: ${seconds.toFixed(1)} s\n`);
    const [first, second] = [installed, started].map(({ stdout, stderr }) => `${stdout}${stderr}`);
    expect(first).not.toMatch(/EBADENGINE|npm warn|deprecated|funding/i);
    expect(first?.trim().split('\n').length).toBeLessThan(5);
    expect(second).toContain('Paused');
    expect(second).not.toMatch(/turbo|telemetry|packages in scope|npm warn|update available/i);
  } finally {
    await rm(base, { recursive: true, force: true });
  }
});
