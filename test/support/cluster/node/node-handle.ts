// One node process of a cluster run.

import { fileURLToPath } from 'node:url';
import { DrivenProcess } from '../../driven/driven-process.ts';
import type { NodeCommand, NodeOptions } from './node-protocol.ts';
import { filesOf } from './run-folder.ts';

const PROGRAM = fileURLToPath(new URL('./node-process.ts', import.meta.url));

export class NodeHandle extends DrivenProcess<NodeCommand> {
  readonly options: NodeOptions;
  /** Whether it was told to end. */
  isClosing = false;

  constructor(options: NodeOptions) {
    super({
      args: [PROGRAM, JSON.stringify(options)],
      errors: filesOf(options.folder).errors,
      env: { TZ: 'UTC' },
    });
    this.options = options;
  }

  /** Lets it finish what it is at, and end by itself. */
  async close(): Promise<void> {
    this.isClosing = true;
    await this.send({ do: 'close' });
    await this.exited;
  }
}
