import { spawn } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, rename, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { verifies } from '../support/verifies.ts';
import { BIN, KEY, openWorkbench, type Workbench } from './cli-process.ts';

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

async function paused(bench: Workbench): Promise<{ readonly executionId: string; readonly elicitationId: string }> {
  await bench.write('program.ts', "await tools.fs.write({ path: 'a', content: 'x' })");
  const result = JSON.parse((await bench.toolshed(['run', 'program.ts', '--json'])).stdout);
  return { executionId: result.executionId, elicitationId: result.paused.elicitationId };
}

/** A browser that only keeps the address it was started with. */
async function browserOf(bench: Workbench): Promise<{ readonly file: string; opened(): Promise<string> }> {
  const opened = join(bench.folder, 'opened');
  const file = await bench.write(
    'browser',
    `#!/bin/sh\nprintf '%s' "$1" > '${opened}.part' && mv '${opened}.part' '${opened}'\n`,
  );
  await chmod(file, 0o755);
  return { file, opened: () => readFile(opened, 'utf8').catch(() => '') };
}

const SignedIn = z.looseObject({ key: z.string() });

/** As the page behind the link does it. */
const redeem = (link: URL): Promise<Response> =>
  fetch(new URL('/v1/session', link), {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: link.origin },
    body: JSON.stringify({ code: link.searchParams.get('code') }),
  });

describe('toolshed open', () => {
  verifies('cli/open', 'opens the inbox at a question, or says that no server runs', async () => {
    await using bench = await openWorkbench();
    const { executionId, elicitationId } = await paused(bench);
    const away = await bench.toolshed(['open']);
    expect(away).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('"npx toolshed serve"') });

    await using server = await served(bench);
    const question = new URL(`/questions/${elicitationId}`, server.url).href;
    await expect
      .poll(async () => JSON.parse((await bench.toolshed(['open', elicitationId, '--json'])).stdout), {
        timeout: 10_000,
      })
      .toEqual({ url: question });
    expect((await bench.toolshed(['open', executionId])).stdout).toContain(question);
    expect((await bench.toolshed(['open', 'elic_unknown'])).exitCode).toBe(2);
    const plan = JSON.parse((await bench.toolshed(['plan', 'program.ts', '--json'])).stdout);
    expect((await bench.toolshed(['open', plan.planId])).stdout).toContain(`${server.url}/plans/${plan.planId}`);

    const none = bench.terminal(['open'], { env: { BROWSER: '/no/such/browser', NO_COLOR: '1' } });
    await none.until(`Open in a browser:  ${server.url}`);
    await none.until('This link signs it in:');
    none.press(KEY.ctrlC);
    expect(await none.exit()).toBe(1);
  });

  verifies(
    'cli/open-signed-in',
    'hands a browser one code in a file of this user, and in no command line',
    async () => {
      await using bench = await openWorkbench();
      const { elicitationId } = await paused(bench);
      await using server = await served(bench);
      const { file, opened } = await browserOf(bench);
      const screen = bench.terminal(['open', elicitationId], { env: { BROWSER: file, NO_COLOR: '1' } });
      await screen.until(`Opened ${server.url}/questions/${elicitationId}`);
      const given = await opened();
      expect(given).toMatch(/^file:.+\/sign-in\.html$/);
      const path = fileURLToPath(given);
      expect((await stat(path)).mode & 0o777).toBe(0o600);
      const [, href = ''] = /<a href="([^"]+)"/.exec(await readFile(path, 'utf8')) ?? [];
      const link = new URL(href.replaceAll('&amp;', '&'));
      expect(link.searchParams.get('to')).toBe(`/questions/${elicitationId}`);
      // Shown as well, for a browser that cannot read the file.
      expect(screen.shown.replaceAll(/\r?\n/g, '')).toContain(link.href);

      const signedIn = await redeem(link);
      expect(signedIn.status).toBe(201);
      expect((await redeem(link)).status).toBe(401);
      await screen.until('Signed in.');
      expect(await screen.exit()).toBe(0);
      await expect(stat(path)).rejects.toThrow('ENOENT');
      expect(await readdir(join(bench.home, 'sign-in'))).toEqual([]);
      const answer = await fetch(new URL(`/v1/elicitations/${elicitationId}/answer`, link), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          origin: link.origin,
          'x-toolshed-key': SignedIn.parse(await signedIn.json()).key,
          cookie: signedIn.headers
            .getSetCookie()
            .map((one) => one.split(';')[0])
            .join('; '),
        },
        body: JSON.stringify({ approved: true }),
      });
      expect(answer.status).toBe(200);
    },
  );

  verifies('cli/open-signed-in', 'takes the code back when it is stopped, and gives scripts none', async () => {
    await using bench = await openWorkbench();
    await using server = await served(bench);
    const { file, opened } = await browserOf(bench);
    const screen = bench.terminal(['open'], { env: { BROWSER: file, NO_COLOR: '1' } });
    await screen.until('It works once');
    const [, shown = ''] = /(http\S+code=\S+)/.exec(screen.shown) ?? [];
    screen.press(KEY.ctrlC);
    await screen.until('Stopped');
    expect(await screen.exit()).toBe(1);
    expect((await redeem(new URL(shown))).status).toBe(401);
    await expect(stat(fileURLToPath(await opened()))).rejects.toThrow('ENOENT');

    for (const args of [['open'], ['open', '--json']]) {
      const { stdout } = await bench.toolshed(args);
      expect(stdout).toContain(server.url);
      expect(stdout).not.toContain('code');
    }
    const attended = bench.terminal(['open', '--json']);
    await attended.exit();
    expect(attended.shown).not.toContain('code');
    expect(await readdir(join(bench.home, 'sign-in'))).toEqual([]);
  });

  verifies(
    'cli/open-signed-in',
    'takes the code back when a signal ends it, and removes what a killed one left',
    async () => {
      await using bench = await openWorkbench();
      await using _server = await served(bench);
      const { file, opened } = await browserOf(bench);
      const killed = join(bench.home, 'open-AbCdEf');
      await mkdir(killed);
      await writeFile(join(killed, 'sign-in.html'), 'left');
      await utimes(killed, 1, 1);
      for (const signal of ['SIGHUP', 'SIGTERM', 'SIGQUIT'] as const) {
        const screen = bench.terminal(['open'], { env: { BROWSER: file, NO_COLOR: '1' } });
        await screen.until('It works once');
        const [, shown = ''] = /(http\S+code=\S+)/.exec(screen.shown) ?? [];
        process.kill(screen.pid, signal);
        await screen.exit();
        expect(screen.shown).not.toContain('Signed in.');
        expect((await redeem(new URL(shown))).status).toBe(401);
        await expect(stat(fileURLToPath(await opened()))).rejects.toThrow('ENOENT');
      }
      expect((await readdir(bench.home)).filter((name) => name.startsWith('open-'))).toEqual([]);
    },
  );

  verifies('cli/open-signed-in', 'makes no code for a server whose process is not there', async () => {
    await using bench = await openWorkbench();
    await using server = await served(bench);
    const [note = ''] = await readdir(join(bench.home, 'serving'));
    const kept = JSON.parse(await readFile(join(bench.home, 'serving', note), 'utf8'));
    // As if the server had been killed, and another process listened where it did.
    await writeFile(join(bench.home, 'serving', note), JSON.stringify({ ...kept, pid: 2 ** 22 + 7 }));
    const { file, opened } = await browserOf(bench);
    const screen = bench.terminal(['open'], { env: { BROWSER: file, NO_COLOR: '1' } });
    await screen.until(`Opened ${server.url}`);
    expect(await screen.exit()).toBe(0);
    expect(await opened()).toBe(`${server.url}/`);
    expect(screen.shown).not.toContain('code=');
  });

  verifies('cli/open-private', 'refuses a data folder, or a folder of notes, that others can write to', async () => {
    await using bench = await openWorkbench();
    await using _server = await served(bench);
    const notes = join(bench.home, 'serving');
    const refused = { exitCode: 2, stderr: expect.stringContaining('home/not-private') };
    const open = async () => {
      const { exitCode, stdout } = await bench.toolshed(['open', '--json']);
      return { exitCode, stderr: stdout };
    };
    expect((await open()).exitCode).toBe(0);
    await chmod(bench.home, 0o770);
    expect(await open()).toMatchObject(refused);
    await chmod(bench.home, 0o700);
    await chmod(notes, 0o777);
    expect(await open()).toMatchObject(refused);
    await chmod(notes, 0o700);
    await rename(notes, join(bench.folder, 'notes'));
    await symlink(join(bench.folder, 'notes'), notes);
    expect(await open()).toMatchObject(refused);
    expect((await bench.toolshed(['doctor'])).stdout).toContain('Cannot trust what');
  });

  verifies('cli/open-private', 'believes no note that others can write to, nor one of no process', async () => {
    await using bench = await openWorkbench();
    await using server = await served(bench);
    const [name = ''] = await readdir(join(bench.home, 'serving'));
    const note = join(bench.home, 'serving', name);
    const kept = JSON.parse(await readFile(note, 'utf8'));
    const opens = async (): Promise<number | null> => (await bench.toolshed(['open'])).exitCode;
    await chmod(note, 0o666);
    expect(await opens()).toBe(2);
    await chmod(note, 0o600);
    expect(await opens()).toBe(0);
    for (const pid of [0, -1]) {
      await writeFile(note, JSON.stringify({ ...kept, pid }));
      expect(await opens()).toBe(2);
    }
    // Another user's, where this one may signal it; nobody may signal it otherwise.
    if (process.platform === 'linux' && process.getuid?.() === 0) {
      using other = spawn('sleep', ['30'], { uid: 65_534 });
      await writeFile(note, JSON.stringify({ ...kept, pid: other.pid }));
      const screen = bench.terminal(['open'], { env: { BROWSER: '/no/such/browser', NO_COLOR: '1' } });
      await screen.until(server.url);
      expect(await screen.exit()).toBe(0);
      expect(screen.shown).not.toContain('code=');
    }
  });
});
