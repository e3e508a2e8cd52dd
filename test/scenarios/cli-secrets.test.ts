import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { newCanary, tracesOf } from '../support/secret-shed.ts';
import { verifies } from '../support/verifies.ts';
import { asks, KEY, openWorkbench, type Workbench } from './cli-process.ts';

const env = { TOOLSHED_VAULT_KEY: randomBytes(32).toString('base64'), TOOLSHED_LOG: 'trace' };

const CONFIG = JSON.stringify({ tools: {}, modules: ['./tools.ts'], secrets: ['openai'] });
const TOOLS = `
  import { writeFileSync } from 'node:fs';
  import { defineTool, secret } from ${JSON.stringify(new URL('../../packages/kernel/dist/index.js', import.meta.url).href)};
  import { z } from ${JSON.stringify(import.meta.resolve('zod'))};
  export const login = defineTool({
    path: 'api.login',
    description: 'Log in',
    input: z.object({ key: secret() }),
    destructive: true,
    handler: (context, { key }) => {
      writeFileSync('given.txt', key);
      context.log.info({ key }, 'logged in with ' + key);
      return { echoed: key };
    },
  });`;

async function withTools(bench: Workbench): Promise<void> {
  await bench.write('toolshed.config.json', CONFIG);
  await bench.write('tools.ts', TOOLS);
  await bench.toolshed(['trust', '--yes-as-person']);
}

const filesIn = (folder: string): string =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => readFileSync(join(folder, name), 'latin1'))
    .join('\n');

describe('toolshed secrets', () => {
  verifies('secrets/cli', 'keeps one from standard input, lists it without its value, and removes it', async () => {
    await using bench = await openWorkbench();
    const canary = newCanary();
    const set = await bench.toolshed(['secrets', 'set', 'openai'], { env, input: `${canary}\n` });
    expect(set).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('secret:openai') });
    const list = await bench.toolshed(['secrets'], { env });
    expect(list.stdout).toMatch(/secret:openai\s+openai\s+the host/);
    const json = await bench.toolshed(['secrets', 'list', '--json'], { env });
    expect(JSON.parse(json.stdout)).toEqual({
      items: [{ handle: 'secret:openai', owner: 'shared', name: 'openai', at: expect.any(Number) }],
      total: 1,
    });
    const removed = await bench.toolshed(['secrets', 'rm', 'openai'], { env });
    expect(removed).toMatchObject({ exitCode: 0, stdout: 'Removed 1 secret.\n' });
    expect((await bench.toolshed(['secrets', 'rm', 'openai'], { env })).exitCode).toBe(2);
    const said = [set, list, json, removed].map(({ stdout, stderr }) => stdout + stderr).join('\n');
    expect(tracesOf(canary, said + filesIn(bench.home))).toEqual([]);
  });

  verifies('secrets/cli', 'reads one unseen in a terminal', async () => {
    await using bench = await openWorkbench();
    const canary = 'typed-4f8a1c22-unseen';
    const terminal = bench.terminal(['secrets', 'set', 'openai'], { env });
    await terminal.until('not shown');
    terminal.press(canary);
    terminal.press(KEY.enter);
    await terminal.until('Kept in');
    expect(await terminal.exit()).toBe(0);
    expect(terminal.shown).not.toContain(canary.slice(0, 5));
  });

  verifies('secrets/cli', 'takes no value as an argument and keeps none where it would be lost', async () => {
    await using bench = await openWorkbench();
    const argued = await bench.toolshed(['secrets', 'set', 'openai', 'canary-argument'], { env });
    expect(argued.exitCode).toBe(2);
    expect(argued.stdout + argued.stderr).not.toContain('canary-argument');
    const lost = await bench.toolshed(['secrets', 'set', 'openai'], { input: 'value' });
    expect(lost).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('TOOLSHED_VAULT_KEY') });
  });

  verifies('secrets/cli', 'says of a wrong key that it does not fit, and changes nothing', async () => {
    await using bench = await openWorkbench();
    await bench.toolshed(['secrets', 'set', 'openai'], { env, input: 'value' });
    const wrong = { TOOLSHED_VAULT_KEY: randomBytes(32).toString('base64') };
    const list = await bench.toolshed(['secrets'], { env: wrong });
    expect(list.exitCode).toBe(1);
    expect(list.stderr.replaceAll(/\s+/g, ' ')).toContain('does not fit it');
    const doctor = await bench.toolshed(['doctor', '--json'], { env: wrong });
    expect(JSON.parse(doctor.stdout).findings).toContainEqual(expect.objectContaining({ name: 'secrets', ok: false }));
    expect((await bench.toolshed(['secrets'], { env })).stdout).toContain('secret:openai');
  });

  verifies('secrets/cli', 'shows in doctor where secrets are kept, or that they are not', async () => {
    await using bench = await openWorkbench();
    const kept = await bench.toolshed(['doctor'], { env });
    expect(kept.stdout.replaceAll(/\s+/g, ' ')).toContain('sealed with a key');
    const lost = await bench.toolshed(['doctor'], { env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' } });
    expect(lost.stdout.replaceAll(/\s+/g, ' ')).toContain('in memory, lost when this process ends');
  });
});

describe('a program that uses secrets', () => {
  verifies(
    'secrets/never-written',
    'hands a secret the config lists to a tool, across two processes, and nothing shows it',
    async () => {
      await using bench = await openWorkbench();
      await withTools(bench);
      const canary = newCanary();
      await bench.toolshed(['secrets', 'set', 'openai'], { env, input: canary });
      const program = await bench.write('use.ts', `return await tools.api.login({ key: 'secret:openai' })`);
      const paused = await bench.toolshed(['run', program, '--json'], { env });
      expect(paused.exitCode).toBe(3);
      const done = await bench.toolshed(
        ['resume', JSON.parse(paused.stdout).executionId, '--approve', '--yes-as-person'],
        { env },
      );
      expect(done).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('[secret]') });
      expect(done.stderr).toContain('logged in with [secret]');
      expect(readFileSync(join(bench.folder, 'given.txt'), 'utf8')).toBe(canary);
      expect(
        tracesOf(canary, [paused, done].map(({ stdout, stderr }) => stdout + stderr).join() + filesIn(bench.home)),
      ).toEqual([]);
    },
  );

  verifies(
    'secrets/never-written',
    'gets handles for a sensitive form that is answered from standard input, and shows none of it',
    async () => {
      await using bench = await openWorkbench();
      await withTools(bench);
      const canary = newCanary();
      const program = await bench.write(
        'ask.ts',
        `return await elicit({ type: 'form', message: 'Who?', sensitive: true, fields: [{ type: 'string', name: 'user' }] })`,
      );
      const asked = await bench.toolshed(['run', program, '--json'], { env });
      const [id = ''] = /elic_[\w-]+/.exec(asked.stdout) ?? [];
      const answer = (input: string) =>
        bench.toolshed(['resume', id, '--approve', '--yes-as-person', '--data-file', '-'], { env, input });
      const refused = await answer(canary);
      expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('is not JSON') });
      const done = await answer(JSON.stringify({ user: canary }));
      expect(done).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/secret:/) });
      const shown = await bench.toolshed(['show', id], { env });
      expect(shown.exitCode).toBe(0);
      const said = [asked, refused, done, shown].map(({ stdout, stderr }) => stdout + stderr).join();
      expect(tracesOf(canary, said + filesIn(bench.home))).toEqual([]);
    },
  );

  verifies('secrets/cli', 'is asked in a terminal without an echo, field by field', async () => {
    await using bench = await openWorkbench();
    const program = await bench.write(
      'ask.ts',
      `const { data } = await elicit({ type: 'form', message: 'Who?', sensitive: true, fields: [
         { type: 'string', name: 'user', required: true }, { type: 'integer', name: 'pin', default: 7 }] });
       return Object.keys(data).join('+')`,
    );
    const terminal = bench.terminal(['run', program], { env });
    await terminal.until(asks('Your decision'));
    terminal.press(KEY.down + KEY.enter);
    await terminal.until(asks('user (not shown while you type)'));
    terminal.press(`typed-4f8a1c22${KEY.enter}`);
    await terminal.until(asks('pin, optional (not shown while you type; empty: as suggested)'));
    terminal.press(KEY.enter);
    await terminal.until('pin+user');
    expect(await terminal.exit()).toBe(0);
    expect(terminal.shown).not.toContain('typed');
  });

  verifies('secrets/cli', 'is answered through a pipe with resume --secret', async () => {
    await using bench = await openWorkbench();
    await withTools(bench);
    const canary = newCanary();
    const program = await bench.write(
      'ask.ts',
      `const { data } = await elicit({ type: 'secret', message: 'Key?' }); return await tools.api.login({ key: data })`,
    );
    const asked = await bench.toolshed(['run', program], { env });
    expect(asked).toMatchObject({ exitCode: 3, stdout: expect.stringContaining('resume elic_') });
    const [id = ''] = /exec_[\w-]+/.exec(asked.stdout) ?? [];
    const gated = await bench.toolshed(['resume', id, '--approve', '--yes-as-person', '--secret', '--json'], {
      env,
      input: `${canary}\n`,
    });
    expect(gated.exitCode).toBe(3);
    const next = JSON.parse(gated.stdout).paused.elicitationId;
    const done = await bench.toolshed(['resume', next, '--approve', '--yes-as-person'], { env });
    expect(done.exitCode).toBe(0);
    expect(readFileSync(join(bench.folder, 'given.txt'), 'utf8')).toBe(canary);
    const said = [asked, gated, done].map(({ stdout, stderr }) => stdout + stderr).join('\n');
    expect(tracesOf(canary, said + filesIn(bench.home))).toEqual([]);
  });
});

describe('a text piped to resume --secret', () => {
  verifies('secrets/cli', 'is refused and not repeated where no flag says what it is for', async () => {
    await using bench = await openWorkbench();
    const canary = newCanary();
    const refused = await bench.toolshed(['resume', 'exec_any', '--secret', '--yes-as-person', '--json'], {
      env,
      input: `${canary}\n`,
    });
    expect(refused.exitCode).toBe(2);
    expect(JSON.parse(refused.stdout)).toEqual({
      error: {
        code: 'usage/no-answer',
        message: 'Cannot resume "exec_any": --secret and --data-file need an answer; add --approve, or --action',
      },
    });
    expect(tracesOf(canary, refused.stdout + refused.stderr)).toEqual([]);
  });
});
