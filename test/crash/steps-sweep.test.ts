import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { JournalEntry } from '@toolshed/kernel';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { openEffects } from '../support/crash/effects-file.ts';
import { askAgain } from '../support/crash/errand.ts';
import { runStepsProcess, type StepsProcess } from '../support/crash/run-steps-process.ts';
import { openByDepth } from '../support/open-by-depth.ts';
import { sweepBoundaries } from '../support/crash/sweep-boundaries.ts';
import { completeTransfer, EDITED, TRANSFER_POLICY, TRANSFERRED, transferTools } from '../support/crash/transfer.ts';
import { newStoreFolder, type StoreFolder } from '../support/open-stores.ts';
import { verifies } from '../support/verifies.ts';

/** The steps of an answer that take more than one entry, and the handlers they lead to. */
const MOST_TELLING = [
  /^after .*consented/,
  /^after .*approval-given/,
  /^after .*answered/,
  /^in bank\.pay$/,
  /^done bank\.note$/,
  /^after .*revised/,
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
  return runStepsProcess('transfer-process.ts', join(folder.path, name), dieAt);
}

async function recover(place: string, { acknowledged }: StepsProcess): Promise<void> {
  const effects = openEffects(join(place, 'effects'));
  await using shed = await openByDepth({
    tools: transferTools(effects, () => undefined),
    store: { sqlite: join(place, 'shed.db') },
    policy: TRANSFER_POLICY,
    middleware: [askAgain],
  });
  const repeated: string[] = [];
  const result = await completeTransfer(shed, effects, (step) => repeated.push(step));
  expect(result).toMatchObject({ status: 'completed', value: TRANSFERRED });
  expect(repeated.filter((step) => acknowledged.includes(step))).toEqual([]);

  const journal = await shed.journal(result.executionId);
  const of = (kind: JournalEntry['kind']) => journal.filter((entry) => entry.kind === kind);
  expect(of('consented')).toMatchObject([{ by: { principal: 'host' } }]);
  expect(of('approval-given')).toMatchObject([{ by: { principal: 'grace' } }]);
  expect(of('revised')).toMatchObject([{ raw: { action: 'other', content: 'hm' } }]);
  const asked = new Set(of('asked').flatMap((entry) => (entry.kind === 'asked' ? [entry.elicitation] : [])));
  expect(of('answered')).toHaveLength(asked.size);
  for (const [path, wanted] of [
    ['bank.pay', TRANSFERRED.paid],
    ['bank.note', EDITED],
  ] as const) {
    const runs = effects.read().filter((effect) => effect.path === path);
    expect(runs.filter(({ when }) => when === 'done')).toHaveLength(1);
    for (const { result: args } of runs) expect(args, 'every attempt gets what was approved').toEqual(wanted);
  }
  expect(await shed.audit.verify()).toMatchObject({ kind: 'intact' });
}

describe('kill -9 between the steps of an answer', () => {
  verifies(
    ['crash/sweep', 'two-person/durable', 'elicit/url', 'edit/runs'],
    'a kill at any boundary loses no answer, counts none twice and runs nothing differently',
    async () => {
      const { points } = undisturbed;
      for (const kind of ['consented', 'approval-given', 'revised'])
        expect(points.join('\n')).toContain(`after ${kind}`);
      await sweepBoundaries(points, MOST_TELLING, async ({ number }) => {
        const died = await run(`point-${number}`, number);
        await recover(join(folder.path, `point-${number}`), died);
        return died.signal === 'SIGKILL';
      });
    },
    { timeout: 600_000 },
  );
});
