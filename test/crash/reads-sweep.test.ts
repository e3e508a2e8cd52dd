// Safe calls run ahead of the disk: what a process leaves that dies at any moment of it.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { JournalEntry } from '@toolshed/kernel';
import { openSqliteStore } from '@toolshed/runtime';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { openEffects } from '../support/crash/effects-file.ts';
import { runStepsProcess, type StepsProcess } from '../support/crash/run-steps-process.ts';
import { completeSurvey, READS, SURVEY_POLICY, SURVEYED, surveyTools } from '../support/crash/survey.ts';
import { sweepBoundaries } from '../support/crash/sweep-boundaries.ts';
import { openByDepth } from '../support/open-by-depth.ts';
import { newStoreFolder, type StoreFolder } from '../support/open-stores.ts';
import { verifies } from '../support/verifies.ts';

/** While what is held is written in the quiet, while so much is written that it cannot be held, and where neither is. */
const MOST_TELLING = [
  /^done survey\.read/,
  /^in survey\.slow$/,
  /^done survey\.slow$/,
  /^before \d+ entries/,
  /^after \d+ entries/,
  /^done survey\.read 139$/,
  /^in survey\.send$/,
  /^done survey\.send$/,
];
let folder: StoreFolder;
let undisturbed: StepsProcess;

beforeAll(async () => {
  folder = newStoreFolder();
  undisturbed = await run('undisturbed', 0);
}, 60_000);
afterAll(() => folder[Symbol.dispose]());

function run(name: string, dieAt: number): Promise<StepsProcess> {
  mkdirSync(join(folder.path, name));
  return runStepsProcess('survey-process.ts', join(folder.path, name), dieAt);
}

const callsWith = (journal: readonly JournalEntry[], kind: 'returned' | 'invoking'): number =>
  new Set(journal.flatMap((entry) => (entry.kind === kind ? [entry.call] : []))).size;

/** What a call that changes something follows from is on disk before it. */
async function inspect(place: string): Promise<void> {
  await using store = openSqliteStore({ file: join(place, 'shed.db') });
  const [kept] = await store.journal.list({});
  const journal = kept === undefined ? [] : await store.journal.read(kept.id);
  expect(journal.map(({ seq }) => seq)).toEqual(journal.map((_, index) => index));
  if (openEffects(join(place, 'effects')).read().length === 0) return;
  expect(callsWith(journal, 'invoking'), 'the call itself is on disk').toBe(READS + 1);
  expect(callsWith(journal, 'returned'), 'all reads before it are on disk').toBeGreaterThanOrEqual(READS);
}

async function recover(place: string): Promise<void> {
  const effects = openEffects(join(place, 'effects'));
  await using shed = await openByDepth({
    tools: surveyTools(effects, () => undefined),
    store: { sqlite: join(place, 'shed.db') },
    policy: SURVEY_POLICY,
  });
  const result = await completeSurvey(shed, effects);
  expect(result).toMatchObject({ status: 'completed', value: SURVEYED });
  expect(effects.read().filter(({ when }) => when === 'done')).toHaveLength(1);
  expect(await shed.replay(result.executionId)).toMatchObject({ kind: 'same' });
  expect(await shed.audit.verify()).toMatchObject({ kind: 'intact' });
}

describe('kill -9 among reads that run ahead of the disk', () => {
  verifies(
    'crash/sweep',
    'a kill at any boundary leaves on disk all reads that a changing call followed from',
    async () => {
      await sweepBoundaries(undisturbed.points, MOST_TELLING, async ({ number }) => {
        const died = await run(`point-${number}`, number);
        await inspect(join(folder.path, `point-${number}`));
        await recover(join(folder.path, `point-${number}`));
        return died.signal === 'SIGKILL';
      });
    },
    { timeout: 600_000 },
  );
});
