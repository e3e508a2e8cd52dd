import { readFileSync } from 'node:fs';
import { defineTool } from '@toolshed/kernel';
import { type OpenOptions, openToolshed, type Toolshed } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { newStoreFolder } from '../support/open-stores.ts';
import { expectStatus } from '../support/expect-status.ts';
import { verifies } from '../support/verifies.ts';
import { descendantsOf, workersOf } from '../sandbox/crash/descendants.ts';

const isLinux = process.platform === 'linux';
const LINES = `console.log('a'); emit({ n: 1 }); console.warn('b'); emit(2);`;
const SPIN = `${LINES} for (;;);`;
const PRINTED = {
  logs: [
    { level: 'log', text: 'a' },
    { level: 'warn', text: 'b' },
  ],
  emitted: [{ n: 1 }, 2],
};

const LEVELS = [
  ['a worker inside the sandbox of the operating system', { sandbox: { os: 'auto' } }],
  ['a plain worker process', { sandbox: { os: 'off' } }],
] as const satisfies readonly (readonly [string, Partial<OpenOptions>])[];

const open = (options: Partial<OpenOptions> = {}): Promise<Toolshed> => {
  const step = defineTool({
    path: 'step',
    description: 'Gives what it is given',
    input: z.object({ n: z.number() }),
    destructive: false,
    handler: async (_context, { n }) => n,
  });
  return openToolshed({ store: 'memory', tools: [step], limits: { cpuMs: 60_000 }, ...options });
};

/** The processor time of everything this process has started, each by its id, in hundredths of a second. */
const workTicks = (): ReadonlyMap<number, number> =>
  new Map(descendantsOf(process.pid).map((pid) => [pid, ticksOf(pid)]));

/** A worker that starts takes a few tenths of a second at most; one that works for longer spins. */
const untilItSpins = async (): Promise<void> => {
  const before = workTicks();
  const most = (): number => Math.max(...[...workTicks()].map(([pid, ticks]) => ticks - (before.get(pid) ?? 0)));
  await expect.poll(most, { timeout: 20_000 }).toBeGreaterThan(50);
};

describe.runIf(isLinux).each(LEVELS)('a step that is killed in %s', (_name, level) => {
  verifies('start/killed-step', 'keeps what it printed when it is cancelled', async () => {
    await using shed = await open(level);
    const id = await shed.start(SPIN);
    await untilItSpins();
    const cancelled = expectStatus(await shed.cancel(id), 'cancelled');
    expect(cancelled).toMatchObject(PRINTED);
    expect(await shed.get(id)).toMatchObject(PRINTED);
  });

  verifies('start/killed-step', 'keeps it when its signal aborts, with what earlier steps printed', async () => {
    await using shed = await open(level);
    const controller = new AbortController();
    const program = `console.log(await tools.step({ n: 1 })); await tools.step({ n: 2 }); ${SPIN}`;
    const aborted = shed.execute(program, { signal: controller.signal });
    await untilItSpins();
    controller.abort();
    expect(expectStatus(await aborted, 'cancelled').logs.map(({ text }) => text)).toEqual(['1', 'a', 'b']);
  });

  verifies('start/killed-step', 'keeps it when its worker is killed each time, and has it once', async () => {
    await using shed = await open(level);
    const crashed = shed.execute(SPIN);
    let isOver = false;
    crashed.finally(() => {
      isOver = true;
    });
    // A spare worker dies as well, and may be the next to run it: that counts, too.
    while (!isOver) {
      await Promise.race([untilItSpins(), crashed]);
      for (const pid of workersOf(process.pid)) kill(pid);
    }
    const failed = expectStatus(await crashed, 'failed');
    expect(failed.error.code).toBe('sandbox/crashed');
    expect(failed).toMatchObject(PRINTED);
  });

  verifies('start/killed-step', 'has it once when the program is run again and then cancelled', async () => {
    await using shed = await open(level);
    const id = await shed.start(`console.log(await tools.step({ n: 1 })); await tools.step({ n: 2 }); ${SPIN}`);
    await untilItSpins();
    for (const pid of workersOf(process.pid)) kill(pid);
    await untilItSpins();
    const { logs, emitted } = expectStatus(await shed.cancel(id), 'cancelled');
    expect(logs.map(({ text }) => text)).toEqual(['1', 'a', 'b']);
    expect(emitted).toEqual(PRINTED.emitted);
  });
});

describe.runIf(isLinux)('a step that another process cancels', () => {
  verifies('start/killed-step', 'keeps what it printed, a moment later', async () => {
    using folder = newStoreFolder();
    const options = { store: { sqlite: folder.file }, wakes: false };
    await using one = await open(options);
    await using two = await open(options);
    const id = await one.start(SPIN);
    await untilItSpins();
    expectStatus(await two.cancel(id), 'cancelled');
    await expect.poll(async () => (await two.get(id)).logs.length).toBe(2);
    expect(await two.get(id)).toMatchObject({ status: 'cancelled', ...PRINTED });
    expect(await one.get(id)).toMatchObject({ status: 'cancelled', ...PRINTED });
  });
});

const STUCK = `${LINES} Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1);`;
const GREEDY = [
  ['limit/heap', `${LINES} const all = []; for (;;) all.push({ a: [1, 2, 3] });`],
  ['limit/memory', `${LINES} for (let text = 'x'.repeat(2 ** 27); ; ) text.replace(/x/g, 'yy');`],
] as const;

describe.each(LEVELS)('a step that takes too much memory in %s', (_name, level) => {
  verifies.each('start/killed-step', GREEDY)('keeps what it printed: %s', async (code, program) => {
    await using shed = await open({ ...level, limits: { heapMb: 16, rssMb: 250, cpuMs: 20_000 } });
    const failed = expectStatus(await shed.execute(program), 'failed');
    expect(failed.error.code).toBe(code);
    expect(failed).toMatchObject(PRINTED);
  });
});

describe.each([...LEVELS, ['the host’s own thread', { isolation: 'thread', trusted: true }]] as const)(
  'a step that a limit ends in %s',
  (_name, level) => {
    verifies('start/killed-step', 'keeps what it printed when it is out of time, each line once', async () => {
      // The host's own thread counts the time that other processes take as well: it must be enough for the lines.
      await using shed = await open({ ...level, limits: { cpuMs: 1_000 } });
      const failed = expectStatus(await shed.execute(SPIN), 'failed');
      expect(failed.error.code).toBe('limit/cpu');
      expect(failed).toMatchObject(PRINTED);
    });
  },
);

describe('a step that only the host can end', () => {
  verifies('start/killed-step', 'keeps what it printed', async () => {
    await using shed = await open({ limits: { cpuMs: 200 } });
    const failed = expectStatus(await shed.execute(STUCK), 'failed');
    expect(failed.error.code).toBe('limit/cpu');
    expect(failed).toMatchObject(PRINTED);
  });
});

describe.runIf(isLinux)('a flood of lines in a step that is cancelled', () => {
  verifies('start/killed-step', 'is kept up to its last few', async () => {
    await using shed = await open({ limits: { cpuMs: 60_000, logBytes: 2_000_000 } });
    const id = await shed.start(`for (let i = 0; i < 10_007; i++) console.log(i); for (;;);`);
    await untilItSpins();
    const { logs } = expectStatus(await shed.cancel(id), 'cancelled');
    expect(logs.length).toBeGreaterThan(10_007 - 32);
    expect(logs.map(({ text }) => Number(text))).toEqual(Array.from(logs, (_, index) => index));
  });

  verifies('start/killed-step', 'is kept whole up to a hundred', async () => {
    await using shed = await open();
    const id = await shed.start(`for (let i = 0; i < 100; i++) console.log(i); for (;;);`);
    await untilItSpins();
    expect(expectStatus(await shed.cancel(id), 'cancelled').logs).toHaveLength(100);
  });
});

function ticksOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[11]);
  } catch {
    return 0;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}
