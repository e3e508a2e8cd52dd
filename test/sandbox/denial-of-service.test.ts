import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { openCrowdedShed } from './crowded-session.ts';
import { HOGS } from './denial-of-service.ts';

const AT_ONCE = 2;
const MAX_DELAY_MS = 50;
const MAX_REPLY_MS = 10_000;

interface Outcome {
  readonly name: string;
  readonly ended: string;
  readonly innocent: string;
  readonly ms: number;
}

verifies(
  'sandbox/limits',
  'every hog fails alone, and the host stays responsive all the while',
  async () => {
    const delay = monitorEventLoopDelay({ resolution: 5 });
    const queue = [...HOGS];
    const outcomes: Outcome[] = [];
    const drain = async (): Promise<void> => {
      await using crowd = await openCrowdedShed({ cpuMs: 200, heapMb: 16, rssMb: 300 });
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const startedAt = performance.now();
        const { hog, innocent } = await crowd.beside(next.program);
        const code = hog.status === 'failed' ? hog.error.code : hog.status;
        const ended = next.codes.includes(code) ? 'by a limit' : code;
        outcomes.push({ name: next.name, ended, innocent: innocent.status, ms: performance.now() - startedAt });
      }
    };
    delay.enable();
    await Promise.all(Array.from({ length: AT_ONCE }, drain));
    delay.disable();
    expect(outcomes.filter(({ ended, innocent }) => ended !== 'by a limit' || innocent !== 'completed')).toEqual([]);
    expect(outcomes).toHaveLength(HOGS.length);
    // A limit of 200 ms of processor time, the start of another worker, and a machine that is busy elsewhere.
    expect(outcomes.filter(({ ms }) => ms > MAX_REPLY_MS)).toEqual([]);
    expect(delay.percentile(99) / 1e6).toBeLessThan(MAX_DELAY_MS);
  },
  { timeout: 120_000 },
);
