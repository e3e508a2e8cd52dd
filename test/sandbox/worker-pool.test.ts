import { openToolshed } from '@toolshed/runtime';
import { describe, expect, it } from 'vitest';
import { expectStatus } from '../support/expect-status.ts';
import { gone, openHostilePool } from './hostile/hostile-pool.ts';
import { openHostileShed } from './hostile/hostile-shed.ts';

const PROGRAM = { source: 'return 1', seed: 'seed', at: 0 };

describe('a pool', () => {
  it('a pool serves more sessions than it has workers, with no more workers than it may have', {
    timeout: 60_000,
  }, async () => {
    await using hostile = openHostilePool([]);
    for (let session = 0; session < 30; session++) {
      using sandbox = await hostile.open(`session ${session}`);
      await sandbox.start(PROGRAM);
    }
    // One that was killed for another is gone a moment later.
    const alive = () => hostile.workers.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
    await expect.poll(() => alive().length).toBeLessThanOrEqual(8);
  });
});

describe('a worker that is ended because of one program', () => {
  it('the end of a worker is held against the program that caused it, and no other it was running', async () => {
    await using hostile = openHostilePool(['silence']);
    using running = await hostile.open('shared');
    using queued = await hostile.open('shared');
    const steps = [running.start(PROGRAM), queued.start(PROGRAM)];
    queued.condemn();
    const settled = await Promise.allSettled(steps);
    expect(settled).toMatchObject([
      { status: 'rejected', reason: { code: 'sandbox/crashed', wasRunning: false } },
      { status: 'rejected', reason: { code: 'sandbox/crashed', wasRunning: true } },
    ]);
  });
});

describe('a worker whose first call has the wrong number', () => {
  it('a worker whose first call has the wrong number is ended, and nothing runs', async () => {
    const says = '{"calls":[[2,"tool",["notes","write"],{},""]],"logs":[],"emitted":[],"cleared":[],"done":null}';
    await using shed = openHostileShed([{ says }]);
    expect(expectStatus(await shed.execute('victim'), 'failed').error.code).toBe('sandbox/protocol');
    expect(shed.ran).toEqual([]);
    const [worker] = shed.workers;
    if (worker) await gone(worker);
  });
});

describe('a limit of active time', () => {
  it('the limit of active time has a code of its own, though the CPU limit is not reached', async () => {
    await using shed = await openToolshed({ tools: [], store: 'memory', limits: { wallMs: 200, cpuMs: 10_000 } });
    expect(expectStatus(await shed.execute('for (;;);'), 'failed').error.code).toBe('limit/wall');
  });
});
