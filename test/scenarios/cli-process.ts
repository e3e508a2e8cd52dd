// The real command in a process of its own, with a data folder and a work folder of its own.

import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import * as pty from '@lydell/node-pty';
import { compiledOnce } from '../support/compiled-once.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const BIN = join(ROOT, 'packages/cli/bin/toolshed.js');

export const EXAMPLES = join(ROOT, 'examples');

interface Finished {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface CallOptions {
  /** Below the work folder unless absolute. */
  readonly cwd?: string;
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What the terminal says of its width. */
  readonly columns?: number;
  /** Called in the same terminal when the command has ended. */
  readonly afterwards?: string;
}

export interface Workbench extends AsyncDisposable {
  /** Where commands are called. */
  readonly folder: string;
  readonly home: string;
  /** Writes a file below the work folder and returns its path. */
  write(name: string, content: string): Promise<string>;
  /** Calls the command through pipes. */
  toolshed(args: readonly string[], options?: CallOptions): Promise<Finished>;
  /** Calls the command in a terminal of 80 columns. */
  terminal(args: readonly string[], options?: CallOptions): Terminal;
}

export interface Terminal {
  /** Everything shown so far, colours and cursor movements included. */
  readonly shown: string;
  /** Resolves once a text was shown after what earlier calls waited for. */
  until(wanted: string): Promise<void>;
  press(keys: string): void;
  resize(columns: number, rows: number): void;
  /** Of the first process in the terminal: the command's own, or that of the shell that calls another after it. */
  readonly pid: number;
  exit(): Promise<number>;
}

export const KEY = {
  enter: '\r',
  up: '\u001b[A',
  down: '\u001b[B',
  ctrlC: '\u0003',
  ctrlD: '\u0004',
  ctrlZ: '\u001a',
} as const;

/** How a prompt that waits for keys begins. Its label alone may also be part of what is on the screen. */
export const asks = (label: string): string => `◆\u001b[39m  ${label}`;

export async function openWorkbench(): Promise<Workbench> {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'toolshed-cli-')));
  const folder = join(base, 'work');
  const home = join(base, 'home');
  await mkdir(folder);
  const envOf = (extra: Readonly<Record<string, string>> = {}): Record<string, string> => ({
    PATH: process.env['PATH'] ?? '',
    HOME: base,
    XDG_CONFIG_HOME: join(base, 'config'),
    TMPDIR: base,
    TOOLSHED_HOME: home,
    TERM: 'xterm-256color',
    // As npx starts it.
    npm_config_user_agent: 'npm/11.0.0',
    npm_command: 'exec',
    ...compiledOnce(),
    ...extra,
  });
  return {
    folder,
    home,
    async write(name, content) {
      const file = join(folder, name);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
      return file;
    },
    toolshed: (args, { cwd = '.', input = '', env } = {}) =>
      callThroughPipes(args, { cwd: cwd.startsWith('/') ? cwd : join(folder, cwd), input, env: envOf(env) }),
    terminal: (args, { cwd = '.', env, ...rest } = {}) => callInTerminal(args, join(folder, cwd), envOf(env), rest),
    [Symbol.asyncDispose]: () => rm(base, { recursive: true, force: true }),
  };
}

async function callThroughPipes(
  args: readonly string[],
  { cwd, input, env }: Required<Pick<CallOptions, 'cwd' | 'input' | 'env'>>,
): Promise<Finished> {
  const child = spawn(process.execPath, [BIN, ...args], { cwd, env, stdio: 'pipe' });
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  child.stdin.end(input);
  const [stdout, stderr, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { exitCode, stdout, stderr };
}

function callInTerminal(
  args: readonly string[],
  cwd: string,
  env: Record<string, string>,
  { columns, afterwards }: Pick<CallOptions, 'columns' | 'afterwards'>,
): Terminal {
  // The library takes no 0 for a width; terminals do.
  const size = columns === undefined ? '' : `stty cols ${columns};`;
  const script = afterwards === undefined ? `${size} exec "$@"` : `${size} trap : INT; "$@"; ${afterwards}`;
  const isPlain = columns === undefined && afterwards === undefined;
  const [file, given] = isPlain
    ? [process.execPath, [BIN, ...args]]
    : ['/bin/sh', ['-c', script, 'sh', process.execPath, BIN, ...args]];
  const child = pty.spawn(file, given, { cwd, env, cols: 80, rows: 40 });
  const exited = Promise.withResolvers<number>();
  let shown = '';
  let read = 0;
  let look: () => void = () => undefined;
  child.onData((data) => {
    shown += data;
    look();
  });
  child.onExit(({ exitCode }) => exited.resolve(exitCode));
  return {
    get shown() {
      return shown;
    },
    until: (wanted) =>
      new Promise((resolve, reject) => {
        look = () => {
          const at = shown.indexOf(wanted, read);
          if (at === -1) return;
          read = at + wanted.length;
          look = () => undefined;
          resolve();
        };
        look();
        exited.promise.then(() => reject(new Error(`It ended before it showed "${wanted}":\n${shown}`)), reject);
      }),
    pid: child.pid,
    press: (keys) => child.write(keys),
    resize: (columns, rows) => child.resize(columns, rows),
    exit: () => exited.promise,
  };
}
