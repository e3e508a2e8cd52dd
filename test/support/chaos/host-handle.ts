// One host process of a chaos run: the same process may be several hosts, one after another.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DrivenProcess } from '../driven/driven-process.ts';
import type { HostCommand, HostOptions } from './host-protocol.ts';

const PROGRAM = fileURLToPath(new URL('./host-process.ts', import.meta.url));

export class HostHandle extends DrivenProcess<HostCommand> {
  options: HostOptions;
  /** Its names so far whose host is not known to have closed. */
  readonly names = new Set<string>();

  constructor(folder: string, options: HostOptions) {
    super({ args: [PROGRAM, folder, JSON.stringify(options)], errors: join(folder, 'errors') });
    this.options = options;
    this.names.add(options.name);
  }

  /** The same process, opened again with other options. */
  async reopen(options: HostOptions): Promise<void> {
    const before = this.options.name;
    this.options = options;
    this.names.add(options.name);
    const reply = await this.send({ do: 'reopen', options });
    if (reply?.ok) this.names.delete(before);
  }

  /** Lets it finish what it is at, and end by itself. */
  async close(): Promise<void> {
    await this.send({ do: 'close' });
    await this.exited;
  }
}
