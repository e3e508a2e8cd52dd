import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { REQUIREMENTS } from './test/requirements.ts';

/** What measures time, and would measure its neighbours as well. */
const MEASURED = [
  'test/sandbox/denial-of-service.test.ts',
  'test/sandbox/fairness.test.ts',
  'test/sandbox/host-work.test.ts',
  'test/scenarios/durable-due-order.test.ts',
  'test/scenarios/linear-costs.test.ts',
  'test/scenarios/cli-rhythm.test.ts',
];

/** What counts or kills the worker processes of its own process, which others may have left to it. */
const COUNTED = ['test/sandbox/worker-crash.test.ts', 'test/scenarios/killed-step.test.ts'];

/** What makes the time of its process pass by itself. */
const SIMULATED = globSync('test/simulation/*.test.ts');

const CORES = availableParallelism();

const IN_MEMORY = 'test/support/files-in-memory.ts';
const COMPILED = 'test/support/compiled-once.ts';

/** The files with a sweep that is shorter in `npm test`: those that import test/support/depth.ts or the sweep built on it. */
const sweeps = (): string[] =>
  globSync('test/**/*.test.ts', { exclude: ['**/node_modules/**'] }).filter((file) =>
    /\/(depth|sweep-boundaries)\.ts'/.test(readFileSync(file, 'utf8')),
  );

/** `vitest run` is what `npm test` runs; `--mode deep` runs the sweeps at full size, `--mode release` what a stranger does. */
export default defineConfig(({ mode }) => ({
  test: {
    // A machine that is busy elsewhere is slow, not wrong.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    pool: 'forks',
    // What isolation "thread" asks of its host; the tests of it run the isolate in the test's own process.
    execArgv: ['--no-node-snapshot'],
    // The packages as Node loads them for everybody else.
    server: { deps: { external: [/\/packages\/[a-z]+\/dist\//] } },
    env: { TZ: 'UTC', TOOLSHED_TEST_DEPTH: mode === 'deep' ? 'full' : 'short' },
    // The tests of one promise: `npx vitest run --tags-filter inbox/keyboard`.
    tags: Object.entries(REQUIREMENTS).map(([name, description]) => ({ name, description })),
    projects:
      mode === 'release'
        ? [{ extends: true, test: { name: 'release', include: ['test/release/*.test.ts'], maxWorkers: 1 } }]
        : mode === 'deep'
          ? [{ extends: true, test: { name: 'sweeps', include: sweeps(), globalSetup: [COMPILED], maxWorkers: CORES } }]
          : [
              {
                extends: true,
                test: {
                  name: 'unit',
                  include: ['packages/*/src/**/*.test.ts'],
                  // Pure functions leave nothing behind, so the files of one worker share their imports.
                  isolate: false,
                  maxWorkers: CORES,
                  sequence: { groupOrder: 0 },
                },
              },
              {
                extends: true,
                test: {
                  name: 'side by side',
                  include: ['test/**/*.test.ts'],
                  exclude: ['**/node_modules/**', 'test/release/**', ...MEASURED, ...COUNTED, ...SIMULATED],
                  globalSetup: [IN_MEMORY, COMPILED],
                  // What they import is the same for all; what they open, they close.
                  isolate: false,
                  // Most of them wait for processes of their own. A percentage would mean no more than there are cores.
                  maxWorkers: 2 * CORES,
                  sequence: { groupOrder: 1 },
                },
              },
              {
                extends: true,
                test: {
                  name: 'in a process of its own',
                  include: [...COUNTED, ...SIMULATED],
                  globalSetup: [IN_MEMORY, COMPILED],
                  maxWorkers: 2 * CORES,
                  sequence: { groupOrder: 1 },
                },
              },
              {
                extends: true,
                test: {
                  name: 'alone',
                  include: MEASURED,
                  globalSetup: [IN_MEMORY, COMPILED],
                  maxWorkers: 1,
                  sequence: { groupOrder: 2 },
                },
              },
            ],
  },
}));
