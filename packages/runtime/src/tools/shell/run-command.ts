// One command, from start to the end of its last process.
//
// Invariants
//   C1. The command sees only the environment it was given, never the host's.
//   C2. When `runCommand` settles, nothing the command started is running (as far as kill-tree.ts reaches).

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type BoundedOutput, keepOutput } from './bounded-output.js';
import { killTree, MARK } from './kill-tree.js';
import { ShellError } from './shell-error.js';

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly stdin: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface CommandLimits {
  readonly timeoutMs: number;
  /** For each of the two outputs. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

export interface CommandResult {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly truncated: boolean;
  readonly timedOut: boolean;
}

export async function runCommand(
  command: Command,
  { timeoutMs, maxBytes, signal }: CommandLimits,
): Promise<CommandResult> {
  refuseBeforeStart(command, signal);
  const mark = randomUUID();
  const child = await start(command, mark);
  let timedOut = false;
  const stop = (): void => void child.kill('SIGKILL');
  const timer = setTimeout(() => {
    timedOut = true;
    stop();
  }, timeoutMs);
  signal.addEventListener('abort', stop);
  const stdout = keepOutput(child.stdout, maxBytes, stop);
  const stderr = keepOutput(child.stderr, maxBytes, stop);
  // A command may end without reading its input.
  child.stdin.on('error', () => undefined).end(command.stdin);
  try {
    await once(child, 'exit');
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    await killTree(child.pid ?? 0, mark);
  }
  await drained(child);
  if (signal.aborted) throw cancelled(command);
  return { exitCode: child.exitCode, signal: child.signalCode, ...outputs(stdout, stderr), timedOut };
}

const outputs = (stdout: BoundedOutput, stderr: BoundedOutput) => ({
  stdout: stdout.text(),
  stderr: stderr.text(),
  truncated: stdout.isCut() || stderr.isCut(),
});

function refuseBeforeStart({ file, args }: Command, signal: AbortSignal): void {
  if (signal.aborted) throw cancelled({ file });
  if ([file, ...args].some((word) => word.includes('\0'))) {
    throw new ShellError('shell/invalid-command', 'Cannot run the command: it contains a NUL character');
  }
}

/** A group of its own (`detached`), so that the group can be killed as a whole. */
async function start({ file, args, cwd, env }: Command, mark: string): Promise<ChildProcessWithoutNullStreams> {
  const child = spawn(file, args, { cwd, env: { ...env, [MARK]: mark }, detached: true, windowsHide: true });
  try {
    await once(child, 'spawn');
    return child;
  } catch (error) {
    throw startFailure(file, error);
  }
}

/** The pipes close when their last holder is gone; a process that escaped C2 must not keep the call open. */
async function drained(child: ChildProcessWithoutNullStreams): Promise<void> {
  if (child.stdout.closed && child.stderr.closed) return;
  const closed = once(child, 'close');
  const giveUp = setTimeout(() => {
    child.stdout.destroy();
    child.stderr.destroy();
  }, 1_000);
  await closed;
  clearTimeout(giveUp);
}

function startFailure(file: string, error: unknown): ShellError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  const shown = JSON.stringify(file);
  if (code === 'ENOENT')
    return new ShellError('shell/not-found', `Cannot run ${shown}: there is no such program on the PATH`);
  if (code === 'EACCES') return new ShellError('shell/not-permitted', `Cannot run ${shown}: it may not be executed`);
  return new ShellError('shell/failed', `Cannot run ${shown}: the system said ${code}`);
}

const cancelled = ({ file }: Pick<Command, 'file'>): ShellError =>
  new ShellError('shell/cancelled', `Cannot finish ${JSON.stringify(file)}: the execution was cancelled`);
