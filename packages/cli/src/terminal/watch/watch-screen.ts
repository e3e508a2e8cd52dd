// The live view: draws the state of the store, whichever process wrote it, and answers questions in place.

import { type ElicitationId, ToolshedError, type PendingElicitation } from '@toolshed/kernel';
import type { Toolshed } from '@toolshed/runtime';
import { answerOne, wantsPerson } from '../../session/answer/answer-questions.js';
import type { Cli } from '../../command/cli.js';
import { leaving } from '../../session/follow-execution.js';
import { openForExecution } from '../../session/open-for-execution.js';
import { cardsOf, safeText } from '@toolshed/server/present';
import type { Screen } from './screen.js';
import { type WatchFacts, watchView } from './watch-view.js';

/** How often it is drawn: it shows how long ago things happened. */
const DRAW_MS = 400;
/** How many more of each than the selected one are read. */
const MANY = 200;

/** Until the person leaves, or was interrupted while an execution ran. */
export async function watchScreen(cli: Cli, shed: Toolshed, screen: Screen): Promise<'left' | 'interrupted'> {
  let facts: WatchFacts = { questions: [], open: 0, executions: [], all: 0, selected: 0, note: '', now: cli.now() };
  let isStale = true;
  using _ = shed.changes.subscribe(() => {
    isStale = true;
  });
  for (;;) {
    if (isStale) {
      isStale = false;
      facts = { ...facts, ...(await look(shed, facts)) };
    }
    facts = { ...facts, now: cli.now() };
    screen.draw(watchView(facts, { columns: screen.columns, rows: screen.rows, paint: cli.output.paint }));
    const event = await screen.next(DRAW_MS);
    const { questions, selected } = facts;
    const question = questions[selected];
    if (event === 'leave') return 'left';
    if (event === 'up') facts = { ...facts, selected: Math.max(0, selected - 1) };
    if (event === 'down') {
      facts = { ...facts, selected: Math.max(0, Math.min(questions.length - 1, selected + 1)) };
      const isNearEnd = questions.length < facts.open && facts.selected + MANY / 2 >= questions.length;
      if (isNearEnd) isStale = true;
    }
    if (event !== 'open' || question === undefined) continue;
    const note = await screen.aside(() => answerInPlace(cli, question));
    if (note === undefined) return 'interrupted';
    facts = { ...facts, note };
    isStale = true;
  }
}

/** The selected question stays selected wherever it has moved to. */
async function look(
  shed: Toolshed,
  before: WatchFacts,
): Promise<Pick<WatchFacts, 'questions' | 'open' | 'executions' | 'all' | 'selected'>> {
  const open = await shed.pending({ limit: before.selected + MANY });
  const questions = [...open].sort((a, b) => b.askedAt - a.askedAt);
  const executions = await shed.list({ limit: MANY });
  const chosen = before.questions[before.selected]?.elicitationId;
  const at = questions.findIndex(({ elicitationId }) => elicitationId === chosen);
  const selected = at < 0 ? Math.max(0, Math.min(before.selected, questions.length - 1)) : at;
  return { questions, open: open.total, executions, all: executions.total, selected };
}

/** The outcome, in safe text; `undefined` if the person interrupted what followed. */
async function answerInPlace(cli: Cli, { elicitationId }: PendingElicitation): Promise<string | undefined> {
  try {
    // With the tools the execution was started with, and no others: this continues it.
    await using shed = await openForExecution(cli, elicitationId);
    return await answer(cli, shed, elicitationId);
  } catch (error) {
    if (error instanceof ToolshedError) return `✖ ${safeText(error.message)}`;
    throw error;
  }
}

async function answer(cli: Cli, shed: Toolshed, elicitation: ElicitationId): Promise<string | undefined> {
  const result = await shed.get(elicitation);
  if (result.status !== 'paused') return 'It was answered meanwhile.';
  const { executionId, pending, calls } = result;
  const cards = cardsOf(pending, { journal: await shed.journal(executionId), calls, catalog: shed.catalog });
  const card = cards.find(({ question }) => question.elicitationId === elicitation);
  if (card === undefined) return 'It was answered meanwhile.';
  if (!wantsPerson(card.question, cli.environment.user))
    return 'You have answered this question; it waits for somebody else.';
  let over: string | undefined;
  const answered = await answerOne(cli, shed, result, {
    card,
    terminal: await cli.terminal(),
    leave: leaving(cli, shed),
    tellOver: (words) => {
      over = words;
    },
  });
  if (answered === 'later') return 'Nothing was answered.';
  return answered === undefined ? undefined : (over ?? `Answered. ${executionId} is ${answered.status}.`);
}
