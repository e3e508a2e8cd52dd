// A suite that nothing fails proves nothing. The same attacks, judged in the same way, against a first attempt:
// 61 of 221 succeeded when this was written, and nothing honest was taken for an attack.

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Attack } from './attack.ts';
import { ATTACKS } from './attacks/all-attacks.ts';
import { breaches } from './judge.ts';
import { openNaiveHarness } from './naive-harness.ts';

const AT_ONCE = 6;
const LEAST_SUCCESSES = 50;
const FAMILIES_THAT_MUST_SUCCEED = [
  'constructor chains',
  'stack traces',
  'arguments',
  'prototype pollution',
  'tool paths',
  'late calls',
];

const HONEST: readonly Attack[] = [
  { name: 'nothing', program: 'return 1' },
  { name: 'a call', program: 'return await tools.notes.read()', calls: [{ path: 'notes.read', args: {} }] },
  {
    name: 'an approved call',
    program: `return await tools.notes.delete({ file: 'draft' })`,
    approves: true,
    asks: [{ path: 'notes.delete', args: { file: 'draft' } }],
    calls: [{ path: 'notes.delete', args: { file: 'draft' } }],
  },
];

interface Fallen {
  readonly family: string;
  readonly name: string;
}

async function whatFalls(attacks: readonly { readonly family: string; readonly attack: Attack }[]): Promise<Fallen[]> {
  const canary = `canary-${randomUUID()}`;
  await using harness = openNaiveHarness(canary);
  const queue = [...attacks];
  const fallen: Fallen[] = [];
  const next = async (): Promise<void> => {
    for (let job = queue.shift(); job !== undefined; job = queue.shift()) {
      const found = breaches(job.attack, await harness.run(job.attack), { canary });
      if (found.length > 0) fallen.push({ family: job.family, name: job.attack.name });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  return fallen;
}

describe('a naive node:vm harness', () => {
  it('passes what is honest', async () => {
    expect(await whatFalls(HONEST.map((attack) => ({ family: 'honest', attack })))).toEqual([]);
  });

  it('falls to a good part of the attacks, in every family that matters most', { timeout: 120_000 }, async () => {
    const all = Object.entries(ATTACKS).flatMap(([family, attacks]) => attacks.map((attack) => ({ family, attack })));
    const fallen = await whatFalls(all);
    expect(fallen.length).toBeGreaterThanOrEqual(LEAST_SUCCESSES);
    expect(fallen.length).toBeLessThan(all.length);
    const families = new Set(fallen.map(({ family }) => family));
    expect(FAMILIES_THAT_MUST_SUCCEED.filter((family) => !families.has(family))).toEqual([]);
  });
});
