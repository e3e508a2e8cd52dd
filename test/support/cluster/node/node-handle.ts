// One node process of a cluster run, as its driver sees it.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { THREAD_HOST } from '../../open-in-thread.ts';
import { type NodeCommand, type NodeOptions, NodeReply, type NodeRequest } from './node-protocol.ts';
import { filesOf } from './run-folder.ts';

const PROGRAM = fileURLToPath(new URL('./node-process.ts', import.meta.url));

export class NodeHandle {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (reply: NodeReply | undefined) => void>();
  #sent = 0;
  readonly options: NodeOptions;
  /** Resolves when the process is gone. */
  readonly exited: Promise<void>;
  /** Resolves once it is open; undefined if it died before that. */
  readonly ready: Promise<NodeReply | undefined>;
  isStopped = false;
  /** Whether it was told to end. */
  isClosing = false;

  constructor(options: NodeOptions) {
    this.options = options;
    const output = openSync(filesOf(options.folder).errors, 'a');
    this.#child = spawn(process.execPath, [...THREAD_HOST, PROGRAM, JSON.stringify(options)], {
      stdio: ['ignore', output, output, 'ipc'],
      env: { ...process.env, TZ: 'UTC' },
    });
    closeSync(output);
    this.exited = once(this.#child, 'exit').then(() => this.#forget());
    this.ready = this.#replyTo(0);
    this.#child.on('message', (message) => {
      const reply = NodeReply.parse(message);
      this.#waiting.get(reply.id)?.(reply);
      this.#waiting.delete(reply.id);
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Undefined if it died before it said what became of it. */
  send(command: NodeCommand): Promise<NodeReply | undefined> {
    if (!this.#child.connected) return Promise.resolve(undefined);
    this.#sent += 1;
    const request: NodeRequest = { id: this.#sent, command };
    const reply = this.#replyTo(request.id);
    this.#child.send(request, () => undefined);
    return reply;
  }

  #replyTo(id: number): Promise<NodeReply | undefined> {
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

  /** Lets it finish what it is at, and end by itself. */
  async close(): Promise<void> {
    this.isClosing = true;
    await this.send({ do: 'close' });
    await this.exited;
  }
}
