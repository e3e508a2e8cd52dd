import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openSqliteStore } from '@toolshed/runtime';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { boardTools, completeBoard, NOTES } from '../support/crash/board.ts';
import { openEffects } from '../support/crash/effects-file.ts';
import { runStepsProcess } from '../support/crash/run-steps-process.ts';
import { sweepBoundaries } from '../support/crash/sweep-boundaries.ts';
import { openByDepth } from '../support/open-by-depth.ts';
import { newStoreFolder, type StoreFolder } from '../support/open-stores.ts';
import { verifies } from '../support/verifies.ts';

let folder: StoreFolder;
let points: readonly string[];

beforeAll(async () => {
  folder = newStoreFolder();
  ({ points } = await runBoard(newPlace('undisturbed'), 0));
}, 60_000);
afterAll(() => folder[Symbol.dispose]());

function newPlace(name: string): string {
  const place = join(folder.path, name);
  mkdirSync(place);
  return place;
}

const runBoard = (place: string, dieAt: number) => runStepsProcess('./board-process.ts', place, dieAt);

/** Every pin and every revert happens once, the reverts newest first; the approved run asks nothing. */
async function recover(place: string): Promise<void> {
  const effects = openEffects(join(place, 'effects'));
  await using store = openSqliteStore({ file: join(place, 'shed.db') });
  await using shed = await openByDepth({ tools: boardTools(effects, () => undefined), store });
  const { askedInRun, runs, undos } = await completeBoard(shed, effects);
  expect(askedInRun).toEqual([]);
  expect(runs.size, 'a plan has one run').toBe(1);
  expect(undos.size, 'what was undone is not undone again').toBeLessThanOrEqual(1);
  const done = effects.read().map(({ path, key }) => `${path} ${key}`);
  expect(done).toEqual([...NOTES.map((note) => `pin ${note}`), ...NOTES.toReversed().map((note) => `unpin ${note}`)]);
  expect(await shed.audit.verify()).toMatchObject({ kind: 'intact' });
}

const MOST_TELLING = [
  /^after .*planned/,
  /^before pin b$/,
  /^done pin b$/,
  /^after .*returned/,
  /^before unpin b$/,
  /^done unpin b$/,
];

describe('kill -9 of an approved plan and its undo', () => {
  verifies(
    ['plan/once', 'undo/once'],
    'a kill at any boundary leaves a state from which another process continues, and nothing happens twice',
    async () => {
      await sweepBoundaries(points, MOST_TELLING, async ({ number }) => {
        const place = newPlace(`point-${number}`);
        const { signal } = await runBoard(place, number);
        await recover(place);
        return signal === 'SIGKILL';
      });
    },
    { timeout: 600_000 },
  );
});
