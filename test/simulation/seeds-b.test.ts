import { describe, expect } from 'vitest';
import { runSeeds } from '../support/simulation/run-seeds.ts';
import { verifies } from '../support/verifies.ts';

const SEEDS = 500;

describe('simulated hosts on one store', () => {
  verifies(
    'cluster/simulated',
    'lose nothing and repeat nothing, whatever is delayed, lost, stopped or killed: the second half of the seeds',
    async () => {
      expect(await runSeeds(1 + SEEDS, SEEDS), 'TOOLSHED_SIMULATION_SEED=<seed> shows what happened').toEqual([]);
    },
    { timeout: 1_800_000 },
  );
});
