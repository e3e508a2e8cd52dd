import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { REQUIREMENTS } from './test/requirements.ts';

/** What measures time, and would measure its neighbours as well. */
const MEASURED = [
  'test/sandbox/denial-of-service.test.ts',
  'test/sandbox/fairness.test.ts',
  'test/sandbox/host-work.test.ts',
  'test/scenarios/durable-due-order.test.ts',
  'test/scenarios/linear-costs.test.ts',
  'test/scenarios/cli-rhythm.test.ts',
  'test/cluster/timers.test.ts',
];

/** What counts or kills the worker processes of its own process, which others may have left to it. */
const COUNTED = ['test/sandbox/worker-crash.test.ts', 'test/scenarios/killed-step.test.ts'];

/** What makes the time of its process pass by itself. */
const SIMULATED = globSync('test/simulation/*.test.ts');

/** What needs a real isolate and nothing else of the system: it runs on macOS and Windows as well. */
const PORTABLE = [
  'test/documentation/links.test.ts',
  'test/scenarios/handler-context.test.ts',
  'test/scenarios/kernel.test.ts',
  'test/scenarios/other-tools.test.ts',
  'test/scenarios/pause.test.ts',
  'test/scenarios/policy-conditions.test.ts',
  'test/scenarios/programs.test.ts',
  'test/scenarios/start.test.ts',
  'test/scenarios/strict-options.test.ts',
];

const CORES = availableParallelism();
const IS_QUIET = process.env['TOOLSHED_QUIET_MACHINE'] === '1';

const IN_MEMORY = 'test/support/files-in-memory.ts';
const COMPILED = 'test/support/compiled-once.ts';
const PORTABLE_ONLY = 'test/support/portable-only.ts';

const UNIT = ['packages/*/src/**/*.test.ts'];

/** The files with a sweep that is shorter in `npm test`: those that import test/support/depth.ts or the sweep built on it. */
const sweeps = (): string[] =>
  globSync('test/**/*.test.ts', { exclude: ['**/node_modules/**'] }).filter((file) =>
    /\/(depth|sweep-boundaries)\.ts'/.test(readFileSync(file, 'utf8')),
  );

/** Everything but the release, and but what is in `apart`. */
const everything = (apart: readonly string[]): TestProjectConfiguration[] => {
  const but = (files: readonly string[]): string[] => files.filter((file) => !apart.includes(file));
  return [
    {
      extends: true,
      test: {
        name: 'unit',
        include: UNIT,
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
        exclude: ['**/node_modules/**', 'test/release/**', ...apart, ...MEASURED, ...COUNTED, ...SIMULATED],
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
        include: but([...COUNTED, ...SIMULATED]),
        globalSetup: [IN_MEMORY, COMPILED],
        maxWorkers: 2 * CORES,
        sequence: { groupOrder: 1 },
      },
    },
    {
      extends: true,
      test: {
        name: 'alone',
        include: but(MEASURED),
        globalSetup: [IN_MEMORY, COMPILED],
        maxWorkers: 1,
        sequence: { groupOrder: 3 },
      },
    },
  ];
};

/** The sweeps at full size, with their files on the disk. */
const deepSweeps = (): TestProjectConfiguration => ({
  extends: true,
  test: {
    name: 'sweeps',
    include: sweeps(),
    globalSetup: [COMPILED],
    maxWorkers: CORES,
    sequence: { groupOrder: 2 },
  },
});

/** What `--mode` runs instead of `npm test`. */
const MODES: Readonly<Record<string, () => TestProjectConfiguration[]>> = {
  /** The sweeps at full size. */
  deep: () => [deepSweeps()],
  /** Everything, with the sweeps at full size. */
  all: () => [...everything(sweeps()), deepSweeps()],
  /** What a stranger does with what would be published. */
  release: () => [
    {
      extends: true,
      // Two installations at once take longer each: one at a time where the minute of the first approval is asserted.
      test: { name: 'release', include: ['test/release/*.test.ts'], maxWorkers: IS_QUIET ? 1 : CORES },
    },
  ],
  /** What runs on every system. */
  portable: () => [
    { extends: true, test: { name: 'unit', include: UNIT, isolate: false } },
    {
      extends: true,
      test: {
        name: 'portable',
        include: PORTABLE,
        globalSetup: [PORTABLE_ONLY, COMPILED],
        sequence: { groupOrder: 1 },
      },
    },
  ],
};

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
    env: { TZ: 'UTC', TOOLSHED_TEST_DEPTH: mode === 'deep' || mode === 'all' ? 'full' : 'short' },
    // The tests of one promise: `npx vitest run --tags-filter inbox/keyboard`.
    tags: Object.entries(REQUIREMENTS).map(([name, description]) => ({ name, description })),
    projects: MODES[mode]?.() ?? everything([]),
  },
}));
