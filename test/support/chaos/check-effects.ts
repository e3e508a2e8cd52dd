// Holds what handlers did against what journals say they were allowed to do.
//
// Rules
//   X1. No handler acts before its `invoking` is in the journal, nor more often than there are attempts in it; unless
//       its tool is safe: such a run may leave no record, and X6 says nothing of it either.
//   X2. What is neither safe nor idempotent acts once, and once more for each time a person said "run it again".
//   X3. What the gate asked about acts only after a person approved it; what it denied, or a person refused, never.
//   X4. A handler gets the arguments that were approved, and no others.
//   X5. An approval taken by a host whose rules deny the call lets nothing run.
//   X6. What a handler did in a host that was not killed is in the journal: as the outcome of its call, or as a late one.
//       A host that closes and cannot write it in time says so in its log.
//   X7. What the journal says a handler returned is what a handler returned.

import type { EntryOf, JournalEntry } from '@toolshed/kernel';
import { InDoubtContent } from '@toolshed/kernel/runtime';
import type { Effect } from './effects.ts';
import { CLOCK_MS, type History } from './history.ts';
import { deniedBy, IDEMPOTENT, SAFE } from './shop.ts';

export function checkEffects(history: History): readonly string[] {
  const journals = new Map(history.executions.map(({ id, entries }) => [id, entries]));
  const byCall = Map.groupBy(history.effects, ({ execution, call }) => `${execution} call ${call}`);
  return [
    ...[...byCall].flatMap(([name, effects]) => {
      const entries = journals.get(effects[0]?.execution ?? '') ?? [];
      const own = entries.filter((entry) => 'call' in entry && entry.call === effects[0]?.call);
      return callProblems(own, effects, history).map((problem) => `${name} (${effects[0]?.path}): ${problem}`);
    }),
    ...history.executions.flatMap(({ id, entries }) =>
      inventedResults(entries, byCall, id).map((problem) => `${id}: ${problem}`),
    ),
  ];
}

function callProblems(own: readonly JournalEntry[], effects: readonly Effect[], history: History): readonly string[] {
  const called = own.find((entry) => entry.kind === 'tool-called');
  const recorded = effects.filter(({ path }) => !SAFE.has(path));
  if (called === undefined) return recorded.length === 0 ? [] : ['acted without a call in the journal'];
  const starts = recorded.filter(({ when }) => when === 'start');
  return [
    ...startProblems(own, called, starts),
    ...consentProblems(own, called, starts, history),
    ...lostOutcomes(own, recorded, history),
  ];
}

function startProblems(
  own: readonly JournalEntry[],
  { path }: EntryOf<'tool-called'>,
  starts: readonly Effect[],
): readonly string[] {
  const problems: string[] = [];
  const invoking = own.filter((entry) => entry.kind === 'invoking');
  const attempts = new Set(invoking.map(({ attempt }) => attempt)).size;
  const [first] = starts;
  if (first && !invoking.some(({ at }) => at <= first.at + CLOCK_MS))
    problems.push('acted before its attempt was journaled');
  if (starts.length > attempts) problems.push(`acted ${starts.length} times in ${attempts} attempts`);
  const allowed = 1 + own.filter(isRetry).length;
  if (!IDEMPOTENT.has(path) && starts.length > allowed)
    problems.push(`acted ${starts.length} times, ${allowed} were allowed`);
  for (const { path: ran } of starts) if (ran !== path) problems.push(`ran ${ran}`);
  return problems;
}

const isRetry = (entry: JournalEntry): boolean =>
  entry.kind === 'answered' &&
  entry.answer.action === 'accept' &&
  InDoubtContent.safeParse(entry.answer.content).data?.do === 'retry';

function consentProblems(
  own: readonly JournalEntry[],
  { path, decision, args }: EntryOf<'tool-called'>,
  starts: readonly Effect[],
  { hosts }: History,
): readonly string[] {
  if (starts.length === 0) return [];
  if (decision.kind === 'deny') return ['acted though the gate denied it'];
  const gate = new Set(
    own.flatMap((entry) => (entry.kind === 'asked' && entry.asker === 'gate' ? [entry.elicitation] : [])),
  );
  const approvals = own.filter(
    (entry) => entry.kind === 'answered' && gate.has(entry.elicitation) && entry.answer.action === 'accept',
  ) as readonly EntryOf<'answered'>[];
  const problems: string[] = [];
  for (const { at, args: ran } of starts) {
    const approval = approvals.find((answer) => answer.at <= at + CLOCK_MS);
    if (decision.kind === 'ask' && approval === undefined) problems.push('acted without an approval');
    const approved = approval?.args ?? args;
    if (ran !== approved) problems.push(`ran with ${ran}, approved was ${approved}`);
  }
  for (const { answer } of approvals) {
    const taken = hosts.get(answer.by.channel);
    if (taken && deniedBy(taken.policy).has(path))
      problems.push(`acted on an approval that ${answer.by.channel} denies`);
  }
  const people = own.filter((entry) => entry.kind === 'approval-given').map(({ by }) => by.principal);
  const needed = decision.approvals ?? 1;
  const given = new Set([...people, ...approvals.map(({ answer }) => answer.by.principal)]).size;
  if (decision.kind === 'ask' && given < needed) problems.push(`acted with ${given} of ${needed} approvals`);
  return problems;
}

function lostOutcomes(
  own: readonly JournalEntry[],
  effects: readonly Effect[],
  { hosts, givenUp }: History,
): readonly string[] {
  const kept = new Set(own.flatMap(runsIn));
  const isLost = ({ when, host, run, execution, call }: Effect): boolean =>
    when === 'done' &&
    hosts.get(host)?.wasKilled === false &&
    !kept.has(run) &&
    !givenUp.has(`${host} ${execution} ${call}`);
  return effects.filter(isLost).map(({ run, host }) => `${host} did not journal what became of run ${run}`);
}

/** The run a handler returned, which is all that these return. */
function runsIn(entry: JournalEntry): readonly string[] {
  const value =
    entry.kind === 'returned'
      ? entry.value
      : entry.kind === 'late-outcome' && entry.outcome.kind === 'returned'
        ? entry.outcome.value
        : undefined;
  const parsed: unknown = value === undefined ? undefined : JSON.parse(value);
  return typeof parsed === 'string' && UUID.test(parsed) ? [parsed] : [];
}

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

function inventedResults(
  entries: readonly JournalEntry[],
  byCall: ReadonlyMap<string, readonly Effect[]>,
  id: string,
): readonly string[] {
  return entries.flatMap((entry) => {
    if (entry.kind !== 'returned' && entry.kind !== 'late-outcome') return [];
    const done = (byCall.get(`${id} call ${entry.call}`) ?? []).filter(({ when }) => when === 'done');
    return runsIn(entry)
      .filter((run) => !done.some((effect) => effect.run === run))
      .map((run) => `call ${entry.call} returned run ${run}, which it never did`);
  });
}
