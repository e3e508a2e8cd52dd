import { ExecutionId, ExecutionSummary } from '@toolshed/kernel';
import { Command, Option } from 'commander';
import { type Act, type Cli, examples, type Outcome } from '../../command/cli.js';
import { shortDuration } from '../../command/duration.js';
import { EXIT } from '../../command/exit-code.js';
import { openToLook } from '../../session/open-for-execution.js';
import type { Paint } from '@toolshed/server/present';
import { type PageFlags, pageDocument, pageLines, readPage, withPages } from '../../command/paging.js';
import { damagedLines } from '../../terminal/view/damaged-lines.js';
import { alignRows, clip, safeText } from '@toolshed/server/present';
import { waitsFor } from '../../terminal/view/result-view.js';
import { sideQuestBanner } from '../../terminal/view/side-quest-lines.js';

/** What an execution is shown as: one that is running and that nobody drives is queued. */
type Status = ExecutionSummary['status'] | 'queued';

interface ListFlags extends PageFlags {
  readonly status?: Status;
  readonly session?: string;
}

export function listCommand(act: Act): Command {
  return withPages(new Command('list'))
    .description('Executions, newest first')
    .addOption(
      new Option('--status <status>', 'only those that are').choices([
        ...ExecutionSummary.shape.status.options,
        'queued',
      ]),
    )
    .option('--session <name>', 'only of this session')
    .addHelpText('after', examples('list --status paused', 'list --session monday --limit 5'))
    .action(act(list));
}

async function list(cli: Cli, { status, session, ...flags }: ListFlags): Promise<Outcome> {
  await using shed = await openToLook(cli);
  const filter = {
    ...(status === undefined ? {} : status === 'queued' ? { queued: true as const } : { status: [status] }),
    ...(session === undefined ? {} : { session }),
  };
  const executions = await readPage(flags, ExecutionId, (page) => shed.list({ ...filter, ...page }));
  const { output } = cli;
  const rows = executions.map((execution) => cells(execution, cli.now(), output.paint));
  if (rows.length === 0) output.say('No executions.');
  else output.say(...alignRows([HEAD.map(output.paint.dim), ...rows]));
  output.say(...damagedLines(executions, output), ...pageLines(executions));
  return { exitCode: EXIT.done, document: pageDocument(executions) };
}

const HEAD = ['execution', 'status', 'age', 'calls', 'waits', 'session'];

function cells(execution: ExecutionSummary, now: number, paint: Paint): readonly string[] {
  const { id, createdAt, calls, openQuestions, session, parent, queued, placement } = execution;
  const status = queued ? 'queued' : execution.status;
  const waits = openQuestions === 0 ? '-' : String(openQuestions);
  return [
    id,
    COLOURS[status](paint)(status),
    shortDuration(now - createdAt),
    String(calls),
    waits,
    clip(safeText(session), 20),
    ...sideQuestBanner(parent),
    ...(queued && placement ? [waitsFor(placement)] : []),
  ];
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
