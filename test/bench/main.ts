// npm run bench [name…] [-- --option=…]: prints one table per benchmark, as docs/benchmarks.md shows them.

import { cpus, totalmem } from 'node:os';
import { concurrency } from './concurrency.ts';
import { coldResume } from './cold-resume.ts';
import { httpLoad } from './http-load.ts';
import { memory } from './memory.ts';
import { pauses } from './pauses.ts';
import { pausedOnDisk } from './paused-on-disk.ts';
import { sources } from './sources.ts';
import { starts } from './starts.ts';

const BENCHMARKS: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  starts,
  pauses,
  'cold-resume': coldResume,
  concurrency,
  memory,
  'paused-on-disk': pausedOnDisk,
  'http-load': httpLoad,
  sources,
};

// Isolation "thread" asks for this, and for --no-node-snapshot, which the script in package.json gives.
process.env['TZ'] = 'UTC';

const wanted = process.argv.slice(2).filter((name) => !name.startsWith('--'));
console.log(
  `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}, ${process.platform}\n`,
);
for (const [name, measure] of Object.entries(BENCHMARKS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`## ${name}\n`);
  for (const line of await measure()) console.log(line);
  console.log('');
}
process.exit(0);
