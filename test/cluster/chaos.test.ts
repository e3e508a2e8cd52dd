// Four node processes on one PostgreSQL and a robot that answers, while nodes die and stop at named points, connections
// are cut and the database is restarted; then a judge over all journals and everything that was done. The seed is
// printed; TOOLSHED_CLUSTER_SEED makes the same choices again.

import { describe, expect } from 'vitest';
import { checkCluster } from '../support/cluster/judge/check-cluster.ts';
import { checkStore } from '../support/cluster/judge/check-store.ts';
import { runCluster } from '../support/cluster/cluster-run.ts';
import { newSchema } from '../support/fresh-postgres.ts';
import { newStoreFolder } from '../support/open-stores.ts';
import { sayNotShown } from '../support/not-shown.ts';
import { startPostgres } from '../support/postgres.ts';
import { verifies } from '../support/verifies.ts';

const LEASE_MS = 1_500;
const CHAOS_MS = 60_000;
const EXECUTIONS = 300;
const { TOOLSHED_CLUSTER_SEED: wanted, TOOLSHED_CLUSTER_KEEP: keep } = process.env;
const seed = wanted === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(wanted);

describe('four nodes that die and stop at named points', () => {
  verifies(
    'cluster/chaos',
    'four nodes that die and stop at named points lose nothing, repeat nothing and show every follower everything once',
    async () => {
      process.stdout.write(`cluster seed ${seed}\n`);
      await using server = await startPostgres();
      const folder = newStoreFolder();
      const schema = newSchema();
      const where = { folder: folder.path, server, schema, leaseMs: LEASE_MS, chaosMs: CHAOS_MS };
      const { history, counts } = await runCluster({ seed, executions: EXECUTIONS, ...where });
      process.stdout.write(`cluster counts ${JSON.stringify(counts)}\n`);
      const problems = [...checkCluster(history), ...(await checkStore(server.url, schema))];
      if (keep === undefined && problems.length === 0) folder[Symbol.dispose]();
      else process.stdout.write(`kept ${folder.path}\n`);
      expect(problems, `TOOLSHED_CLUSTER_SEED=${seed}`).toEqual([]);
      // A machine that is busy elsewhere is slow, not wrong. Who was fast enough has no excuse for what did not happen.
      if (counts.enoughAfterMs === undefined || counts.enoughAfterMs > CHAOS_MS / 2) {
        sayNotShown(
          `${EXECUTIONS} executions in a cluster that is disturbed (missing: ${counts.missing.join(', ') || 'none'})`,
          `this machine made ${counts.started} in ${counts.seconds.chaos} s`,
        );
        expect(counts.started).toBeGreaterThanOrEqual(EXECUTIONS / 10);
        return;
      }
      expect(counts.missing, `TOOLSHED_CLUSTER_SEED=${seed}`).toEqual([]);
      expect(counts.kills).toBeGreaterThan(0);
      expect(counts.restarts).toBeGreaterThan(0);
    },
    { timeout: 600_000, needs: 'own server' },
  );
});
