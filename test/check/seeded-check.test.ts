// Programs made from GitHub's description, by seeds: what is right is never refused, what is wrong is found.

import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Toolshed } from '@toolshed/runtime';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { openSourceShed } from '../sources/source-shed.ts';
import { deep } from '../support/depth.ts';
import { verifies } from '../support/verifies.ts';
import { validProgram, wrongProgram } from './seeded-programs.ts';

const manifest = createRequire(import.meta.url).resolve('@octokit/openapi/package.json');
const openapi = join(dirname(manifest), 'generated', 'api.github.com.json');
const VALID = deep(1_000, 100);
const WRONG = deep(200, 60);
const FOUND_SHARE = 0.9;
const CHECKED_SHARE = 0.9;
/** A thousand checks on a machine that is busy elsewhere. */
const MANY = { timeout: 300_000 };

describe('programs over GitHub’s description', () => {
  let shed: Toolshed;
  beforeAll(async () => {
    shed = await openSourceShed([{ namespace: 'github', openapi }]);
  });
  afterAll(() => shed[Symbol.asyncDispose]());

  verifies(
    'check/no-false-refusal',
    `correct programs are not refused: ${VALID} of them`,
    async () => {
      const refused: unknown[] = [];
      let checked = 0;
      for (let seed = 1; seed <= VALID; seed++) {
        const program = validProgram(shed.catalog.tools, seed);
        const outcome = await shed.check(program);
        if (outcome.kind === 'not-checked') continue;
        checked++;
        if (outcome.problems.length > 0) refused.push({ seed, program, outcome });
      }
      expect(refused).toEqual([]);
      // On a machine that is busy elsewhere a check may take too long, which refuses nothing.
      expect(checked).toBeGreaterThan(VALID * CHECKED_SHARE);
    },
    MANY,
  );

  verifies(
    'check/finds',
    `programs with one mistake are found in nine of ten cases: ${WRONG} of them`,
    async () => {
      const missed: unknown[] = [];
      for (let seed = 1; seed <= WRONG; seed++) {
        const { mistake, program } = wrongProgram(shed.catalog.tools, seed);
        const outcome = await shed.check(program);
        if (outcome.kind !== 'checked' || outcome.problems.length === 0) missed.push({ seed, mistake, program });
      }
      expect(missed.length, JSON.stringify(missed, undefined, 2)).toBeLessThanOrEqual(WRONG * (1 - FOUND_SHARE));
    },
    MANY,
  );
});
