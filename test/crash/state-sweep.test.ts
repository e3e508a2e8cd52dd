// kill -9 around the writes of a program that keeps values for its session.

import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { runStepsProcess, type StepsProcess } from '../support/crash/run-steps-process.ts';
import { sweepBoundaries } from '../support/crash/sweep-boundaries.ts';
import { completeTally, TALLIED } from '../support/crash/tally.ts';
import { expectStatus } from '../support/expect-status.ts';
import { openByDepth } from '../support/open-by-depth.ts';
import { newStoreFolder, type StoreFolder } from '../support/open-stores.ts';
import { verifies } from '../support/verifies.ts';

/** Between the entry of a call and its write, between the write and its outcome, and where another process wrote since. */
const MOST_TELLING = [/^before record$/, /^after record$/, /^before .*returned/, /^after .*invoking/];
/** Writes every key that the killed program has written: a repeated write would undo this one. */
const OTHERS = `for (const key of await store.list()) await store.set(key, 'later'); await store.set('theirs', 1)`;

let folder: StoreFolder;
let undisturbed: StepsProcess;
beforeAll(async () => {
  folder = newStoreFolder();
  undisturbed = await runStepsProcess('tally-process.ts', folder.file, 0);
}, 60_000);
afterAll(() => folder[Symbol.dispose]());

async function recover(file: string): Promise<void> {
  await using shed = await openByDepth({ tools: [], store: { sqlite: file }, wakes: false });
  const before = (await shed.state.list('s')).map(({ key }) => key);
  expectStatus(await shed.execute(OTHERS, { session: 's' }), 'completed');
  await shed.wakeAll();
  const id = await completeTally(shed);
  const values = Object.fromEntries((await shed.state.list('s')).map(({ key, value }) => [key, value]));
  const expected = TALLIED.map((key) => [key, before.includes(key) ? 'later' : 'first']);
  expect(values).toEqual({ ...Object.fromEntries(expected), theirs: 1 });
  expect(await shed.replay(id)).toMatchObject({ kind: 'same' });
}

describe('kill -9 around the writes of session state', () => {
  verifies(
    'state/once',
    'a kill at any boundary around a write leaves each value in the store written exactly once',
    async () => {
      expect(undisturbed.points).toContain('after record');
      await sweepBoundaries(undisturbed.points, MOST_TELLING, async ({ number }) => {
        const file = join(folder.path, `point-${number}.db`);
        const died = await runStepsProcess('tally-process.ts', file, number);
        await recover(file);
        return died.signal === 'SIGKILL';
      });
    },
    { timeout: 600_000 },
  );

  verifies('state/session', 'without a kill the store holds what the program read', async () => {
    await using shed = await openByDepth({ tools: [], store: { sqlite: folder.file }, wakes: false });
    const result = await shed.get(await completeTally(shed));
    expect(result).toMatchObject({ status: 'completed', value: TALLIED });
  });
});
