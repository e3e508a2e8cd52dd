// `toolshed list`: executions page by page, newest first, with the side quests of each beneath it.

import { type EntryOf, ExecutionId, ExecutionSummary } from '@toolshed/kernel';
import { Command, Option } from 'commander';
import { type Act, type Cli, examples, type Outcome } from '../../command/cli.js';
import { shortDuration } from '../../command/flags/duration.js';
import { EXIT } from '../../command/exit-code.js';
import type { Output } from '../../command/output.js';
import { openToLook } from '../../session/open-for-execution.js';
import type { Toolshed } from '@toolshed/runtime';
import type { Paint } from '@toolshed/server/present';
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
import { toolOption } from '../../command/flags/tool-flag.js';
import { executionsCalling } from '../../session/search-audit.js';
import type { PathPattern } from '@toolshed/kernel/runtime';
import { damagedLines } from '../../terminal/view/damaged-lines.js';
import { alignRows, clip, quotedText, safeText, titleOf, wrap } from '@toolshed/server/present';
import { waitsFor } from '../../terminal/view/result-view.js';
import { sideQuestBanner } from '../../terminal/view/side-quest-lines.js';

/** What an execution is shown as: one that is running and that nobody drives is queued. */
type Status = ExecutionSummary['status'] | 'queued';

interface ListFlags extends PageFlags {
  readonly status?: Status;
  readonly session?: string;
  readonly tool?: PathPattern;
}

export function listCommand(act: Act): Command {
  return withPages(new Command('list'))
    .description('Executions, newest first')
    .addOption(
      new Option('--status <status>', 'only executions with this status').choices([
        ...ExecutionSummary.shape.status.options,
        'queued',
      ]),
    )
    .option('--session <name>', 'only of this session')
    .addOption(toolOption('only those that called this tool: fs.write, fs.*, github.**'))
    .addHelpText('after', examples('list --status paused', 'list --session monday --limit 5', 'list --tool fs.write'))
    .action(act(list));
}

async function list(cli: Cli, { status, session, tool, ...flags }: ListFlags): Promise<Outcome> {
  await using shed = await openToLook(cli);
  const filter = {
    ...(status === undefined ? {} : status === 'queued' ? { queued: true as const } : { status: [status] }),
    ...(session === undefined ? {} : { session }),
  };
  const all: Look<ExecutionSummary, ExecutionId> = (page) => shed.list({ ...filter, ...page });
  const calling = tool === undefined ? undefined : await executionsCalling(shed.audit, tool);
  const look =
    calling === undefined
      ? all
      : narrowed(
          all,
          ({ id }) => id,
          ({ id }) => calling.has(id),
        );
  const executions = await readPage(flags, ExecutionId, look);
  const { output } = cli;
  const starts = await Promise.all(executions.map((execution) => startOf(shed, execution)));
  const rows = alignRows([HEAD.map(output.paint.dim), ...executions.map((one) => cells(one, cli.now(), output.paint))]);
  if (executions.length === 0) output.say('No executions.');
  const facts = [
    ...(session === undefined ? [] : [`of session "${safeText(session)}"`]),
    ...(tool === undefined ? [] : [`that called ${tool}`]),
  ];
  const kind = status === undefined ? '' : `${status} `;
  output.say(...titleLines(executions, { one: `${kind}execution`, many: `${kind}executions`, facts }));
  if (executions.length > 0) output.say(rows[0] ?? '');
  for (const [index, execution] of executions.entries())
    output.say(rows[index + 1] ?? '', ...aboutLines(execution, starts[index], output));
  output.say(...damagedLines(executions, output), ...pageLines(executions));
  return { exitCode: EXIT.done, document: pageDocument(executions) };
}

/** A longer journal is not read for a list. */
const MOST_ENTRIES = 2_000;

async function startOf(
  shed: Pick<Toolshed, 'journal'>,
  { id, status, length }: ExecutionSummary,
): Promise<EntryOf<'started'> | undefined> {
  if (status === 'damaged' || length > MOST_ENTRIES) return undefined;
  const [started] = await shed.journal(id);
  return started?.kind === 'started' ? started : undefined;
}

/** What it is and whose. Names of others are quoted, so that none can look like more than a name. */
function aboutLines(
  { session, agent, parent, queued, placement }: ExecutionSummary,
  started: EntryOf<'started'> | undefined,
  { paint, width }: Output,
): readonly string[] {
  const title = started === undefined ? '' : titleOf(started.source);
  const facts = [
    `session ${quotedText(session)}`,
    ...(agent === undefined ? [] : [`agent ${quotedText(agent)}`]),
    ...(started?.purpose ? [PURPOSES[started.purpose.kind]] : []),
    ...(queued && placement ? [waitsFor(placement)] : []),
  ];
  const room = width - INDENT.length;
  return [
    ...(title === '' ? [] : [clip(quotedText(title), room)]),
    ...wrap(facts.join(' · '), room).map((line) => paint.dim(line.trimEnd())),
    ...sideQuestBanner(parent, room).map(paint.yellow),
  ].map((line) => INDENT + line);
}

const INDENT = '  ';

const PURPOSES = { plan: 'a plan', 'approved-plan': 'an approved plan', undo: 'an undo' } as const;

const HEAD = ['execution', 'status', 'age', 'calls', 'waits'];

function cells(execution: ExecutionSummary, now: number, paint: Paint): readonly string[] {
  const { id, createdAt, calls, openQuestions, queued } = execution;
  const status = queued ? 'queued' : execution.status;
  const waits = openQuestions === 0 ? '-' : String(openQuestions);
  return [id, COLOURS[status](paint)(status), shortDuration(now - createdAt), String(calls), waits];
}

const COLOURS = {
  running: (paint) => paint.cyan,
  queued: (paint) => paint.dim,
  paused: (paint) => paint.yellow,
  sleeping: (paint) => paint.cyan,
  completed: (paint) => paint.green,
  failed: (paint) => paint.red,
  cancelled: (paint) => paint.red,
  damaged: (paint) => paint.red,
} as const satisfies Record<Status, (paint: Paint) => (text: string) => string>;
