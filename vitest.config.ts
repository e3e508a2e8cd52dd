import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // A machine that is busy elsewhere is slow, not wrong.
    expect: { poll: { timeout: 15_000 } },
    pool: 'forks',
    // What isolation "thread" asks of its host; the tests of it run the isolate in the test's own process.
    execArgv: ['--no-node-snapshot'],
    env: { TZ: 'UTC' },
  },
});
