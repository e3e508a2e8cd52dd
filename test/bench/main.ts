// npm run bench [name…] [-- --option=…]: prints one table per benchmark, as docs/explain/benchmarks.md shows them.

import { spawnSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { check } from './check.ts';
import { command } from './command.ts';
import { concurrency } from './concurrency.ts';
import { appends } from './cluster/appends.ts';
import { cluster } from './cluster/cluster.ts';
import { manyPaused } from './cluster/many-paused.ts';
import { scale } from './cluster/scale.ts';
import { coldResume } from './cold-resume.ts';
import { fairness } from './fairness.ts';
import { httpLoad } from './http-load.ts';
import { memory } from './memory.ts';
import { pauses } from './pauses.ts';
import { pausedOnDisk } from './paused-on-disk.ts';
import { safeCalls } from './safe-calls.ts';
import { search } from './search/search.ts';
import { sources } from './sources.ts';
import { starts } from './starts.ts';
import { tau2 } from './tau2.ts';

/** Says that the machine was described already. */
const WITHIN = '--within';

// Isolation "thread" asks for this, and for --no-node-snapshot, which the script in package.json gives.
process.env['TZ'] = 'UTC';

const BENCHMARKS: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  command,
  starts,
  'safe-calls': safeCalls,
  pauses,
  'cold-resume': coldResume,
  concurrency,
  fairness,
  memory,
  'paused-on-disk': pausedOnDisk,
  'http-load': httpLoad,
  sources,
  check,
  search,
  tau2,
  appends,
  cluster,
  'many-paused': manyPaused,
  scale,
};

const wanted = process.argv.slice(2).filter((name) => !name.startsWith('--'));
const options = process.argv.slice(2).filter((name) => name.startsWith('--'));
const names = wanted.length > 0 ? wanted : Object.keys(BENCHMARKS);
const unknown = names.filter((name) => !(name in BENCHMARKS));
if (unknown.length > 0)
  throw new Error(`There is no benchmark ${unknown.join(', ')}: ${Object.keys(BENCHMARKS).join(', ')}`);

const [only] = names;
if (only !== undefined && names.length === 1) await run(only);
else runEach();

async function run(name: string): Promise<never> {
  if (!options.includes(WITHIN)) describeMachine();
  console.log(`## ${name}\n`);
  for (const line of (await BENCHMARKS[name]?.()) ?? []) console.log(line);
  console.log('');
  process.exit(0);
}

/** Each in a process of its own: one must not find what another left in memory and in the engine's mind. */
function runEach(): void {
  describeMachine();
  for (const name of names) {
    const args = [...process.execArgv, import.meta.filename, name, ...options, WITHIN];
    const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
    if (status !== 0) throw new Error(`The benchmark ${name} failed`);
  }
}

function describeMachine(): void {
  const memory = Math.round(totalmem() / 2 ** 30);
  const engine = `Node ${process.versions.node}, ${process.platform}`;
  console.log(`${cpus().length} × ${cpus()[0]?.model}, ${memory} GiB, ${engine}\n`);
}
