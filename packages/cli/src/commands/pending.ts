import type { OpenQuestion, ParentQuestion } from '@toolshed/kernel';
import { Command } from 'commander';
import { type Act, type Cli, examples, type Outcome } from '../cli.js';
import { shortDuration } from '../duration.js';
import { EXIT } from '../exit-code.js';
import { openToLook } from '../open-for-execution.js';
import { wrap } from '../terminal/columns.js';
import { besideLabel, labelledRow } from '../terminal/labelled-row.js';
import { safeText } from '../terminal/safe-text.js';
import { sideQuestBanner } from '../terminal/side-quest-lines.js';

export function pendingCommand(act: Act): Command {
  return new Command('pending')
    .description('Questions that wait for a person')
    .option('--session <name>', 'only of this session')
    .addHelpText('after', examples('pending', 'pending --json'))
    .action(act(pending));
}

async function pending(cli: Cli, { session }: { readonly session?: string }): Promise<Outcome> {
  await using shed = await openToLook(cli);
  const questions = await shed.pending(session === undefined ? {} : { session });
  const { output, prefix } = cli;
  if (questions.length === 0) output.say('Nothing waits for a person.');
  const quests = new Map((await shed.list({ sideQuests: 'open', limit: MANY })).map(({ id, parent }) => [id, parent]));
  for (const question of questions) output.say(...questionLines(cli, question, quests.get(question.execution)), '');
  if (questions.length > 0)
    output.say(
      `See one in full with  ${prefix} show <execution>`,
      `Answer it with        ${prefix} resume <question> --approve`,
    );
  return { exitCode: EXIT.done, document: questions };
}

const MANY = 1_000;

function questionLines(
  { output, now }: Cli,
  question: OpenQuestion,
  parent: ParentQuestion | undefined,
): readonly string[] {
  const { paint, width } = output;
  const { request, elicitation, execution, session, askedAt, asker } = question;
  const isProgram = asker === 'program';
  const [first = '', ...rest] = wrap(isProgram ? 'A program asks something' : safeText(request.message), width - 2);
  return [
    `${paint.yellow('?')} ${paint.bold(first)}`,
    ...rest.map((line) => `  ${paint.bold(line)}`),
    ...labelledRow('it says', isProgram ? wrap(safeText(request.message), besideLabel(output).width) : [], { paint }),
    ...labelledRow('question', [elicitation], { paint }),
    ...labelledRow('execution', [execution, ...sideQuestBanner(parent)], { paint }),
    ...labelledRow('tool', request.toolPath === undefined || isProgram ? [] : [safeText(request.toolPath)], { paint }),
    ...labelledRow('waits', [`${shortDuration(now() - askedAt)}, in session "${safeText(session)}"`], { paint }),
  ];
}
