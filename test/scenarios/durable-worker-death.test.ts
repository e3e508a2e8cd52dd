import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { descendants } from '../support/durable/descendants.ts';
import { type JobShed, openJobShed } from '../support/durable/jobs.ts';
import { expectStatus } from '../support/expect-status.ts';
import { verifies } from '../support/verifies.ts';

/** Ends the workers of this test's only host, and waits until that is known. */
async function killWorkers(): Promise<void> {
  const workers = descendants();
  for (const pid of workers) killIfThere(pid);
  await expect.poll(() => descendants().filter((pid) => workers.includes(pid))).toEqual([]);
}

/** One may end with the process it was started by, which was killed a moment before. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

const lossesOf = async ({ shed }: JobShed, id: string): Promise<number> =>
  (await shed.journal(id)).filter(({ kind }) => kind === 'sandbox-lost').length;

/** Makes a call, then computes for a while, then asks. */
const BUSY = `
  await tools.jobs.read({ n: 1 });
  for (let until = 0; until < 6e8; until++);
  console.log('computed');
  return await tools.jobs.write({ n: 2 });`;

describe.runIf(process.platform === 'linux')('a worker that dies', () => {
  verifies(
    'replay/exact',
    'a death while the program waits costs a replay that does not count against the program',
    async () => {
      await using host = await openJobShed({ isolation: 'process' });
      const paused = expectStatus(await host.shed.execute(`console.log('once'); ${BUSY}`), 'paused');
      await killWorkers();
      const done = expectStatus(await host.shed.resume(paused.executionId, true), 'completed');
      expect(done.logs.map(({ text }) => text)).toEqual(['once', 'computed']);
      expect(host.jobs.done).toEqual(['read 1', 'write 2']);
      expect(await lossesOf(host, paused.executionId)).toBe(0);
    },
  );

  verifies(
    'replay/exact',
    'a death while the program runs costs a replay, twice; the third time the program fails',
    async () => {
      await using host = await openJobShed({ isolation: 'process', limits: { cpuMs: 60_000 } });
      const { shed } = host;
      // Nothing is recorded before the loop, so that whatever is killed was doing something new.
      const running = shed.execute(`for (;;);`);
      let isOver = false;
      const over = running.finally(() => {
        isOver = true;
      });
      while (!isOver) {
        await killWorkers();
        await Promise.race([over, wait(300)]);
      }
      const failed = expectStatus(await running, 'failed');
      expect(failed.error.code).toBe('sandbox/crashed');
      expect(await lossesOf(host, failed.executionId)).toBe(2);
    },
  );

  verifies('replay/exact', 'twice leaves a program that can be finished', async () => {
    await using host = await openJobShed({ isolation: 'process' });
    let paused = expectStatus(
      await host.shed.execute(BUSY.replace('return await', 'await tools.jobs.write({ n: 3 }); return await')),
      'paused',
    );
    await killWorkers();
    paused = expectStatus(await host.shed.resume(paused.executionId, true), 'paused');
    await killWorkers();
    expectStatus(await host.shed.resume(paused.paused.elicitationId, true), 'completed');
    expect(host.jobs.done).toEqual(['read 1', 'write 3', 'write 2']);
  });
});
