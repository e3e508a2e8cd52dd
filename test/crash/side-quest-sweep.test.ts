import { join } from 'node:path';
import type { JournalEntry } from '@toolshed/kernel';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { travelTools } from '../support/channels/travel-shed.ts';
import { askAgain, completeErrand } from '../support/crash/errand.ts';
import { runStepsProcess, type StepsProcess } from '../support/crash/run-steps-process.ts';
import { openByDepth } from '../support/open-by-depth.ts';
import { sweepBoundaries } from '../support/crash/sweep-boundaries.ts';
import { newStoreFolder, type StoreFolder } from '../support/open-stores.ts';
import { verifies } from '../support/verifies.ts';

const MOST_TELLING = [
  /^after .*revised/,
  /^before .*side-quest-ended/,
  /^after .*side-quest-ended/,
  /^after .*answered/,
  /^before .*completed/,
];
const runErrandProcess = (file: string, dieAt: number) => runStepsProcess('errand-process.ts', file, dieAt);

let folder: StoreFolder;
let undisturbed: StepsProcess;

beforeAll(async () => {
  folder = newStoreFolder();
  undisturbed = await runErrandProcess(join(folder.path, 'undisturbed.db'), 0);
}, 60_000);
afterAll(() => folder[Symbol.dispose]());

async function recover(file: string, { acknowledged }: StepsProcess): Promise<void> {
  await using shed = await openByDepth({ tools: travelTools(), store: { sqlite: file }, middleware: [askAgain] });
  const repeated: string[] = [];
  const { main } = await completeErrand(shed, (step) => repeated.push(step));
  expect(main).toMatchObject({ status: 'completed', value: 'may' });
  const journal = await shed.journal(main.executionId);
  const of = (kind: JournalEntry['kind']) => journal.filter((entry) => entry.kind === kind);
  const [quest] = await shed.list({ parent: main.executionId });
  expect(await shed.list({ parent: main.executionId })).toHaveLength(1);
  expect(quest).toMatchObject({ status: 'completed' });
  expect(of('side-quest-ended')).toMatchObject([{ execution: quest?.id, status: 'completed' }]);
  expect(of('revised')).toMatchObject([{ raw: { action: 'other', content: 'hm' } }]);
  expect(of('answered')).toMatchObject([{ answer: { action: 'accept', content: 'may' } }]);
  for (const step of ['off-script', 'dates']) {
    if (acknowledged.includes(step))
      expect(repeated, 'what was acknowledged is not asked for again').not.toContain(step);
  }
  expect(await shed.list({ sideQuests: 'untold' })).toEqual([]);
  expect(await shed.audit.verify()).toMatchObject({ kind: 'intact' });
}

describe('kill -9 on a side quest', () => {
  verifies(
    ['side-quest/return', 'channels/middleware', 'crash/sweep'],
    'kill -9 at any boundary of a side quest leaves a state from which the person is brought back once and no answer is lost',
    async () => {
      const { points } = undisturbed;
      await sweepBoundaries(points, MOST_TELLING, async ({ number }) => {
        const file = join(folder.path, `point-${number}.db`);
        const died = await runErrandProcess(file, number);
        await recover(file, died);
        return died.signal === 'SIGKILL';
      });
    },
    { timeout: 600_000 },
  );
});
