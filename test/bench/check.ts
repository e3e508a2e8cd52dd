import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type CheckOutcome, openToolshed } from '@toolshed/runtime';
import { validProgram, wrongProgram } from '../check/seeded-programs.ts';
import { ms, time } from './measure.ts';

const RUNS = 200;

/** Programs checked against GitHub's tools. */
export async function check(): Promise<readonly string[]> {
  const manifest = createRequire(import.meta.url).resolve('@octokit/openapi/package.json');
  const openapi = join(dirname(manifest), 'generated', 'api.github.com.json');
  await using shed = await openToolshed({
    tools: [],
    store: 'memory',
    prepares: false,
    sources: [{ namespace: 'github', openapi }],
  });
  const { tools } = shed.catalog;
  const before = performance.now();
  await shed.check('return 1');
  const first = performance.now() - before;
  // The compiler's own code is compiled by then.
  for (let seed = 1; seed <= RUNS; seed++) await shed.check(validProgram(tools, RUNS + seed));
  const counted = { refused: 0, found: 0 };
  const valid = await time(
    RUNS,
    async (index) => {
      if (isWrong(await shed.check(validProgram(tools, index + 1)))) counted.refused++;
    },
    0,
  );
  const wrong = await time(
    RUNS,
    async (index) => {
      if (isWrong(await shed.check(wrongProgram(tools, index + 1).program))) counted.found++;
    },
    0,
  );
  return [
    '| | |',
    '| --- | --- |',
    `| tools | ${tools.length} |`,
    `| the first check, which starts the process | ${ms(first)} |`,
    `| a valid program | ${ms(valid.median)} (p95 ${ms(valid.p95)}) |`,
    `| a program with a mistake | ${ms(wrong.median)} (p95 ${ms(wrong.p95)}) |`,
    `| valid programs refused | ${counted.refused} of ${RUNS} |`,
    `| mistakes found | ${counted.found} of ${RUNS} |`,
  ];
}

const isWrong = (outcome: CheckOutcome): boolean => outcome.kind === 'checked' && outcome.problems.length > 0;
