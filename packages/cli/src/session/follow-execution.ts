// From a started execution to its end, or to where only a person can continue it: asks in a terminal, explains elsewhere.

import { ToolshedError } from '@toolshed/kernel';
import type { ExecutionResult, PausedResult, Toolshed } from '@toolshed/runtime';
import { answerQuestions, isForMe, type Leave } from './answer/answer-questions.js';
import { awaitSignIn, isSigningIn } from './await-sign-in.js';
import type { Cli, Outcome } from '../command/cli.js';
import { EXIT, exitCodeOf } from '../command/exit-code.js';
import { personAt } from './answer/person.js';
import { type CardFacts, cardsOf, questionCards, type RowStyle, safeText, wrap } from '@toolshed/server/present';
import { readProgram } from './program/read-program.js';
import { adviceFor, afterConsent, askingCommands } from '../terminal/view/advice.js';
import { NOTHING_PRINTED, type Printed, resultLines } from '../terminal/view/result-view.js';
import { whileRunning } from './while-running.js';

/** Follows the execution that `start` begins, printing what is new since `printed`. Asks `question` first if it is open. */
export async function followExecution(
  cli: Cli,
  shed: Toolshed,
  start: () => Promise<ExecutionResult>,
  printed: Printed = NOTHING_PRINTED,
  question?: string,
): Promise<Outcome> {
  let named = question;
  let result = await whileRunning(cli, shed, start, printed);
  while (result?.status === 'paused' && cli.output.isInteractive && (isForMe(cli, result) || isSigningIn(result))) {
    const answered = await (isForMe(cli, result)
      ? answerQuestions(cli, shed, result, { leave: leaving(cli, shed), named })
      : signIn(cli, shed, result));
    named = undefined;
    if (answered === 'later') return await explainPause(cli, shed, result.executionId);
    result = answered;
  }
  return await showOnly(cli, shed, result);
}

/** Where an execution is now, without asking; `undefined` if the person pressed Ctrl-C. */
export async function showOnly(cli: Cli, shed: Toolshed, result: ExecutionResult | undefined): Promise<Outcome> {
  if (result === undefined) return explainInterruption(cli);
  return result.status === 'paused' ? await showPause(cli, shed, result) : showEnd(cli, result);
}

function showEnd(cli: Cli, result: ExecutionResult): Outcome {
  cli.output.say('', ...resultLines(result, styleOf(cli), cli.now()));
  return { exitCode: exitCodeOf(result), document: result };
}

/** A side quest of a person at the keyboard. However it ends, they are back at the question. */
export const leaving =
  (cli: Cli, shed: Toolshed): Leave =>
  async (question) => {
    const { prompter } = await cli.terminal();
    const how = await prompter.select('What first?', [
      { value: 'back', label: 'Nothing, back to the question' },
      { value: 'file', label: 'Run a program from a file' },
      { value: 'typed', label: 'Type a program', hint: 'in one line' },
    ]);
    if (how !== 'file' && how !== 'typed') return;
    const text = await prompter.text(how === 'file' ? 'The file' : 'The program');
    if (text === undefined || text.trim() === '') return;
    try {
      const source = how === 'file' ? (await readProgram(text, cli.environment.cwd, cli.stdin)).source : text;
      await followExecution(cli, shed, () => shed.fork(question, source, { by: personAt(cli) }));
    } catch (error) {
      if (!(error instanceof ToolshedError)) throw error;
      cli.output.say('', safeText(error.message));
    }
    cli.output.say('', 'Back to the question you left.');
  };

function signIn(cli: Cli, shed: Toolshed, result: PausedResult): Promise<ExecutionResult | undefined> {
  cli.output.say('', 'Open the page in your browser. It comes back here when you have signed in; Ctrl-C leaves it.');
  const { logs, emitted } = result;
  return whileRunning(cli, shed, () => awaitSignIn(shed, result), { logs: logs.length, emitted: emitted.length });
}

/** Shows every open question of a paused execution, and the commands that continue it. */
export async function showPause(cli: Cli, shed: Toolshed, result: PausedResult): Promise<Outcome> {
  const { pending, executionId, calls } = result;
  const cards = cardsOf(pending, { journal: await shed.journal(executionId), calls, catalog: shed.catalog });
  cli.output.say('', ...resultLines(result, styleOf(cli), cli.now()));
  const { blocks, isShortened } = questionCards(cards, styleOf(cli));
  for (const lines of blocks) cli.output.say('', ...lines);
  if (isShortened) {
    cli.output.say(
      '',
      'Not all of it is shown. Before you approve, read it in full with',
      `  ${cli.prefix} show ${result.executionId}`,
    );
  }
  return adviseOn(cli, result, cards);
}

/** When some questions were answered and one was skipped, the open ones are read again. */
async function explainPause(cli: Cli, shed: Toolshed, id: string): Promise<Outcome> {
  const result = await shed.get(id);
  if (result.status === 'paused')
    return adviseOn(cli, result, cardsOf(result.pending, { journal: await shed.journal(id), calls: result.calls }));
  return showEnd(cli, result);
}

function adviseOn({ output, prefix }: Cli, result: PausedResult, cards: readonly CardFacts[]): Outcome {
  const questions = cards.map(({ question }) => question);
  const next = afterConsent(questions);
  if (next.length > 0) output.say('', ...next.flatMap((line) => wrap(line, output.width)));
  const [words, commands] = output.isAttended
    ? ['Nothing is lost. Continue, now or later, with', adviceFor(questions, prefix)]
    : ['Nothing is lost. A person answers it, now or later, in a terminal with', askingCommands(questions, prefix)];
  output.say('', words, ...commands.map((command) => `  ${output.paint.cyan(command)}`));
  return { exitCode: EXIT.paused, document: result };
}

function explainInterruption(cli: Cli): Outcome {
  cli.output.say('', 'Interrupted. Nothing that was done is lost; see what is open with', `  ${cli.prefix} list`);
  return { exitCode: EXIT.paused, document: { status: 'interrupted' } };
}

const styleOf = ({ output }: Cli): RowStyle => ({ width: output.width, paint: output.paint, amount: 'brief' });
