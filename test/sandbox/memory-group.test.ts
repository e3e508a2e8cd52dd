// The kernel's limit on a worker's memory, with real groups and real processes. Where no group can be made, as on most
// unprivileged machines, this says so loudly and the watchdog's own tests stand alone.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { encodeFrame, TO_HOST, TO_WORKER } from '@toolshed/runtime/internal/sandbox/frames';
import { Limits, LIMIT_CODES } from '@toolshed/runtime/internal/sandbox/limits';
import { memoryGroups } from '@toolshed/runtime/internal/sandbox/os-sandbox/memory-group';
import { createWorker } from '@toolshed/runtime/internal/sandbox/worker-process/worker';
import { describe, expect, it } from 'vitest';
import { verifies } from '../support/verifies.ts';

const groups = memoryGroups();
if (groups.kind === 'unavailable') {
  process.stderr.write(`NO MEMORY GROUP on this machine (${groups.because}): the kernel's limit is not tested\n`);
}

const READY = encodeFrame(TO_HOST.ready, 0, 0, '').toString('base64');
/** Says that it is ready and then, at the first word, allocates faster than any watchdog looks. */
const GREEDY = `
  process.stdout.write(Buffer.from('${READY}', 'base64'));
  process.stdin.once('data', () => { const kept = []; for (;;) kept.push(Buffer.alloc(64e6, 1)); });
`;

describe.skipIf(groups.kind === 'unavailable')('a memory group', () => {
  const create = (limitMb: number) => {
    const group = groups.kind === 'available' ? groups.create(limitMb) : undefined;
    if (group === undefined) throw new Error('a group could be made before');
    return group;
  };

  it('a memory group ends a process at the first allocation beyond its limit', async () => {
    const group = create(150);
    const child = spawn(process.execPath, ['-e', GREEDY], { stdio: ['pipe', 'pipe', 'ignore'] });
    await once(child.stdout, 'data');
    group.join(child.pid ?? 0);
    expect(group.hasKilled()).toBe(false);
    child.stdin.write('go');
    const [, signal] = await once(child, 'exit');
    expect(signal).toBe('SIGKILL');
    expect(group.hasKilled()).toBe(true);
    group.remove();
  });

  verifies('sandbox/limits', 'a worker that its memory group killed is reported with the memory limit', async () => {
    const child = spawn(process.execPath, ['-e', GREEDY], { stdio: ['pipe', 'pipe', 'pipe'] });
    const gone = Promise.withResolvers<void>();
    const worker = createWorker({
      child,
      isolation: 'process',
      pid: () => child.pid,
      // The watchdog would wait far longer.
      limits: Limits.parse({ rssMb: 100_000 }),
      memory: create(150),
      traffic: { steps: 0 },
      onReady: () => undefined,
      onGone: gone.resolve,
    });
    const terms = {
      budgetMs: 60_000,
      largestFrame: 1_000,
      mostPrinted: 0,
      onPrinted: () => undefined,
      kind: 'start',
    } as const;
    await expect(worker.step(1, encodeFrame(TO_WORKER.start, 1, 0, ''), terms)).rejects.toMatchObject({
      code: LIMIT_CODES.rssMb,
    });
    await gone.promise;
  });
});
