// From a started execution to its end, or to where only a person can go on: asks in a terminal, explains elsewhere.

import type { JournalEntry } from '@toolshed/kernel';
import type { ExecutionResult, PausedQuestion, PausedResult, Toolshed } from '@toolshed/runtime';
import { awaitSignIn, isSigningIn } from './await-sign-in.js';
import type { Cli, Outcome } from './cli.js';
import { EXIT, exitCodeOf } from './exit-code.js';
import { adviceFor } from './terminal/advice.js';
import { hasApproved } from './terminal/approval-lines.js';
import type { RowStyle } from './terminal/argument-rows.js';
import { askQuestion } from './terminal/ask-question.js';
import { sourceLineOf } from './terminal/program-view.js';
import { type CardFacts, questionCard } from './terminal/question-card.js';
import { NOTHING_PRINTED, type Printed, printedLines, resultLines } from './terminal/result-view.js';

/** Follows `work`, telling what is new since `printed`. */
export async function followExecution(
  cli: Cli,
  shed: Toolshed,
  work: Promise<ExecutionResult>,
  printed: Printed = NOTHING_PRINTED,
): Promise<Outcome> {
  let result = await arrive(cli, work, printed);
  while (result?.status === 'paused' && cli.output.isInteractive && (isForMe(cli, result) || isSigningIn(result))) {
    const answered = await (isForMe(cli, result) ? askBatch(cli, shed, result) : signIn(cli, shed, result));
    if (answered === 'later') return await explainPause(cli, shed, result.executionId);
    result = answered;
  }
  if (result === undefined) return explainInterruption(cli);
  if (result.status === 'paused') return await showPause(cli, shed, result);
  cli.output.say('', ...resultLines(result, styleOf(cli), cli.now()));
  return { exitCode: exitCodeOf(result), document: result };
}

function signIn(cli: Cli, shed: Toolshed, result: PausedResult): Promise<ExecutionResult | undefined> {
  cli.output.say('', 'Open the page in your browser. It comes back here when you have signed in; Ctrl-C leaves it.');
  const { logs, emitted } = result;
  return arrive(cli, awaitSignIn(shed, result), { logs: logs.length, emitted: emitted.length });
}

/** Whether anything is left for the person here to say. */
const isForMe = ({ environment }: Cli, { pending }: PausedResult): boolean =>
  pending.some((question) => wantsPerson(question, environment.user));

/** What they approved already waits for somebody else; a page that was agreed to waits for the flow behind it. */
const wantsPerson = (question: PausedQuestion, person: string): boolean =>
  question.consent === undefined && !hasApproved(question, person);

/** Shows every open question of a paused execution, and the commands that go on. */
export async function showPause(cli: Cli, shed: Toolshed, result: PausedResult): Promise<Outcome> {
  const cards = cardsOf(result.pending, await shed.journal(result.executionId));
  cli.output.say('', ...resultLines(result, styleOf(cli), cli.now()));
  const shown = cards.map((card) => questionCard(card, styleOf(cli)));
  for (const { lines } of shown) cli.output.say('', ...lines);
  if (shown.some(({ isShortened }) => isShortened)) {
    cli.output.say(
      '',
      'Not all of it is shown. Before you approve, read it in full with',
      `  ${cli.prefix} show ${result.executionId}`,
    );
  }
  return adviseOn(cli, result, cards);
}

/** The questions in the order the program made its calls, each with its line of the program. */
export function cardsOf(questions: readonly PausedQuestion[], journal: readonly JournalEntry[]): readonly CardFacts[] {
  const asked = journal.filter((entry) => entry.kind === 'asked');
  const calls = new Map(asked.map(({ elicitation, call }) => [elicitation, call]));
  const callOf = ({ elicitationId }: PausedQuestion): number => calls.get(elicitationId) ?? 0;
  const source = journal[0]?.kind === 'started' ? journal[0].source : '';
  return [...questions]
    .sort((a, b) => callOf(a) - callOf(b))
    .map((question, index) => ({
      question,
      sourceLine: sourceLineOf(source, question.line),
      position: { number: index + 1, total: questions.length },
    }));
}

/** Asks what was open when the batch began, one question after another. */
async function askBatch(cli: Cli, shed: Toolshed, batch: PausedResult): Promise<ExecutionResult | undefined | 'later'> {
  const { executionId } = batch;
  const by = { principal: cli.environment.user, kind: 'person', channel: 'terminal' } as const;
  const desk = { prompter: await cli.prompter(), output: cli.output };
  let result: ExecutionResult | undefined = batch;
  for (const card of cardsOf(batch.pending, await shed.journal(executionId))) {
    const { elicitationId } = card.question;
    if (result?.status !== 'paused' || !result.pending.some((open) => open.elicitationId === elicitationId)) continue;
    if (!wantsPerson(card.question, by.principal)) continue;
    const reply = await askQuestion(card, desk);
    if (reply.kind === 'later') return 'later';
    const { logs, emitted }: ExecutionResult = result;
    const { approvals } = card.question;
    const isApproval = 'approved' in reply.answer && reply.answer.approved;
    const seen = isApproval && approvals?.areEdited ? { args: approvals.args } : {};
    const work = shed.resume(executionId, { ...seen, ...reply.answer, elicitationId, by });
    result = await arrive(cli, work, { logs: logs.length, emitted: emitted.length });
  }
  return result;
}

/** Waits for a result and prints what is new in it; `undefined` if the person pressed Ctrl-C first. */
async function arrive(
  cli: Cli,
  work: Promise<ExecutionResult>,
  printed: Printed,
): Promise<ExecutionResult | undefined> {
  const result = await cli.output.during('Running', work);
  if (result === 'interrupted') return undefined;
  cli.output.say(...printedLines(result, printed, styleOf(cli)));
  return result;
}

/** After some questions were answered and one was left, what is open is read again. */
async function explainPause(cli: Cli, shed: Toolshed, id: string): Promise<Outcome> {
  const result = await shed.get(id);
  if (result.status === 'paused') return adviseOn(cli, result, cardsOf(result.pending, await shed.journal(id)));
  cli.output.say('', ...resultLines(result, styleOf(cli), cli.now()));
  return { exitCode: exitCodeOf(result), document: result };
}

function adviseOn({ output, prefix }: Cli, result: PausedResult, cards: readonly CardFacts[]): Outcome {
  const questions = cards.map(({ question }) => question);
  const commands = adviceFor(questions, prefix).map((command) => `  ${output.paint.cyan(command)}`);
  output.say('', 'Nothing is lost. Go on, now or later, with', ...commands);
  return { exitCode: EXIT.paused, document: result };
}

function explainInterruption(cli: Cli): Outcome {
  cli.output.say('', 'Interrupted. Nothing that was done is lost; see what is open with', `  ${cli.prefix} list`);
  return { exitCode: EXIT.paused, document: { status: 'interrupted' } };
}

const styleOf = ({ output }: Cli): RowStyle => ({ width: output.width, paint: output.paint, amount: 'brief' });
