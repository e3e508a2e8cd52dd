import { globSync, readFileSync } from 'node:fs';
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

/** The files with a sweep that is shorter in `npm test`: those that import test/support/depth.ts or the sweep built on it. */
const sweeps = (): string[] =>
  globSync('test/**/*.test.ts', { exclude: ['**/node_modules/**'] }).filter((file) =>
    /\/(depth|sweep-boundaries)\.ts'/.test(readFileSync(file, 'utf8')),
  );

/** `vitest run` is what `npm test` runs; `vitest run --mode deep` runs the sweeps at full size, and nothing else. */
export default defineConfig(({ mode }) => ({
  test: {
    // A machine that is busy elsewhere is slow, not wrong.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    pool: 'forks',
    // What isolation "thread" asks of its host; the tests of it run the isolate in the test's own process.
    execArgv: ['--no-node-snapshot'],
    env: { TZ: 'UTC', TOOLSHED_TEST_DEPTH: mode === 'deep' ? 'full' : 'short' },
    // The tests of one promise: `npx vitest run --tags-filter inbox/keyboard`.
    tags: Object.entries(REQUIREMENTS).map(([name, description]) => ({ name, description })),
    projects:
      mode === 'deep'
        ? [{ extends: true, test: { name: 'sweeps', include: sweeps() } }]
        : [
            {
              extends: true,
              test: {
                name: 'unit',
                include: ['packages/*/src/**/*.test.ts'],
                // Pure functions leave nothing behind, so the files of one worker share their imports.
                isolate: false,
                sequence: { groupOrder: 0 },
              },
            },
            {
              extends: true,
              test: {
                name: 'side by side',
                include: ['test/**/*.test.ts'],
                exclude: ['**/node_modules/**', ...MEASURED],
                // Most of them wait for processes of their own.
                maxWorkers: '150%',
                sequence: { groupOrder: 1 },
              },
            },
            {
              extends: true,
              test: { name: 'alone', include: MEASURED, maxWorkers: 1, sequence: { groupOrder: 2 } },
            },
          ],
  },
}));
