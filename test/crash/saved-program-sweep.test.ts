import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { openEffects } from '../support/crash/effects-file.ts';
import { completeRoutine, ROUTINE_DONE, routineTools, SENT } from '../support/crash/routine.ts';
import { runStepsProcess, type StepsProcess } from '../support/crash/run-steps-process.ts';
import { openByDepth } from '../support/open-by-depth.ts';
import { sweepBoundaries } from '../support/crash/sweep-boundaries.ts';
import { newStoreFolder, type StoreFolder } from '../support/open-stores.ts';
import { verifies } from '../support/verifies.ts';

/** Around entering and leaving a saved program, and around answers inside of one. */
const MOST_TELLING = [
  /^before .*program-entered/,
  /^after .*program-entered/,
  /^after .*answered/,
  /^in desk\.send 20$/,
  /^done desk\.send 1$/,
  /^before .*completed/,
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
  return runStepsProcess('routine-process.ts', join(folder.path, name), dieAt);
}

async function recover(place: string): Promise<void> {
  const effects = openEffects(join(place, 'effects'));
  const tools = routineTools(effects, () => undefined);
  await using shed = await openByDepth({ tools, store: { sqlite: join(place, 'shed.db') } });
  const result = await completeRoutine(shed, effects);
  expect(result).toMatchObject({ status: 'completed', value: ROUTINE_DONE });
  const done = effects.read().filter(({ when }) => when === 'done');
  expect(done.map(({ result: n }) => n).sort()).toEqual([...SENT].sort());
  expect(await shed.replay(result.executionId)).toMatchObject({ kind: 'same' });
  expect(await shed.audit.verify()).toMatchObject({ kind: 'intact' });
}

describe('kill -9 on saved programs that run in each other', () => {
  verifies(
    ['programs/durable', 'crash/sweep'],
    'kill -9 at any boundary of nested saved programs leaves a state from which each call runs once and the caller gets its results',
    async () => {
      const { points } = undisturbed;
      expect(points.join('\n')).toContain('program-entered');
      await sweepBoundaries(points, MOST_TELLING, async ({ number }) => {
        const died = await run(`point-${number}`, number);
        await recover(join(folder.path, `point-${number}`));
        return died.signal === 'SIGKILL';
      });
    },
    { timeout: 600_000 },
  );
});
