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

export default defineConfig({
  test: {
    // A machine that is busy elsewhere is slow, not wrong.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    pool: 'forks',
    // What isolation "thread" asks of its host; the tests of it run the isolate in the test's own process.
    execArgv: ['--no-node-snapshot'],
    env: { TZ: 'UTC' },
    // The tests of one promise: `npx vitest run --tags-filter inbox/keyboard`.
    tags: Object.entries(REQUIREMENTS).map(([name, description]) => ({ name, description })),
    projects: [
      {
        extends: true,
        test: {
          name: 'side by side',
          include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...MEASURED],
          // Most of them wait for processes of their own.
          maxWorkers: '100%',
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: MEASURED, maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
