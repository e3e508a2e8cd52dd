// Three host processes on one file, killed, stopped, renamed and reopened with other rules while they work; then a judge
// over all journals and everything that was done. The seed is printed; TOOLSHED_CHAOS_SEED makes the same choices again.

import { openSqliteStore, openToolshed } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { CHAOS_MS, runChaos } from '../support/chaos/chaos-run.ts';
import { checkHistory } from '../support/chaos/check-history.ts';
import { shopTools } from '../support/chaos/shop.ts';
import { deep } from '../support/depth.ts';
import { newStoreFolder } from '../support/open-stores.ts';
import { verifies } from '../support/verifies.ts';

const EXECUTIONS = deep(1_000, 100);
const { TOOLSHED_CHAOS_SEED: wanted, TOOLSHED_CHAOS_KEEP: keep } = process.env;
const seed = wanted === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(wanted);

describe('three hosts that die, stop and disagree', () => {
  verifies(
    'crash/chaos',
    'three hosts that die, stop and disagree lose nothing, repeat nothing and run nothing that was not approved',
    async () => {
      process.stdout.write(`chaos seed ${seed}\n`);
      const folder = newStoreFolder();
      const { history, counts } = await runChaos({ seed, folder: folder.path, executions: EXECUTIONS });
      process.stdout.write(`chaos counts ${JSON.stringify(counts)}\n`);
      const problems = [...checkHistory(history), ...(await replayProblems(folder.file, history.executions))];
      if (keep === undefined && problems.length === 0) folder[Symbol.dispose]();
      else process.stdout.write(`kept ${folder.path}\n`);
      expect(problems, `TOOLSHED_CHAOS_SEED=${seed}`).toEqual([]);
      const wasSlow = counts.seconds.chaos * 1_000 >= CHAOS_MS;
      expect(history.executions.length).toBeGreaterThanOrEqual(wasSlow ? EXECUTIONS / 10 : EXECUTIONS);
      expect(counts.kills).toBeGreaterThan(0);
    },
    { timeout: 600_000 },
  );
});

/** Every program, run again from its journal alone, does what it did. */
async function replayProblems(
  file: string,
  executions: readonly { readonly id: string }[],
): Promise<readonly string[]> {
  const problems: string[] = [];
  await using store = openSqliteStore({ file });
  const silent = { append: () => undefined, [Symbol.dispose]: () => undefined };
  const tools = shopTools(silent, () => 'judge');
  await using shed = await openToolshed({ tools, store, isolation: 'thread', trusted: true, wakes: false });
  for (const { id } of executions) {
    const report = await shed.replay(id).catch((error) => ({ kind: String(error) }));
    if (report.kind !== 'same') problems.push(`${id}: its replay is ${JSON.stringify(report)}`);
  }
  const verdict = await shed.audit.verify();
  if (verdict.kind !== 'intact') problems.push(`the audit log is broken: ${verdict.problem}`);
  return problems;
}
