import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { findProgram } from '@toolshed/runtime/internal/sandbox/os-sandbox/bubblewrap/trusted-program';
import { BIN } from './cli-process.ts';

const call = promisify(execFile);

/** A data folder and a program. The command is called without what the tests compiled once. */
async function openFolder() {
  const base = await mkdtemp(join(tmpdir(), 'toolshed-start-'));
  const [home, program] = [join(base, 'home'), join(base, 'hello.ts')];
  await writeFile(program, "console.log('hello'); return 1;");
  const env = { PATH: process.env['PATH'], HOME: base, TOOLSHED_HOME: home };
  const command = async (args: readonly string[], before: readonly string[] = []) => {
    const [file = '', ...rest] = [...before, process.execPath, BIN, ...args];
    return (await call(file, rest, { env, cwd: base })).stdout;
  };
  const compiled = (): Promise<readonly string[]> => readdir(join(home, 'compiled')).catch(() => []);
  return { home, program, command, compiled, [Symbol.asyncDispose]: () => rm(base, { recursive: true }) };
}

/** Prints the address of every file that is loaded. */
const PRINTS_LOADED = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({ load: (url, context, next) => { process.stderr.write(url + '\\n'); return next(url, context); } });
`)}`;

/** Keeps bubblewrap from making a namespace, as many containers do. */
const setpriv = findProgram('setpriv');
const WITHOUT_CAPABILITIES =
  process.getuid?.() === 0 && setpriv !== undefined ? [setpriv, '--bounding-set=-all', '--inh-caps=-all'] : undefined;

describe('the start of the command', () => {
  it('keeps what Node compiled in its data folder, once that is there', async () => {
    await using folder = await openFolder();
    expect(await folder.command(['--version'])).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(await folder.compiled()).toEqual([]);
    await folder.command(['list']);
    await folder.command(['list']);
    expect(await folder.compiled()).toHaveLength(1);
  });

  it('loads a handful of files, and no package, to say its version', async () => {
    await using folder = await openFolder();
    const { stderr } = await call(process.execPath, ['--import', PRINTS_LOADED, BIN, '--version'], {
      env: { PATH: process.env['PATH'], HOME: folder.home },
    });
    const loaded = stderr.split('\n').filter((url) => url.startsWith('file:'));
    expect(loaded.length).toBeGreaterThan(1);
    expect(loaded.length).toBeLessThanOrEqual(8);
    expect(loaded.filter((url) => !url.includes('/packages/cli/'))).toEqual([]);
  });

  it('keeps no compiled code in a data folder that others can write to', async () => {
    await using folder = await openFolder();
    await mkdir(folder.home);
    await chmod(folder.home, 0o777);
    await folder.command(['list']).catch(() => undefined);
    expect(await folder.compiled()).toEqual([]);
  });

  it.skipIf(WITHOUT_CAPABILITIES === undefined)(
    'falls back to the next isolation when the first worker cannot start behind bubblewrap',
    async () => {
      await using folder = await openFolder();
      const shown = await folder.command(['run', folder.program], WITHOUT_CAPABILITIES);
      expect(shown).toContain('Completed');
      expect(shown).toMatch(/sandbox process(\+os)?\n/);
      const doctor = await folder.command(['doctor'], WITHOUT_CAPABILITIES).catch((error) => String(error.stdout));
      expect(doctor).toContain('no bubblewrap');
    },
  );
});
