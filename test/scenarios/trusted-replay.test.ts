// What a host gives, how busy it is and what dies on it while it replays changes nothing about what was recorded.

import type { JournalEntry } from '@toolshed/kernel';
import { createMemoryStore, type Limits, type OpenOptions, type Store } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { descendants } from '../support/durable/descendants.ts';
import { type JobShed, openJobShed } from '../support/durable/jobs.ts';
import { storeWith } from '../support/durable/revive.ts';
import { expectStatus } from '../support/expect-status.ts';
import { verifies } from '../support/verifies.ts';

type Choices = Pick<OpenOptions, 'isolation' | 'replayMs'>;

/** In a worker process: time, heap and stack are measured there. */
const open = (store: Store, limits: Partial<Limits> = {}, choices: Choices = {}): Promise<JobShed> =>
  openJobShed({ isolation: 'process', store, limits, wakes: false, ...choices });

async function pausedIn(store: Store, program: string, limits: Partial<Limits> = {}, choices: Choices = {}) {
  await using host = await open(store, limits, choices);
  return expectStatus(await host.shed.execute(program), 'paused').executionId;
}

const ASK = `await tools.jobs.write({ n: 1 });`;
const burn = (rounds: number): string => `let x = 0; for (let i = 0; i < ${rounds}; i++) x = (x * 31 + i) % 1000003;`;
const kinds = (journal: readonly JournalEntry[]): readonly string[] => journal.map(({ kind }) => kind);

describe('the limits of an execution', () => {
  const codes = `const codes = []; const note = ({ code }) => codes.push(code);`;
  const tries = (work: string): string => `${codes} try { ${work} } catch (error) { note(error); }`;
  verifies.each<[keyof Limits, number, string]>('replay/limits', [
    ['logBytes', 2_000, tries(`for (let i = 0; i < 30; i++) { console.log('a'.repeat(100)); codes.push(i); }`)],
    ['emittedBytes', 2_000, tries(`for (let i = 0; i < 30; i++) { emit('a'.repeat(100)); codes.push(i); }`)],
    ['calls', 20, tries(`for (let i = 0; i < 18; i++) { await tools.jobs.read({ n: i }); codes.push(i); }`)],
    [
      'callsInFlight',
      4,
      `${codes} await Promise.all([1, 2, 3, 4, 5, 6].map((n) => tools.jobs.read({ n }).catch(note)));`,
    ],
    ['argsBytes', 2_000, tries(`await tools.jobs.read({ n: 1, pad: 'a'.repeat(1_500) });`)],
    ['elicitations', 2, `${codes} elicit({ type: 'text', message: 'x' }).catch(note);`],
    ['heapMb', 64, `${codes} const kept = Array.from({ length: 3_000_000 }, (_, i) => i + 0.5);`],
    ['stackKb', 900, `${codes} const dive = (n) => (n === 0 ? 0 : 1 + dive(n - 1)); codes.push(dive(3_000));`],
  ])('are those it was started with, though its host has more or less since: %s', async (name, limit, work) => {
    const more = `await elicit({ type: 'text', message: 'y' }).catch(note); if (codes.length === 0) codes.push('none');`;
    const program = `${work} ${ASK} ${name === 'elicitations' ? more : ''} return codes.join();`;
    const isolation = name === 'heapMb' || name === 'stackKb' ? 'process' : 'thread';
    const values = [];
    for (const factor of [1, 0.5, 2, 0.2]) {
      const store = createMemoryStore();
      const id = await pausedIn(store, program, { [name]: limit }, { isolation });
      const now = Math.max(Math.round(limit * factor), name === 'heapMb' ? 8 : name === 'stackKb' ? 64 : 1);
      await using host = await open(store, { [name]: now }, { isolation });
      let result = await host.shed.get(id);
      while (result.status === 'paused') {
        const { elicitationId, type } = result.paused;
        result = await host.shed.resume(elicitationId, { approved: true, ...(type === 'text' ? { data: 'x' } : {}) });
      }
      values.push(expectStatus(result, 'completed').value);
      expect(await host.shed.replay(id)).toMatchObject({ kind: 'same' });
    }
    expect(new Set(values)).toHaveLength(1);
  });

  verifies('replay/limits', 'are the host’s where an old journal does not say', async () => {
    const store = createMemoryStore();
    const id = await pausedIn(store, `${ASK} console.log('a'.repeat(1_000)); return 1;`);
    const entries = (await store.journal.read(id)).map((entry) => {
      if (entry.kind !== 'started') return entry;
      const { limits: _, ...started } = entry;
      return started;
    });
    await using host = await open(await storeWith(id, entries), { logBytes: 500 });
    expect(expectStatus(await host.shed.resume(id, true), 'failed').error.code).toBe('limit/log-size');
  });
});

describe('the time a replay takes', () => {
  const started = (journal: readonly JournalEntry[], limits: object): readonly JournalEntry[] =>
    journal.map((entry) => (entry.kind === 'started' ? { ...entry, limits: { ...entry.limits, ...limits } } : entry));

  verifies('replay/not-charged', 'is not the program’s', async () => {
    const first = createMemoryStore();
    const id = await pausedIn(first, `${burn(50_000_000)} ${ASK} return x;`);
    const journal = started(await first.journal.read(id), { cpuMs: 60 }).map((entry) => {
      if (entry.kind !== 'parked') return entry;
      const { used: _, ...parked } = entry;
      return parked;
    });
    await using host = await open(await storeWith(id, journal));
    expectStatus(await host.shed.resume(id, true), 'completed');
  });

  verifies(
    'replay/not-charged',
    'does not give the program more: what it used before a pause counts after it',
    async () => {
      const first = createMemoryStore();
      const id = await pausedIn(
        first,
        `${burn(10_000_000)} ${ASK} ${burn(10_000_000).replace('let x = 0;', '')} return x;`,
      );
      const journal = await first.journal.read(id);
      expect(journal.findLast(({ kind }) => kind === 'parked')).toMatchObject({ used: { cpuMs: expect.any(Number) } });
      const spent = journal.map((entry) =>
        entry.kind === 'parked' ? { ...entry, used: { cpuMs: 4_999, wallMs: 5_000 } } : entry,
      );
      await using host = await open(await storeWith(id, spent));
      expect(expectStatus(await host.shed.resume(id, true), 'failed').error.code).toBe('limit/cpu');
    },
  );

  verifies(
    'replay/not-charged',
    'is the program’s again where nothing was recorded: a loop that never ended ends',
    async () => {
      const first = createMemoryStore();
      const id = await pausedIn(first, `await tools.jobs.read({ n: 1 }); if (Date.now() > 0) { ${ASK} }`);
      const recorded = await first.journal.read(id);
      const returned = recorded.findIndex(({ kind }) => kind === 'returned');
      const journal = recorded
        .slice(0, returned + 1)
        .map((entry) =>
          entry.kind === 'started' ? { ...entry, source: 'await tools.jobs.read({ n: 1 });\nfor (;;);' } : entry,
        );
      await using host = await open(await storeWith(id, started(journal, { cpuMs: 200 })));
      expect(expectStatus(await host.shed.wake(id), 'failed').error.code).toBe('limit/cpu');
    },
  );

  verifies('replay/not-charged', 'has a limit of the host, which ends nothing: the answer is kept', async () => {
    const store = createMemoryStore();
    const id = await pausedIn(store, `${burn(50_000_000)} ${ASK} return 'done';`);
    {
      await using host = await open(store, {}, { replayMs: 1 });
      await expect(host.shed.resume(id, true)).rejects.toMatchObject({ code: 'replay/unfinished' });
      const journal = kinds(await host.shed.journal(id));
      expect(journal.filter((kind) => kind === 'answered')).toHaveLength(1);
      expect(journal.at(-1)).toBe('answered');
    }
    await using host = await open(store);
    expect(expectStatus(await host.shed.wake(id), 'completed').value).toBe('done');
    expect(host.jobs.done).toEqual(['write 1']);
  });
});

verifies('replay/not-charged', 'an execution survives workers that die while they replay it', async () => {
  const store = createMemoryStore();
  const id = await pausedIn(store, `${burn(50_000_000)} ${ASK} return 'done';`);
  {
    await using host = await open(store);
    const killing = setInterval(() => {
      for (const pid of descendants()) killed(pid);
    }, 20);
    await expect(host.shed.resume(id, true)).rejects.toMatchObject({ code: 'replay/unfinished' });
    clearInterval(killing);
    const journal = kinds(await host.shed.journal(id));
    expect(journal).not.toContain('sandbox-lost');
    expect(journal).not.toContain('failed');
  }
  await using host = await open(store);
  expect(expectStatus(await host.shed.wake(id), 'completed').value).toBe('done');
});

/** One that has ended meanwhile is as good. */
function killed(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    return;
  }
}
