import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { openConformanceServer } from './conformance-server.ts';

const BASELINE = fileURLToPath(new URL('./conformance-baseline.yml', import.meta.url));

// One of the tools they ask for kills the worker it runs in, which is found where Linux lists processes.
describe.runIf(process.platform === 'linux')('the conformance suites of the protocol', () => {
  verifies.each('mcp/conformance', [
    { of: '2025-11-25', suite: 'mcp-conformance-2025', args: ['--suite', 'all'] },
    { of: '2025-11-25, as later understood', suite: 'mcp-conformance-2026', args: ['--requirements', '2025-11-25'] },
    { of: '2026-07-28 and its tasks', suite: 'mcp-conformance-2026', args: ['--requirements', '2026-07-28'] },
  ])(
    'find nothing wrong with the server on $of',
    async ({ suite, args }) => {
      await using server = await openConformanceServer();
      const { exitCode, said } = await run(suite, ['--url', server.url, '--expected-failures', BASELINE, ...args]);
      expect({ exitCode, said: exitCode === 0 ? '' : said }).toEqual({ exitCode: 0, said: '' });
    },
    { timeout: 180_000 },
  );

  verifies('mcp/conformance', 'are not spared where they are about questions and tasks', async () => {
    expect(await readFile(BASELINE, 'utf8')).not.toMatch(/elicitation|input-required|tasks-/);
  });
});

/** The suite writes where it stands. */
async function run(
  suite: string,
  args: readonly string[],
): Promise<{ readonly exitCode: number; readonly said: string }> {
  const cwd = await mkdtemp(join(tmpdir(), 'toolshed-conformance-'));
  const main = fileURLToPath(new URL('dist/index.js', import.meta.resolve(`${suite}/package.json`)));
  const child = spawn(process.execPath, [main, 'server', ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? -1)));
  const [said, problems, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  await rm(cwd, { recursive: true });
  return { exitCode, said: said + problems };
}
