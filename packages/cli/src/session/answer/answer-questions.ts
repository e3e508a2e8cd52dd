// The open questions of one execution, answered by the person at the keyboard: one after another, from a list, or all
// at once.

import { InvalidAnswerError, type PendingElicitation } from '@toolshed/kernel';
import {
  DeniedSinceError,
  EditRefusedError,
  type ExecutionResult,
  type PausedResult,
  PreviewChangedError,
  type ResumeAnswers,
  type Toolshed,
} from '@toolshed/runtime';
import type { Cli } from '../../command/cli.js';
import { type CardFacts, cardsOf, waitsForOthers } from '@toolshed/server/present';
import type { Terminal } from '../../terminal/prompt/prompt-terminal.js';
import type { Reply } from '../../terminal/prompt/reply.js';
import { askQuestion } from '../../terminal/prompt/ask-question.js';
import { type ChosenQuestion, chooseQuestion } from '../../terminal/prompt/choose-question.js';
import { unsentLines } from '../../terminal/view/advice.js';
import type { Draft } from '../../terminal/prompt/reply.js';
import { draftOf, problemOf } from '../../terminal/prompt/edit-arguments.js';
import { withSideQuest } from '../../terminal/prompt/side-quest-option.js';
import { closingWords, type QuestionWatch, watchQuestions } from './watch-questions.js';
import { whileRunning } from '../while-running.js';

/** The result afterwards; `undefined` if the person pressed Ctrl-C. */
export type Answered = ExecutionResult | undefined | 'later';

/** Runs something else before a question is answered. */
export type Leave = (elicitationId: string) => Promise<void>;

/** Whether anything is left for the person here to answer. */
export const isForMe = ({ environment }: Cli, { pending }: PausedResult): boolean =>
  pending.some((question) => wantsPerson(question, environment.user));

export interface AnswerOptions {
  readonly leave: Leave;
  /** The question that the person named: it is asked first and by itself. */
  readonly named: string | undefined;
}

/** Asks until no open question can be answered here, or the person leaves. */
export async function answerQuestions(
  cli: Cli,
  shed: Toolshed,
  paused: PausedResult,
  { leave, named }: AnswerOptions,
): Promise<Answered> {
  const terminal = await cli.terminal();
  let result: Answered = named === undefined ? paused : await answerNamed(cli, shed, paused, { leave, named });
  let isOneByOne = false;
  /** Lines of the program that are marked above, in the view that all questions share. */
  const shown = new Set<number>();
  while (result !== undefined && result !== 'later' && result.status === 'paused' && isForMe(cli, result)) {
    const asked = await cardsFor(cli, shed, result);
    const cards = asked.map((card) => aboveIf(shown, card));
    const [first] = cards;
    if (first === undefined) return result;
    using watch = watchQuestions(
      shed,
      cards.map(({ question }) => question),
      cli.now,
    );
    const choice: ChosenQuestion =
      cards.length === 1 || isOneByOne
        ? { kind: 'one', card: first }
        : await chooseQuestion(cards, { ...terminal, prompter: terminal.prompter.until(watch.signal) });
    if (cards.length > 1 && !isOneByOne) for (const line of cards.flatMap(ownLine)) shown.add(line);
    if (choice.kind === 'later') {
      if (watch.over === undefined) return 'later';
      result = await goOnAfter(cli, shed, result, watch.over);
      continue;
    }
    isOneByOne ||= choice.kind === 'one-by-one';
    if (choice.kind === 'all') result = await resume(cli, shed, result, batchOf(cards, choice.answer));
    else
      result = await answerOne(cli, shed, result, {
        card: aboveIf(shown, choice.kind === 'one' ? choice.card : first),
        terminal,
        leave,
      });
  }
  return result;
}

/** Whether its place in the program stands above already. */
const aboveIf = (shown: ReadonlySet<number>, card: CardFacts): CardFacts => ({
  ...card,
  isProgramAbove: ownLine(card).some((line) => shown.has(line)),
});

/** Its line, where the program itself asks; a saved program that it calls has lines of its own. */
const ownLine = ({ place }: CardFacts): readonly number[] =>
  place.inside === undefined && place.line !== undefined ? [place.line] : [];

/** Only the question that the person named; then says what else is open. */
async function answerNamed(
  cli: Cli,
  shed: Toolshed,
  paused: PausedResult,
  { leave, named }: AnswerOptions,
): Promise<Answered> {
  const card = (await cardsFor(cli, shed, paused)).find(({ question }) => question.elicitationId === named);
  if (card === undefined) {
    cli.output.say('', 'The question you named waits for somebody else. Others of its execution wait for you.');
    return paused;
  }
  const answered = await answerOne(cli, shed, paused, { card, terminal: await cli.terminal(), leave });
  if (answered === undefined || answered === 'later' || answered.status !== 'paused' || !isForMe(cli, answered))
    return answered;
  const { length } = await cardsFor(cli, shed, answered);
  cli.output.say('', `${length === 1 ? 'Another question' : `${length} other questions`} of this execution:`);
  return answered;
}

async function cardsFor(
  cli: Cli,
  shed: Toolshed,
  { pending, executionId, calls }: PausedResult,
): Promise<readonly CardFacts[]> {
  const mine = pending.filter((question) => wantsPerson(question, cli.environment.user));
  return cardsOf(mine, { journal: await shed.journal(executionId), calls, catalog: shed.catalog });
}

/** Excludes what waits for another approver, and pages the person agreed to, which wait for their flow. */
export const wantsPerson = (question: PendingElicitation, person: string): boolean =>
  question.consent === undefined && !waitsForOthers(question, person);

/** The prompt closed because its question is over: says so, and follows the execution. */
async function goOnAfter(
  cli: Cli,
  shed: Toolshed,
  { executionId, logs, emitted }: PausedResult,
  over: NonNullable<QuestionWatch['over']>,
  tell = (words: string): void => cli.output.say('', words),
): Promise<ExecutionResult | undefined> {
  tell(await closingWords(shed, over, cli.now()));
  const printed = { logs: logs.length, emitted: emitted.length };
  return await whileRunning(cli, shed, () => shed.wake(executionId), printed);
}

interface Asking {
  readonly card: CardFacts;
  readonly terminal: Terminal;
  readonly leave: Leave;
  /** Why the prompt closed without an answer from here, if the caller has to say so later. */
  readonly tellOver?: (words: string) => void;
}

/** Asks one question. Refused arguments are edited again, so that nothing typed is lost. */
export async function answerOne(
  cli: Cli,
  shed: Toolshed,
  result: PausedResult,
  { card, terminal, leave, tellOver }: Asking,
): Promise<Answered> {
  const { elicitationId } = card.question;
  let refused: Draft | undefined;
  for (;;) {
    using watch = watchQuestions(shed, [card.question], cli.now);
    const leaving = withSideQuest(terminal.prompter.until(watch.signal));
    const reply = await askQuestion(card, { ...terminal, prompter: leaving.prompter }, refused);
    if (reply.kind === 'later' && leaving.isLeaving) {
      refused = reply.draft;
      await leave(elicitationId);
      continue;
    }
    if (reply.kind === 'later') {
      if (reply.draft) cli.output.say('', ...unsentLines(elicitationId, reply.draft, cli.prefix));
      if (watch.over !== undefined) return await goOnAfter(cli, shed, result, watch.over, tellOver);
      return 'later';
    }
    const answers = { [elicitationId]: withSeen(card, reply.answer) };
    try {
      return await resume(cli, shed, result, answers);
    } catch (error) {
      if (reply.answer.args === undefined) throw error;
      refused = refusedDraft(reply.answer.args, error);
    }
  }
}

/** An approval of arguments that somebody else changed names them. */
function withSeen({ question: { approvals } }: CardFacts, answer: Extract<Reply, { kind: 'answer' }>['answer']) {
  const isApproval = 'approved' in answer && answer.approved;
  return isApproval && approvals?.areEdited ? { args: approvals.args, ...answer } : answer;
}

/** What the tool would make of them, where that is why they were refused; otherwise what the person wrote. */
function refusedDraft(args: unknown, error: unknown): Draft {
  if (error instanceof InvalidAnswerError) return draftOf(args, error.issues.map(problemOf));
  if (!(error instanceof EditRefusedError)) throw error;
  return draftOf(error.wouldRun === undefined ? args : JSON.parse(error.wouldRun), [error.message]);
}

const batchOf = (cards: readonly CardFacts[], answer: Extract<Reply, { kind: 'answer' }>['answer']) =>
  Object.fromEntries(cards.map((card) => [card.question.elicitationId, withSeen(card, answer)]));

function resume(
  cli: Cli,
  shed: Toolshed,
  { executionId, logs, emitted }: PausedResult,
  answers: ResumeAnswers['answers'],
): Promise<ExecutionResult | undefined> {
  const by = { principal: cli.environment.user, kind: 'person', channel: 'terminal' } as const;
  const printed = { logs: logs.length, emitted: emitted.length };
  const give = async (): Promise<ExecutionResult> => {
    try {
      return await shed.resume(executionId, { answers, by });
    } catch (error) {
      if (!isOverruled(error)) throw error;
      cli.output.say('', error.message);
      return await shed.wake(executionId);
    }
  };
  return whileRunning(cli, shed, give, printed);
}

/** The answer was refused for a reason the person has to know; the question stays open. */
const isOverruled = (error: unknown): error is DeniedSinceError | PreviewChangedError =>
  error instanceof DeniedSinceError || error instanceof PreviewChangedError;
