import { join } from 'node:path';
import type { JournalEntry } from '@toolshed/kernel';
import { openToolshed } from '@toolshed/runtime';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { travelTools } from '../support/channels/travel-shed.ts';
import { askAgain, completeErrand } from '../support/crash/errand.ts';
import { runStepsProcess, type StepsProcess } from '../support/crash/run-steps-process.ts';
import { newStoreFolder, type StoreFolder } from '../support/open-stores.ts';
import { verifies } from '../support/verifies.ts';

const AT_ONCE = 2;
const runErrandProcess = (file: string, dieAt: number) => runStepsProcess('errand-process.ts', file, dieAt);

let folder: StoreFolder;
let undisturbed: StepsProcess;

beforeAll(async () => {
  folder = newStoreFolder();
  undisturbed = await runErrandProcess(join(folder.path, 'undisturbed.db'), 0);
}, 60_000);
afterAll(() => folder[Symbol.dispose]());

async function recover(file: string, { acknowledged }: StepsProcess): Promise<void> {
  await using shed = await openToolshed({ tools: travelTools(), store: { sqlite: file }, around: [askAgain] });
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
    ['side-quest/return', 'channels/around', 'crash/sweep'],
    'at any boundary leaves a state from which the person is brought back once and nothing said is lost',
    async () => {
      const { points } = undisturbed;
      expect(points).toContain('after side-quest-ended');
      const left = [...points.entries()];
      let deaths = 0;
      const worker = async (): Promise<void> => {
        for (let item = left.shift(); item !== undefined; item = left.shift()) {
          const [index, name] = item;
          const file = join(folder.path, `point-${index}.db`);
          const died = await runErrandProcess(file, index + 1);
          if (died.signal === 'SIGKILL') deaths++;
          await recover(file, died).catch((error) => {
            throw new Error(`killed ${name}: ${error instanceof Error ? error.message : error}`, { cause: error });
          });
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
      process.stdout.write(`killed at ${deaths} of ${points.length} boundaries\n`);
      // A start that takes long is acknowledged by a write of its own, with a boundary before and one after it.
      expect(deaths).toBeGreaterThanOrEqual(points.length - 2);
    },
    { timeout: 180_000 },
  );
});
