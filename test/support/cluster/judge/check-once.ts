// Holds what handlers did against their attempts, where the robot that is asked about a call in doubt looks first whether it
// acted, and lets it run again only if it did not.
//
// Rules
//   E1. What is neither safe nor idempotent acts once, in doubt or not. What hands its key on acts once for its key.
//   E2. An attempt acts once, on one node, and only if the journal has it. Later attempts act later.
//   E3. Attempts in a journal count from one, and each is one node's: an entry that repeats one lets the same run go on.

import type { JournalEntry } from '@toolshed/kernel';
import type { Effect } from '../../chaos/effects.ts';
import type { KeptExecution } from '../../chaos/history.ts';
import { IDEMPOTENT, KEYED, SAFE } from '../../chaos/shop.ts';
import type { ClusterHistory } from './cluster-history.ts';

export function checkOnce({ executions, effects, witness }: Judged): readonly string[] {
  const writerOf = writersIn(witness);
  const journals = new Map(executions.map(({ id, entries }) => [id, entries]));
  const starts = effects.filter(({ when, path }) => when === 'start' && !SAFE.has(path));
  const byCall = Map.groupBy(starts, ({ execution, call }) => `${execution} call ${call}`);
  return [
    ...[...byCall].flatMap(([name, runs]) => {
      const entries = journals.get(runs[0]?.execution ?? '') ?? [];
      return runProblems(runs, entries).map((problem) => `${name} (${runs[0]?.path}): ${problem}`);
    }),
    ...executions.flatMap((execution) =>
      attemptProblems(execution, writerOf).map((problem) => `${execution.id}: ${problem}`),
    ),
  ];
}

function runProblems(runs: readonly Effect[], entries: readonly JournalEntry[]): readonly string[] {
  const problems: string[] = [];
  const [first] = runs;
  if (first === undefined) return [];
  const acted = KEYED.has(first.path) ? new Set(runs.map(({ key }) => key)).size : runs.length;
  // E1.
  if (!IDEMPOTENT.has(first.path) && acted > 1)
    problems.push(`acted ${acted} times, at ${runs.map(({ host }) => host).join(' and ')}`);
  // E2.
  const attempts = new Set(
    entries.flatMap((entry) => (entry.kind === 'invoking' && entry.call === first.call ? [entry.attempt] : [])),
  );
  for (const { attempt, host } of runs)
    if (!attempts.has(attempt)) problems.push(`attempt ${attempt} acted at ${host} and is not in the journal`);
  if (new Set(runs.map(({ attempt }) => attempt)).size < runs.length) problems.push('one attempt acted twice');
  return problems;
}

/** E3. */
function attemptProblems({ id, entries }: KeptExecution, writerOf: WriterOf): readonly string[] {
  const latest = new Map<number, { readonly attempt: number; readonly node: string | undefined }>();
  return entries.flatMap((entry) => {
    if (entry.kind !== 'invoking') return [];
    const { call, attempt, seq } = entry;
    const before = latest.get(call);
    const node = writerOf(id, seq) ?? before?.node;
    latest.set(call, { attempt, node });
    if (attempt === (before?.attempt ?? 0) + 1) return [];
    if (attempt !== before?.attempt) return [`attempt ${attempt} at call ${call} follows ${before?.attempt ?? 0}`];
    return before.node === undefined || before.node === node
      ? []
      : [`attempt ${attempt} at call ${call} is that of ${before.node} and of ${node}`];
  });
}

type Judged = Pick<ClusterHistory, 'executions' | 'effects' | 'witness'>;
/** The node that wrote an entry, where it lived to say so. */
type WriterOf = (execution: string, seq: number) => string | undefined;

function writersIn(witness: ClusterHistory['witness']): WriterOf {
  const appends = Map.groupBy(
    witness.filter((line) => line.kind === 'appended'),
    ({ execution }) => execution,
  );
  return (execution, seq) => appends.get(execution)?.find(({ from, to }) => from <= seq && seq <= to)?.node;
}
