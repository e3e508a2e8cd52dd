// One command, from start to the end of its last process.
//
// Invariants
//   C1. The command sees only the environment it was given, never the host's.
//   C2. When `runCommand` settles, nothing the command started is running: in a PID namespace without exception, else
//       as far as kill-tree.ts reaches.

import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Duplex, Readable, type Writable } from 'node:stream';
import { type BoundedOutput, keepOutput } from './bounded-output.js';
import { assertExecutable } from './find-command.js';
import { killGroup, killTree, MARK } from './kill-tree.js';
import { bubblewrapArgs, INFO_FD, killNamespace, namespaceEnded, START_FD } from './own-processes.js';
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

/** `bwrap`: the bubblewrap that gives the command a PID namespace; without it processes are looked for and killed. */
export async function runCommand(
  command: Command,
  { timeoutMs, maxBytes, signal }: CommandLimits,
  bwrap?: string,
): Promise<CommandResult> {
  refuseBeforeStart(command, signal);
  const running = await (bwrap === undefined ? start(command) : startInNamespace(command, bwrap));
  const { child } = running;
  let timedOut = false;
  let isStopped = false;
  const stop = (): void => {
    isStopped = true;
    void running.kill();
  };
  const timer = setTimeout(() => {
    timedOut = true;
    stop();
  }, timeoutMs);
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  const stdout = keepOutput(running.stdout, maxBytes, stop);
  const stderr = keepOutput(running.stderr, maxBytes, stop);
  // A command may end without reading its input.
  running.stdin.on('error', () => undefined).end(command.stdin);
  try {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    // C2.
    await running.kill();
  }
  await drained(running);
  if (signal.aborted) throw cancelled(command);
  const ended = isStopped ? STOPPED : { exitCode: child.exitCode, signal: child.signalCode };
  return { ...ended, ...outputs(stdout, stderr), timedOut };
}

/** A started command. */
interface Running {
  readonly child: ChildProcess;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Ends all processes of the command and settles when they have ended. */
  kill(): Promise<void>;
}

const STOPPED = { exitCode: null, signal: 'SIGKILL' } as const;

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

/** A group of its own, so that the group can be killed as a whole. */
const OWN_GROUP = { detached: true, windowsHide: true } as const;

async function start({ file, args, cwd, env }: Command): Promise<Running> {
  const mark = randomUUID();
  // C1.
  const child = spawn(file, args, { ...OWN_GROUP, cwd, env: { ...env, [MARK]: mark } });
  return { ...(await spawned(file, child)), kill: () => killTree(child.pid ?? 0, mark) };
}

/** Before there is a namespace its makers are killed as a group, and the command does not get its signal to start. */
async function startInNamespace({ file, args, cwd, env }: Command, bwrap: string): Promise<Running> {
  await assertExecutable(file, cwd, env['PATH']).catch((error: unknown) => {
    throw startFailure(file, error);
  });
  const stdio: StdioOptions = ['pipe', 'pipe', 'pipe', 'pipe', 'pipe'];
  const child = spawn(bwrap, bubblewrapArgs(cwd, file, args), { ...OWN_GROUP, cwd, env, stdio });
  const running = await spawned(file, child);
  let info = '';
  const [facts, ready] = [child.stdio[INFO_FD], child.stdio[START_FD]];
  if (facts instanceof Readable) facts.on('data', (chunk: Buffer) => (info += chunk.toString()));
  if (ready instanceof Duplex) ready.on('error', () => undefined).once('data', () => ready.end('\n'));
  return {
    ...running,
    async kill() {
      if (ready instanceof Duplex) ready.destroy();
      if (child.exitCode !== null) return;
      if (child.signalCode === null && (await killNamespace(child.pid ?? 0, info))) return;
      killGroup(child.pid ?? 0);
      await namespaceEnded(info);
    },
  };
}

async function spawned(file: string, child: ChildProcess): Promise<Omit<Running, 'kill'>> {
  try {
    await once(child, 'spawn');
  } catch (error) {
    throw startFailure(file, error);
  }
  const { stdin, stdout, stderr } = child;
  if (stdin === null || stdout === null || stderr === null) throw startFailure(file, undefined);
  return { child, stdin, stdout, stderr };
}

/** The pipes close when their last holder has ended; a process that escaped C2 must not keep the call open. */
async function drained({ child, stdout, stderr }: Running): Promise<void> {
  if (stdout.closed && stderr.closed) return;
  const closed = once(child, 'close');
  const giveUp = setTimeout(() => {
    stdout.destroy();
    stderr.destroy();
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
  return new ShellError('shell/failed', `Cannot run ${shown}: the system reported ${code}`);
}

const cancelled = ({ file }: Pick<Command, 'file'>): ShellError =>
  new ShellError('shell/cancelled', `Cannot finish ${JSON.stringify(file)}: the execution was cancelled`);
