// A neighbour on the disk: swaps `sub` and the link `door` of a folder until it is killed.

import { renameSync } from 'node:fs';
import { join } from 'node:path';

const root = process.argv[2] ?? '';
const [sub, door, aside] = ['sub', 'door', 'aside'].map((name) => join(root, name));
if (sub === undefined || door === undefined || aside === undefined) throw new Error('Nothing to swap');
process.send?.('ready');
for (;;) {
  renameSync(sub, aside);
  renameSync(door, sub);
  renameSync(sub, door);
  renameSync(aside, sub);
}
