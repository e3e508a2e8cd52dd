// Power loss while writing: the log on disk ends anywhere, or its last page is garbage. What is there afterwards is
// the store as it was after some number of whole appends, or a clear refusal; never half an append.

import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { JournalCorruptError, type JournalEntry, StoreUnavailableError } from '@toolshed/kernel';
import { openSqliteStore } from '@toolshed/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deep } from '../support/depth.ts';
import { newStoreFolder } from '../support/open-stores.ts';
import { askedCall, completed, printed, sampleExecution } from '../support/sample-execution.ts';
import { readWal, type Wal } from '../support/wal-file.ts';
import { verifies } from '../support/verifies.ts';

const folder = newStoreFolder();
const sample = sampleExecution();
/** How long the journal is after each append, from none. */
const lengths = [0];
/** Where the log ended when each append was acknowledged. */
const acknowledgedAt: number[] = [];
const crashed = join(folder.path, 'crashed.db');
let wal: Wal;
let copies = 0;

beforeAll(async () => {
  await using store = openSqliteStore({ file: folder.file });
  await store.journal.create(...sample.start());
  lengths.push(sample.entries.length);
  acknowledgedAt.push(readWal(folder.file).bytes.length);
  for (let call = 1; call <= 12; call += 1) {
    await store.journal.append(...sample.say(...askedCall(call), printed(`${call} `.repeat(call * 300))));
    lengths.push(sample.entries.length);
    acknowledgedAt.push(readWal(folder.file).bytes.length);
  }
  copyFileSync(folder.file, crashed);
  wal = readWal(folder.file);
});

afterAll(() => folder[Symbol.dispose]());

/** A copy of the store as a crash would have left it. */
function restart(log: Uint8Array, main: Uint8Array = readFileSync(crashed)): string {
  copies += 1;
  const file = join(folder.path, `restart-${copies}.db`);
  writeFileSync(file, main);
  writeFileSync(`${file}-wal`, log);
  return file;
}

async function survivors(file: string): Promise<readonly JournalEntry[]> {
  await using store = openSqliteStore({ file });
  const entries = await store.journal.read(sample.id);
  expect(await store.audit.verify()).toMatchObject({ kind: 'intact' });
  expect(await store.journal.questions({ limit: 100 })).toHaveLength(Math.max(0, (entries.length - 1) / 3));
  expect((await store.journal.summary(sample.id))?.length ?? 0).toBe(entries.length);
  return entries;
}

const acknowledgedBy = (end: number): number => lengths[acknowledgedAt.filter((at) => at <= end).length] ?? 0;

describe('a log cut off by power loss', () => {
  verifies(
    'crash/torn-write',
    'keeps every acknowledged append and whole appends only, wherever it was cut',
    async () => {
      const cuts = new Set([0, 31, 32, wal.bytes.length]);
      for (let at = 32; at < wal.bytes.length; at += wal.frameBytes * deep(1, 5)) {
        for (const offset of [0, 24, wal.frameBytes - 1]) cuts.add(Math.min(at + offset, wal.bytes.length));
      }
      for (const end of acknowledgedAt) for (const cut of [end - 1, end]) cuts.add(cut);
      for (const cut of cuts) {
        const kept = await survivors(restart(wal.bytes.subarray(0, cut)));
        expect(kept, `cut at ${cut}`).toEqual(sample.entries.slice(0, acknowledgedBy(cut)));
      }
    },
  );

  verifies('crash/torn-write', 'a store whose log was cut off continues from what was kept', async () => {
    const file = restart(wal.bytes.subarray(0, (acknowledgedAt[5] ?? 0) + 100));
    const kept = await survivors(file);
    const again = sampleExecution({ id: sample.id });
    again.start();
    for (let call = 1; call <= 5; call += 1) again.say(...askedCall(call), printed('as before'));
    {
      await using store = openSqliteStore({ file });
      await store.journal.append(...again.say(completed));
    }
    await using store = openSqliteStore({ file });
    expect(await store.journal.read(sample.id)).toEqual([...kept, again.entries.at(-1)]);
    expect(await store.audit.verify()).toMatchObject({ kind: 'intact' });
  });
});

describe('a log whose last pages are garbage', () => {
  it('a log whose last pages are garbage loses the transaction they belong to, and no other', async () => {
    const end = wal.bytes.length;
    for (const back of [1, 100, 2_000, wal.frameBytes - 1]) {
      const log = Buffer.from(wal.bytes);
      log.fill(0xa5, end - back);
      expect(await survivors(restart(log)), `last ${back} bytes`).toEqual(sample.entries.slice(0, lengths.at(-2)));
    }
  });

  it('zeros where the disk never wrote are read as the end of the log', async () => {
    const log = Buffer.concat([wal.bytes.subarray(0, acknowledgedAt[7]), Buffer.alloc(wal.frameBytes * 3)]);
    expect(await survivors(restart(log))).toEqual(sample.entries.slice(0, lengths[8]));
  });
});

describe('a main file with a page of garbage', () => {
  it('an entry beside a garbage page is read as written or refused with a readable error', async () => {
    await openSqliteStore({ file: folder.file })[Symbol.asyncDispose]();
    const main = readFileSync(folder.file);
    for (let page = 0; page < main.length; page += 4_096) {
      const damaged = Buffer.from(main);
      damaged.fill(0xa5, page + 200, page + 4_000);
      const outcome = await outcomeOf(restart(new Uint8Array(), damaged));
      if (outcome instanceof Error) expect(isClear(outcome), `page ${page / 4_096}: ${outcome}`).toBe(true);
      else expect(outcome, `page ${page / 4_096}`).toEqual(sample.entries);
    }
  });
});

async function outcomeOf(file: string): Promise<readonly JournalEntry[] | Error> {
  try {
    await using store = openSqliteStore({ file });
    await store.journal.list({});
    await store.journal.questions({});
    await store.audit.verify();
    return await store.journal.read(sample.id);
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}

const isClear = (error: Error): boolean =>
  error instanceof StoreUnavailableError || error instanceof JournalCorruptError;
