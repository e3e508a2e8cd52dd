// An MCP server as a child process that talks over its standard streams.
//
// The SDK's own transport is not used: it passes variables of our environment on, and starts a second process to find
// out which protocol the first one speaks.
//
// Threat: a server that writes without end. What it says is read line by line up to a limit, and of what it writes on
// stderr only a bounded number of lines a minute is logged.

import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { type JSONRPCMessage, ReadBuffer, serializeMessage, type Transport } from '@modelcontextprotocol/client';

export interface StdioTransportOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string | undefined;
  /** Returns the line as it may be shown: without secrets. */
  readonly onStderr: (line: string) => string;
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

const MAX_MESSAGE_BYTES = 16_777_216;
const GRACE_MS = 2_000;

export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** How the process ended, once it has. */
  ended: string | undefined;
  readonly #options: StdioTransportOptions;
  readonly #buffer = new ReadBuffer({ maxBufferSize: MAX_MESSAGE_BYTES });
  #child: Child | undefined;

  constructor(options: StdioTransportOptions) {
    this.#options = options;
  }

  /** Read by the SDK, which tells a process from a web server by it. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  get stderr(): Readable | undefined {
    return this.#child?.stderr;
  }

  async start(): Promise<void> {
    const { command, args, env, cwd, onStderr } = this.#options;
    const child: Child = spawn(command, args, {
      env,
      cwd,
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
      // A group of its own: what it started ends with it, and an interrupt at our terminal does not reach it.
      detached: IS_GROUPED,
    });
    this.#child = child;
    child.stdin.on('error', (error) => this.onerror?.(error));
    child.stdout.on('data', (chunk: Buffer) => this.#take(chunk));
    let last = '';
    readLines(child.stderr, (line) => {
      last = onStderr(line);
    });
    child.on('close', (code, signal) => {
      const how = signal === null ? `it ended with code ${code}` : `it was ended by ${signal}`;
      this.ended = last === '' ? how : `${how}; the last line it wrote: ${last.slice(0, MAX_SHOWN)}`;
      this.#child = undefined;
      this.onclose?.();
    });
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
    child.on('error', (error) => this.onerror?.(error));
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const { stdin } = this.#child ?? {};
    if (stdin === undefined) throw new Error('the server is not running');
    await new Promise<void>((resolve, reject) => {
      stdin.write(serializeMessage(message), (error) => (error ? reject(error) : resolve()));
    });
  }

  /** Asks it to end by closing its input, then by signals. */
  async close(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
    child.stdin.end();
    const timers = [
      setTimeout(() => endGroup(child, 'SIGTERM'), GRACE_MS / 4),
      setTimeout(() => endGroup(child, 'SIGKILL'), GRACE_MS),
    ];
    await closed;
    for (const timer of timers) clearTimeout(timer);
  }

  #take(chunk: Buffer): void {
    try {
      this.#buffer.append(chunk);
    } catch (error) {
      this.onerror?.(asError(error));
      if (this.#child) endGroup(this.#child, 'SIGKILL');
      return;
    }
    for (;;) {
      try {
        const message = this.#buffer.readMessage();
        if (message === null) return;
        this.onmessage?.(message);
      } catch (error) {
        this.onerror?.(asError(error));
      }
    }
  }
}

const IS_GROUPED = process.platform !== 'win32';

function endGroup(child: Child, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  if (IS_GROUPED) process.kill(-child.pid, signal);
  else child.kill(signal);
}

const MAX_SHOWN = 200;
const MAX_LINE = 2_000;
const LINES_A_MINUTE = 200;

function readLines(stream: Readable, onLine: (line: string) => void): void {
  let rest = '';
  let left = LINES_A_MINUTE;
  let since = performance.now();
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = `${rest}${chunk}`.split('\n');
    rest = (lines.pop() ?? '').slice(0, MAX_LINE);
    if (performance.now() - since > 60_000) {
      since = performance.now();
      left = LINES_A_MINUTE;
    }
    for (const line of lines.filter((text) => text.trim() !== '')) {
      if (left > 0) onLine(line.slice(0, MAX_LINE));
      if (left === 0) onLine('(more than 200 lines a minute: the rest is not logged)');
      left--;
    }
  });
  // What a server that ends wrote last often has no line break.
  stream.on('end', () => {
    if (rest.trim() !== '' && left > 0) onLine(rest);
  });
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
