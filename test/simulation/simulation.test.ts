// What the simulation itself promises: a seed is one history, and a fence that is missing is noticed.

import type { JournalEntry } from '@toolshed/kernel';
import { describe, expect } from 'vitest';
import { firstNoticed } from '../support/simulation/run-seeds.ts';
import { simulate } from '../support/simulation/simulation.ts';
import { verifies } from '../support/verifies.ts';

/** Ids and seeds are random in every run; each becomes the number of its first appearance. */
function withoutChance(journals: readonly (readonly JournalEntry[])[]): string {
  const names = new Map<string, string>();
  const named = (id: string): string => {
    const name = names.get(id) ?? `#${names.size}`;
    names.set(id, name);
    return name;
  };
  return JSON.stringify(journals)
    .replaceAll(/"seed":"[^"]*"/g, '"seed":""')
    .replaceAll(/(?:exec|elic|grant|own)_[\w-]+|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, named);
}

/** Enough for each; most are noticed within a few. */
const MOST_SEEDS = 400;
/** A machine that is busy elsewhere is slow, not wrong. */
const PATIENT = { timeout: 600_000 };

describe('a simulation', () => {
  verifies(
    'cluster/simulated',
    'makes the same history of the same seed',
    async () => {
      for (const seed of [3, 33, 97, 120]) {
        const [first, second] = [await simulate({ seed }), await simulate({ seed })];
        expect(first.journals.flat().length).toBeGreaterThan(3);
        expect(withoutChance(second.journals)).toBe(withoutChance(first.journals));
        expect(second.trace).toHaveLength(first.trace.length);
      }
    },
    PATIENT,
  );

  verifies(
    'cluster/simulated',
    'notices a store that takes appends under an old claim',
    async () => {
      const { problems } = await firstNoticed(MOST_SEEDS, { broken: { epoch: true } });
      expect(problems.join('\n')).toMatch(/was appended under claim \d+ after \d+/);
    },
    PATIENT,
  );

  verifies(
    'cluster/simulated',
    'notices a store that gives away what another drives',
    async () => {
      const { problems } = await firstNoticed(MOST_SEEDS, { broken: { lease: true } });
      expect(problems.join('\n')).toMatch(/claimed while the lease of its owner ran/);
    },
    PATIENT,
  );

  verifies(
    'cluster/simulated',
    'notices a handler that acts under a lease that has ended',
    async () => {
      const weather = { fails: 0, losesReplies: 0, delays: 0.8, delayMs: 150 };
      const { problems } = await firstNoticed(MOST_SEEDS, { broken: { time: true }, weather });
      expect(problems.join('\n')).toMatch(/acted under a lease that had ended/);
    },
    PATIENT,
  );
});
