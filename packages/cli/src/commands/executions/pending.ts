// `toolshed pending`: open questions page by page, with the command that answers each.

import { listAll } from '@toolshed/runtime';
import { ElicitationId, type ParentQuestion, type PendingElicitation } from '@toolshed/kernel';
import { Command } from 'commander';
import { type Act, type Cli, examples, type Outcome } from '../../command/cli.js';
import { shortDuration } from '../../command/flags/duration.js';
import { EXIT } from '../../command/exit-code.js';
import { openToLook } from '../../session/open-for-execution.js';
import { narrowed } from '../../command/narrowed-list.js';
import {
  type Look,
  type PageFlags,
  pageDocument,
  pageLines,
  readPage,
  titleLines,
  withPages,
} from '../../command/paging.js';
import { isTool, toolOption } from '../../command/flags/tool-flag.js';
import type { PathPattern } from '@toolshed/kernel/runtime';
import {
  approvalLines,
  besideLabel,
  labelledRow,
  originRow,
  requestRows,
  safeText,
  shorten,
  wrap,
} from '@toolshed/server/present';
import { damagedLines } from '../../terminal/view/damaged-lines.js';
import { sideQuestBanner } from '../../terminal/view/side-quest-lines.js';

export function pendingCommand(act: Act): Command {
  return withPages(new Command('pending'))
    .description('Questions that wait for a person, newest first')
    .option('--session <name>', 'only of this session')
    .addOption(toolOption('only about this tool: fs.write, fs.*, github.**'))
    .addHelpText(
      'after',
      examples('pending', 'pending --session monday --tool fs.write', 'pending --all', 'pending --json'),
    )
    .action(act(pending));
}

interface PendingFlags extends PageFlags {
  readonly session?: string;
  readonly tool?: PathPattern;
}

async function pending(cli: Cli, { session, tool, ...flags }: PendingFlags): Promise<Outcome> {
  await using shed = await openToLook(cli);
  const filter = session === undefined ? {} : { session };
  const all: Look<PendingElicitation, ElicitationId> = (page) => shed.pending({ ...filter, ...page });
  const look = tool === undefined ? all : narrowed(all, idOf, ({ toolPath }) => isTool(tool, toolPath));
  const questions = await readPage(flags, ElicitationId, look);
  const { output, prefix } = cli;
  if (questions.length === 0) output.say('Nothing waits for a person.');
  const facts = [
    ...(session === undefined ? [] : [`in session "${safeText(session)}"`]),
    ...(tool === undefined ? [] : [`about ${tool}`]),
  ];
  const title = { one: 'question waits for a person', many: 'questions wait for a person', facts };
  output.say(...titleLines(questions, title).flatMap((line) => [line, '']));
  const open = await listAll(shed.list, { sideQuests: 'open' });
  const quests = new Map(open.map(({ id, parent }) => [id, parent]));
  for (const question of asAsked(questions))
    output.say(...questionLines(cli, question, quests.get(question.executionId)), '');
  if (questions.length > 0)
    output.say(`See one in full with  ${prefix} show <execution>`, `Answer it with        ${prefix} resume <question>`);
  const damaged = await listAll(shed.list, { status: ['damaged'] });
  output.say(...pageLines(questions), ...damagedLines(damaged, output));
  return { exitCode: EXIT.done, document: pageDocument(questions) };
}

const idOf = ({ elicitationId }: PendingElicitation): ElicitationId => elicitationId;

/** Newest first; those of one execution that stand together in the order of its calls. */
function asAsked(questions: readonly PendingElicitation[]): readonly PendingElicitation[] {
  const groups: PendingElicitation[][] = [];
  for (const question of questions) {
    const [first] = groups.at(-1) ?? [];
    if (first?.executionId === question.executionId) groups.at(-1)?.push(question);
    else groups.push([question]);
  }
  return groups.flatMap((group) => group.toSorted((a, b) => a.call - b.call));
}

function questionLines(
  { output, now }: Cli,
  question: PendingElicitation,
  parent: ParentQuestion | undefined,
): readonly string[] {
  const { paint, width } = output;
  const { request, message, toolPath, elicitationId, executionId, session, askedAt, asker, approvals } = question;
  const isProgram = asker === 'program';
  const style = { width, paint, amount: 'brief' } as const;
  const words = (columns: number): readonly string[] =>
    shorten(wrap(safeText(message), columns), 'brief', `, ${message.length} characters in all`).lines;
  const [first = '', ...rest] = isProgram ? ['A program asks something'] : words(width - 2);
  return [
    `${paint.yellow('?')} ${paint.bold(first)}`,
    ...rest.map((line) => `  ${paint.bold(line)}`),
    ...labelledRow('it says', isProgram ? words(besideLabel(style).width) : [], { paint }),
    ...requestRows(request, style, besideLabel(style)).lines,
    ...labelledRow('question', [elicitationId], { paint }),
    ...labelledRow('execution', [executionId, ...sideQuestBanner(parent, besideLabel(style).width)], { paint }),
    ...labelledRow('tool', toolPath === undefined || isProgram ? [] : [safeText(toolPath)], { paint }),
    ...originRow(request, style),
    ...labelledRow(
      'approvals',
      approvals === undefined ? [] : wrap(approvalLines(approvals), besideLabel(output).width),
      { paint },
    ),
    ...labelledRow('waits', [`${shortDuration(now() - askedAt)}, in session "${safeText(session)}"`], { paint }),
  ];
}
