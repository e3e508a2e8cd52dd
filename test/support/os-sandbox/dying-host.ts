// A host that starts a stuck worker, says who it is, and waits to be killed.

import { writeSync } from 'node:fs';
import { spawnIsolated, workerPid } from '@toolshed/runtime/internal/sandbox/os-sandbox/spawn-isolated';

const { plan, worker, addon } = JSON.parse(process.argv[2] ?? '{}');
const child = spawnIsolated(plan, {
  node: process.execPath,
  nodeArgs: [],
  worker,
  addon,
  workerArgs: (inside) => [JSON.stringify(inside)],
});
child.stderr?.resume();
child.stdout?.once('data', () => writeSync(1, JSON.stringify({ child: child.pid, worker: workerPid(plan, child) })));
