import { execFile } from 'node:child_process';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ExecutionId } from '@toolshed/kernel';
import { openSqliteStore } from '@toolshed/runtime';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { newStoreFolder } from '../support/open-stores.ts';
import { appendAsRival, type RivalReport } from '../support/rival-appends.ts';
import { approved, askedCall, completed, printed, sampleExecution } from '../support/sample-execution.ts';

const RIVAL = new URL('../support/rival-process.ts', import.meta.url).pathname;
const Report = z.object({ own: z.string(), won: z.array(z.int()) });

async function runRival(file: string, shared: string, count: number): Promise<RivalReport> {
  const { stdout } = await promisify(execFile)(process.execPath, [RIVAL, file, shared, `${count}`]);
  return Report.parse(JSON.parse(stdout));
}

describe('several writers of one SQLite file', () => {
  it('all append at once from different processes, and each contested entry has one winner', async () => {
    using folder = newStoreFolder();
    await using store = openSqliteStore({ file: folder.file });
    const [shared, count] = [sampleExecution(), 150];
    await store.journal.create(...shared.start());
    const reports = await Promise.all([
      runRival(folder.file, shared.id, count),
      runRival(folder.file, shared.id, count),
      appendAsRival(store.journal, shared.id, count),
    ]);
    for (const { own } of reports) expect(await store.journal.read(ExecutionId.parse(own))).toHaveLength(count + 1);
    const winners = new Map(reports.flatMap(({ own, won }) => won.map((seq) => [seq, own] as const)));
    expect(winners.size).toBe(reports.reduce((sum, { won }) => sum + won.length, 0));
    const journal = await store.journal.read(shared.id);
    expect(journal.slice(1)).toMatchObject(
      journal.slice(1).map(({ seq }) => ({ logs: [{ text: `by ${winners.get(seq)}` }] })),
    );
    expect(await store.audit.verify()).toMatchObject({ kind: 'intact', lines: 4 });
  });

  it('place all entries in one order that a reader can follow while they write', async () => {
    using folder = newStoreFolder();
    await using store = openSqliteStore({ file: folder.file });
    const shared = sampleExecution();
    await store.journal.create(...shared.start());
    const writing = { isOver: false };
    const writers = Promise.all([1, 2].map(() => runRival(folder.file, shared.id, 100))).finally(() => {
      writing.isOver = true;
    });
    const met: string[] = [];
    for (let after = 0; ; ) {
      const wasOver = writing.isOver;
      const { entries, through } = await store.journal.entriesAfter(after, { limit: 7 });
      met.push(...entries.map(({ executionId, entry }) => `${executionId} ${entry.seq}`));
      if (wasOver && through === after) break;
      after = through;
      if (entries.length === 0) await nextTurn();
    }
    const reports = await writers;
    const journals = [shared.id, ...reports.map(({ own }) => ExecutionId.parse(own))];
    const kept = await Promise.all(
      journals.map(async (id) => (await store.journal.read(id)).map(({ seq }) => `${id} ${seq}`)),
    );
    expect(met.toSorted()).toEqual(kept.flat().toSorted());
  });

  it('sees through one connection what another committed', async () => {
    using folder = newStoreFolder();
    await using here = openSqliteStore({ file: folder.file });
    await using there = openSqliteStore({ file: folder.file });
    const sample = sampleExecution();
    await here.journal.create(...sample.start(...askedCall()));
    const [question] = await there.journal.questions({});
    if (question === undefined) throw new TypeError('the question is not there');
    await there.journal.append(...sample.say(approved(question.elicitationId)));
    expect(await here.journal.questions({})).toEqual([]);
    await here.journal.append(...sample.say(printed('go on'), completed));
    expect(await there.journal.read(sample.id)).toEqual(sample.entries);
    expect(await there.audit.verify()).toMatchObject({ kind: 'intact' });
  });

  it('opens a new file from several places at once', async () => {
    using folder = newStoreFolder();
    const seed = sampleExecution();
    const reports = await Promise.all([runRival(folder.file, seed.id, 1), runRival(folder.file, seed.id, 1)]);
    await using store = openSqliteStore({ file: folder.file });
    expect(new Set((await store.journal.list({})).map(({ id }) => `${id}`))).toEqual(
      new Set(reports.map(({ own }) => own)),
    );
  });
});
