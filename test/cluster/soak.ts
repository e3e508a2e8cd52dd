// The cluster test for as long as you like: npm run soak -- [--executions 2000] [--minutes 10] [--seed 1].
// Prints its seed, what happened, and every promise that was broken; then its exit code is 1 and its files are kept.

import { parseArgs } from 'node:util';
import { checkCluster } from '../support/cluster/judge/check-cluster.ts';
import { checkStore } from '../support/cluster/judge/check-store.ts';
import { runCluster } from '../support/cluster/cluster-run.ts';
import { newSchema } from '../support/fresh-postgres.ts';
import { newStoreFolder } from '../support/open-stores.ts';
import { startPostgres } from '../support/postgres.ts';

const { values } = parseArgs({
  options: { executions: { type: 'string' }, minutes: { type: 'string' }, seed: { type: 'string' } },
});
const seed = Number(values.seed ?? process.env['TOOLSHED_CLUSTER_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const minutes = Number(values.minutes ?? 0);
const executions = Number(values.executions ?? (minutes > 0 ? 300 : 2_000));
if (![seed, minutes, executions].every((number) => Number.isFinite(number) && number >= 0))
  throw new TypeError('Cannot run: --executions, --minutes and --seed are numbers from 0');
process.stdout.write(`cluster seed ${seed}\n`);

const until = performance.now() + minutes * 60_000;
await using server = await startPostgres();
const folder = newStoreFolder();
const schema = newSchema();
const { history, counts } = await runCluster({
  seed,
  executions,
  folder: folder.path,
  server,
  schema,
  leaseMs: 1_500,
  chaosMs: Number.POSITIVE_INFINITY,
  goesOn: () => performance.now() < until,
});
process.stdout.write(`${history.executions.length} executions ${JSON.stringify(counts)}\n`);
const problems = [...checkCluster(history), ...(await checkStore(server.url, schema))];
if (problems.length === 0) folder[Symbol.dispose]();
else process.stdout.write(`${problems.join('\n')}\nkept ${folder.path}; repeat with --seed ${seed}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
