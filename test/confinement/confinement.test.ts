import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { verifies } from '../support/verifies.ts';
import type { Attack, Harness } from './attack.ts';
import { ATTACKS } from './attacks/all-attacks.ts';
import { breaches } from './judge.ts';
import { type Isolation, openSandboxHarness } from './sandbox-harness.ts';

const ISOLATIONS: readonly Isolation[] = ['process', 'thread'];

describe.each(ISOLATIONS)('in a sandbox of isolation "%s"', (isolation) => {
  const canary = `canary-${randomUUID()}`;
  let harness: Harness;
  beforeAll(async () => {
    harness = await openSandboxHarness(isolation, canary);
  });
  afterAll(() => harness[Symbol.asyncDispose]());

  describe.each(Object.entries(ATTACKS))('%s', (_family, attacks) => {
    verifies.each(
      'sandbox/confined',
      attacks.map((attack) => [attack.name, attack] as const),
    )('%s', async (_name, attack) => {
      const evidence = await harness.run(attack);
      expect(breaches(attack, evidence, { canary })).toEqual([]);
      expect(evidence.status).toBe(expectedStatus(attack));
      if ('returns' in attack && evidence.status === 'completed') expect(evidence.value).toEqual(attack.returns);
      expect(evidence.code).toBe(attack.fails);
    });
  });
});

verifies('sandbox/confined', 'the sandbox is tried by at least eighty attacks, each with a name of its own', () => {
  const names = Object.entries(ATTACKS).flatMap(([family, attacks]) => attacks.map(({ name }) => `${family}: ${name}`));
  expect(names.length).toBeGreaterThanOrEqual(80);
  expect(new Set(names).size).toBe(names.length);
});

function expectedStatus({ asks = [], approves, fails }: Attack): string {
  if (asks.length > 0 && !approves) return 'paused';
  return fails === undefined ? 'completed' : 'failed';
}
