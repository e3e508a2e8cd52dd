// One process of a run, as its driver sees it: told what to do, stopped, continued and killed.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { THREAD_HOST } from '../open-in-thread.ts';
import { Reply } from './driven-protocol.ts';

export interface DrivenProcessOptions {
  /** The program and its arguments. */
  readonly args: readonly string[];
  /** The file that gets what it writes. */
  readonly errors: string;
  readonly env?: Readonly<Record<string, string>>;
}

export class DrivenProcess<Command> {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (reply: Reply | undefined) => void>();
  #sent = 0;
  isStopped = false;
  /** Resolves when the process is gone. */
  readonly exited: Promise<void>;
  /** Resolves once it is open; undefined if it died before that. */
  readonly ready: Promise<Reply | undefined>;

  constructor({ args, errors, env }: DrivenProcessOptions) {
    const output = openSync(errors, 'a');
    this.#child = spawn(process.execPath, [...THREAD_HOST, ...args], {
      stdio: ['ignore', output, output, 'ipc'],
      env: { ...process.env, ...env },
    });
    closeSync(output);
    this.exited = once(this.#child, 'exit').then(() => this.#forget());
    this.ready = this.#replyTo(0);
    this.#child.on('message', (message) => {
      const reply = Reply.parse(message);
      this.#waiting.get(reply.id)?.(reply);
      this.#waiting.delete(reply.id);
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Undefined if it died before it said what became of it. */
  send(command: Command): Promise<Reply | undefined> {
    if (!this.#child.connected) return Promise.resolve(undefined);
    this.#sent += 1;
    const id = this.#sent;
    const reply = this.#replyTo(id);
    this.#child.send({ id, command }, () => undefined);
    return reply;
  }

  #replyTo(id: number): Promise<Reply | undefined> {
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  #forget(): void {
    for (const resolve of this.#waiting.values()) resolve(undefined);
    this.#waiting.clear();
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.exited;
  }

  stop(): void {
    this.isStopped = this.#child.kill('SIGSTOP');
  }

  goOn(): void {
    this.#child.kill('SIGCONT');
    this.isStopped = false;
  }
}
