import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { JournalEntry } from '@toolshed/kernel';
import { openSqliteStore } from '@toolshed/runtime';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { z } from 'zod';
import { openEffects } from '../support/crash/effects-file.ts';
import { completeOrder, ONCE, ORDER_POLICY, orderTools } from '../support/crash/order.ts';
import { type OrderProcess, runOrderProcess } from '../support/crash/run-order-process.ts';
import { openByDepth } from '../support/open-by-depth.ts';
import { sweepBoundaries } from '../support/crash/sweep-boundaries.ts';
import { newStoreFolder, type StoreFolder } from '../support/open-stores.ts';
import { verifies } from '../support/verifies.ts';

let folder: StoreFolder;
/** What an order comes to that nobody disturbs, and how many places there are to disturb it at. */
let undisturbed: NonNullable<OrderProcess['end']>;

beforeAll(async () => {
  folder = newStoreFolder();
  const { end } = await runOrderProcess(newPlace('undisturbed'), 0, 64);
  if (end === undefined) throw new Error('The undisturbed order did not end');
  undisturbed = end;
}, 60_000);
afterAll(() => folder[Symbol.dispose]());

function newPlace(name: string): string {
  const place = join(folder.path, name);
  mkdirSync(place);
  return place;
}

/** Even points die in a process that keeps paused programs in memory, odd ones in one that replays after each pause. */
const maxWarmAt = (point: number): number => (point % 2 === 0 ? 64 : 0);

async function recover(place: string, processes: readonly OrderProcess[]): Promise<void> {
  const effects = openEffects(join(place, 'effects'));
  const asked: string[] = [];
  await using store = openSqliteStore({ file: join(place, 'shed.db') });
  await using shed = await openByDepth({ tools: orderTools(effects, () => undefined), store, policy: ORDER_POLICY });
  const result = await completeOrder(shed, effects, ({ elicitation }) => asked.push(elicitation));
  const { status, logs, emitted, value } = undisturbed.result;
  expect(result).toMatchObject({ status, logs, emitted, value });

  const journal = await shed.journal(result.executionId);
  for (const { elicitation } of processes.flatMap(({ acknowledged }) => acknowledged)) {
    expect(asked, 'an acknowledged answer is not asked for again').not.toContain(elicitation);
    expect(answersIn(journal).filter((answer) => answer.elicitation === elicitation)).toHaveLength(1);
  }
  for (const path of ONCE) {
    const starts = effects.read().filter((effect) => effect.path === path && effect.when === 'start');
    const ends = effects.read().filter((effect) => effect.path === path && effect.when === 'done');
    const retries = answersIn(journal).filter(({ call, says }) => pathOf(journal, call) === path && says === 'retry');
    expect(ends, `${path} is done once`).toHaveLength(1);
    expect(starts.length, `${path} starts again only if told`).toBeLessThanOrEqual(1 + retries.length);
  }
  const stored = effects.read().filter(({ path }) => path === 'shop.store');
  expect(new Set(stored.map(({ key }) => key)).size, 'every attempt has one key').toBe(1);
  expect(stored.at(-1)?.when, 'what may be repeated is repeated until it is done').toBe('done');
  const refunds = effects.read().filter(({ path }) => path === 'shop.refund');
  expect(refunds, 'what was denied never starts').toEqual([]);
  expect(await shed.audit.verify()).toMatchObject({ kind: 'intact' });
}

const InDoubt = z.object({ do: z.string() });

const answersIn = (journal: readonly JournalEntry[]) =>
  journal.flatMap((entry) => {
    if (entry.kind !== 'answered') return [];
    return [{ ...entry, says: InDoubt.safeParse(entry.answer.content).data?.do }];
  });

const pathOf = (journal: readonly JournalEntry[], call: number): string | undefined =>
  journal.flatMap((entry) => (entry.kind === 'tool-called' && entry.call === call ? [entry.path] : []))[0];

/** Around every handler and every kind of answer; between two of these a journal differs only in what replay skips. */
const MOST_TELLING = [
  /^after .*asked/,
  /^after answered$/,
  /^after .*invoking/,
  /^done shop\.find$/,
  /^in shop\.charge$/,
  /^done shop\.charge$/,
  /^in shop\.store$/,
  /^after .*threw/,
  /^before .*fired/,
];

describe('kill -9', () => {
  verifies(
    ['crash/sweep', 'crash/in-doubt'],
    'kill -9 at any boundary leaves a state from which another process finishes the order',
    async () => {
      await sweepBoundaries(undisturbed.points, MOST_TELLING, async ({ number }) => {
        const place = newPlace(`point-${number}`);
        const died = await runOrderProcess(place, number, maxWarmAt(number));
        await recover(place, [died]);
        return died.signal === 'SIGKILL';
      });
    },
    { timeout: 600_000 },
  );

  verifies(
    'crash/in-doubt',
    'a second kill -9 while a person lets the call in doubt be repeated asks that person again',
    async () => {
      const first = 'in shop.charge';
      const rehearsal = newPlace('rehearsal');
      await runOrderProcess(rehearsal, first, 0);
      const { end } = await runOrderProcess(rehearsal, 0, 0);
      const points = end?.points ?? [];
      const repeat = points.slice(0, points.indexOf('done shop.charge') + 3);
      expect(repeat).toContain('in shop.charge');
      await sweepBoundaries(repeat, [/^in shop\.charge$/, /^done shop\.charge$/], async ({ number }) => {
        const place = newPlace(`again-${number}`);
        const processes = [
          await runOrderProcess(place, first, 0),
          await runOrderProcess(place, number, maxWarmAt(number)),
        ];
        await recover(place, processes);
        return processes.at(-1)?.signal === 'SIGKILL';
      });
    },
    { timeout: 600_000 },
  );
});
