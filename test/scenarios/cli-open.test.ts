import { spawn } from 'node:child_process';
import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { BIN, openWorkbench, type Workbench } from './cli-process.ts';

async function served(bench: Workbench): Promise<AsyncDisposable & { readonly url: string }> {
  const env = { ...process.env, TOOLSHED_HOME: bench.home, HOME: bench.folder };
  const child = spawn(process.execPath, [BIN, 'serve', '--port', '0', '--no-example', '--json'], {
    cwd: bench.folder,
    env,
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const url = await new Promise<string>((resolve) => {
    child.stdout.once('data', (line: Buffer) => resolve(JSON.parse(line.toString()).listening));
  });
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

describe('toolshed open', () => {
  verifies('cli/open', 'opens the inbox at a question, or says that no server runs', async () => {
    await using bench = await openWorkbench();
    await bench.write('program.ts', "await tools.fs.write({ path: 'a', content: 'x' })");
    const { executionId, paused } = JSON.parse((await bench.toolshed(['run', 'program.ts', '--json'])).stdout);
    const away = await bench.toolshed(['open']);
    expect(away).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('"npx toolshed serve"') });

    await using server = await served(bench);
    const question = new URL(`/questions/${paused.elicitationId}`, server.url).href;
    await expect
      .poll(async () => JSON.parse((await bench.toolshed(['open', paused.elicitationId, '--json'])).stdout), {
        timeout: 10_000,
      })
      .toEqual({ url: question });
    expect((await bench.toolshed(['open', executionId])).stdout).toContain(question);
    expect((await bench.toolshed(['open', 'elic_unknown'])).exitCode).toBe(2);

    const opened = join(bench.folder, 'opened');
    const browser = await bench.write(
      'browser',
      `#!/bin/sh\nprintf '%s' "$1" > '${opened}.part' && mv '${opened}.part' '${opened}'\n`,
    );
    await chmod(browser, 0o755);
    const screen = bench.terminal(['open', paused.elicitationId], { env: { BROWSER: browser, NO_COLOR: '1' } });
    expect(await screen.exit()).toBe(0);
    expect(screen.shown).toContain(`Opened ${question}`);
    await expect.poll(() => readFile(opened, 'utf8').catch(() => '')).toBe(question);
    const none = bench.terminal(['open'], { env: { BROWSER: '/no/such/browser', NO_COLOR: '1' } });
    expect(await none.exit()).toBe(0);
    expect(none.shown).toContain(`Open in a browser:  ${server.url}`);
  });
});
