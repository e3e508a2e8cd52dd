// Commands on the host. Nothing confines the files and the network of an approved command; what it receives is chosen here.

import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { definePlugin, defineTool, type Plugin, secret } from '@toolshed/kernel';
import { inWords, Label, readOptions } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import { findBubblewrap } from './own-processes.js';
import { runCommand } from './run-command.js';
import { ShellError } from './shell-error.js';

/** Where commands run and how much they may use. */
export const ShellOptions = z.strictObject({
  /** The folder commands are started in. */
  cwd: inWords(z.string().min(1), 'the path of a folder'),
  /** How long one command may take, in milliseconds. Default: 60,000. */
  timeoutMs: z.int().positive().max(3_600_000).optional(),
  /** The most bytes a command may print to each of its two outputs; one that prints more is ended. Default: 262,144. */
  maxBytes: z.int().positive().max(16_777_216).optional(),
  /** Added to PATH, HOME and LANG; nothing else of the host's environment is passed on. */
  env: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/), z.string()).optional(),
  /** Whether bubblewrap gives each command a process namespace: if it can (`auto`, the default), always, or never. */
  os: z.enum(['auto', 'required', 'off']).optional(),
  /** The label of the hosts to run commands on, where several machines share a store; or `anywhere`. */
  placement: Label.optional(),
});
export type ShellOptions = Readonly<z.infer<typeof ShellOptions>>;

const Input = z.strictObject({
  command: z.string().min(1).max(100_000),
  args: z.array(z.string()).optional(),
  stdin: z.string().optional(),
  /** Secrets the command finds in its environment. */
  secretEnv: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/), secret()).optional(),
});
type Input = z.infer<typeof Input>;

const Output = z.strictObject({
  exitCode: z.int().nullable(),
  signal: z.string().nullable(),
  stdout: z.string(),
  stderr: z.string(),
  truncated: z.boolean(),
  timedOut: z.boolean(),
});

/**
 * Commands on the host. Every command asks, because an approved command can reach any file and the network.
 *
 * @example
 * ```ts
 * shellPlugin({ cwd: '/srv/workspace', timeoutMs: 30_000 });
 * ```
 */
export function shellPlugin(options: ShellOptions): Plugin {
  const read = readOptions('create the shell plugin', ShellOptions, options);
  const { cwd, timeoutMs = 60_000, maxBytes = 262_144, env = {}, os = 'auto', placement } = read;
  const folder = resolve(cwd);
  const environment = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: folder, LANG: 'C.UTF-8', ...env };
  const run = defineTool({
    path: 'shell.run',
    description:
      'Run a command: with args exactly that program, without args the text in a shell (sh -c). ' +
      'Secrets go in secretEnv. A command that runs too long or prints too much is ended (timedOut, truncated), and so is all it left running.',
    input: Input,
    output: Output,
    destructive: true,
    idempotent: false,
    message: describe,
    async handler({ signal }, { command, args, stdin = '', secretEnv = {} }) {
      await refuseMissingFolder(folder);
      const [file, words] = args === undefined ? ['/bin/sh', ['-c', command]] : [command, args];
      return await runCommand(
        { file, args: words, stdin, cwd: folder, env: { ...environment, ...secretEnv } },
        { timeoutMs, maxBytes, signal },
        await findBubblewrap(os),
      );
    },
  });
  return definePlugin({ name: 'shell', tools: [run], local: true, placement });
}

/** Words are written as JSON: two commands that differ never look alike. */
function describe({ command, args, stdin, secretEnv }: Input): string {
  const what =
    args === undefined
      ? `Run this in a shell?\n${command}`
      : `Run this program?\n${JSON.stringify([command, ...args])}`;
  return [
    what,
    ...(stdin === undefined ? [] : [`with the input ${JSON.stringify(stdin)}`]),
    ...(secretEnv === undefined ? [] : [`with the secrets ${JSON.stringify(secretEnv)} in its environment`]),
  ].join('\n');
}

/** The system reports a missing folder and a missing program alike. */
async function refuseMissingFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory()) return;
  throw new ShellError(
    'shell/failed',
    'Cannot run a command: the working folder does not exist; the host must create it first',
  );
}
