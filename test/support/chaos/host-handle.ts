// One host process of a chaos run, as its driver sees it: told what to do, stopped, continued and killed.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { THREAD_HOST } from '../open-in-thread.ts';
import { type HostCommand, type HostOptions, HostReply, type HostRequest } from './host-protocol.ts';

const PROGRAM = fileURLToPath(new URL('./host-process.ts', import.meta.url));

export class HostHandle {
  readonly #child: ChildProcess;
  readonly #exit: Promise<unknown>;
  readonly #waiting = new Map<number, (reply: HostReply | undefined) => void>();
  #sent = 0;
  isStopped = false;
  options: HostOptions;
  /** Its names so far whose host is not known to have closed. */
  readonly names = new Set<string>();
  readonly ready: Promise<unknown>;

  constructor(folder: string, options: HostOptions) {
    this.options = options;
    this.names.add(options.name);
    const errors = openSync(join(folder, 'errors'), 'a');
    this.#child = spawn(process.execPath, [...THREAD_HOST, PROGRAM, folder, JSON.stringify(options)], {
      stdio: ['ignore', errors, errors, 'ipc'],
    });
    closeSync(errors);
    this.#exit = once(this.#child, 'exit').then(() => this.#forget());
    this.ready = this.#replyTo(0);
    this.#child.on('message', (message) => {
      const reply = HostReply.parse(message);
      this.#waiting.get(reply.id)?.(reply);
      this.#waiting.delete(reply.id);
    });
  }

  /** Undefined if it died before it said what became of it. */
  send(command: HostCommand): Promise<HostReply | undefined> {
    if (!this.#child.connected) return Promise.resolve(undefined);
    this.#sent += 1;
    const request: HostRequest = { id: this.#sent, command };
    const reply = this.#replyTo(request.id);
    this.#child.send(request, () => undefined);
    return reply;
  }

  /** The same process, opened again with other options. */
  async reopen(options: HostOptions): Promise<void> {
    const before = this.options.name;
    this.options = options;
    this.names.add(options.name);
    const reply = await this.send({ do: 'reopen', options });
    if (reply?.ok) this.names.delete(before);
  }

  #replyTo(id: number): Promise<HostReply | undefined> {
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  #forget(): void {
    for (const resolve of this.#waiting.values()) resolve(undefined);
    this.#waiting.clear();
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#exit;
  }

  stop(): void {
    this.isStopped = this.#child.kill('SIGSTOP');
  }

  goOn(): void {
    this.#child.kill('SIGCONT');
    this.isStopped = false;
  }

  /** Lets it finish what it is at, and end by itself. */
  async close(): Promise<void> {
    await this.send({ do: 'close' });
    await this.#exit;
  }
}
