// The files that the processes of a cluster run share.

import { join } from 'node:path';

export const filesOf = (folder: string) => ({
  /** What handlers did. */
  effects: join(folder, 'effects'),
  /** What nodes know of leases, claims and appends. */
  witness: join(folder, 'witness'),
  /** Points at which a node stopped or died. */
  stops: join(folder, 'stops'),
  /** When processes and the database stood still. */
  lulls: join(folder, 'lulls'),
  /** What nodes warned of. */
  log: join(folder, 'log'),
  /** What nodes wrote to stdout and stderr. */
  errors: join(folder, 'errors'),
  followed: (slot: string): string => join(folder, `followed-${slot}`),
});
