import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { compare, ms } from './measure.ts';

const BIN = fileURLToPath(new URL('../../packages/cli/bin/toolshed.js', import.meta.url));
const ROUNDS = 15;
const run = promisify(execFile);

/** How long the command takes from its start to its end, with what it compiled before at hand. */
export async function command(): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'toolshed-bench-'));
  try {
    writeFileSync(join(folder, 'hello.ts'), `return 'hello'`);
    const env = { PATH: process.env['PATH'], HOME: folder, TOOLSHED_HOME: join(folder, 'home') };
    const toolshed = (...args: readonly string[]) => run(process.execPath, [BIN, ...args], { cwd: folder, env });
    const { counted } = await compare(ROUNDS, {
      'node --version': () => run(process.execPath, ['--version']),
      'toolshed --version': () => toolshed('--version'),
      'toolshed run hello.ts': () => toolshed('run', 'hello.ts'),
    });
    return [
      '| median and p95 | |',
      '| --- | --- |',
      ...Object.entries(counted).map(([name, { median, p95 }]) => `| \`${name}\` | ${ms(median)}, ${ms(p95)} |`),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
