import { resolve } from 'node:path';
import type { Toolshed } from '@toolshed/runtime';
import { Command, Option } from 'commander';
import { z } from 'zod';
import { type ApproverFlags, approverAt, approverOptions } from '../../session/answer/person.js';
import { openForExecution } from '../../session/open-for-execution.js';
import { runPlan, showPlan } from './plan.js';
import { type Act, type Cli, examples, type Outcome } from '../../command/cli.js';
import { followExecution } from '../../session/follow-execution.js';
import { readProgram } from '../../session/program/read-program.js';
import { prepareProgram, type Start } from '../../session/program/prepare-program.js';
import { sessionHere } from '../../session/place/session-here.js';
import { readJsonFlag } from '../../command/json-flag.js';
import { UsageError } from '../../command/usage-error.js';
import { splitLabels } from '../../command/split-labels.js';

interface RunFlags extends ApproverFlags {
  readonly tools?: readonly string[];
  readonly session?: string;
  readonly agent?: string;
  readonly idempotencyKey?: string;
  readonly program?: string;
  readonly input?: string;
  readonly placement?: readonly string[];
  readonly plan?: string;
}

export function runCommand(act: Act): Command {
  const command = new Command('run')
    .description('Run a program; it stops at the gate before it changes anything')
    .argument('[file]', 'the program, JavaScript or TypeScript; - reads it from standard input')
    .option('--program <path>', 'a saved program instead of a file: team.weeklyReport')
    .option('--input <json>', 'what the program reads as input')
    .option('--tools <module...>', 'modules that export more tools or plugins')
    .option(
      '--session <name>',
      'the conversation it belongs to; approvals for a session count in it (default: this folder and terminal)',
    )
    .option('--agent <name>', 'who wrote the program')
    .option('--idempotency-key <key>', 'start it once, however often this is called with the same key')
    .option('--placement <labels>', 'run where hosts have these labels: gpu,eu; "" for anywhere', splitLabels)
    .addOption(
      new Option('--plan <id>', 'approve this plan of the file, and ask only about what it does not show').conflicts([
        'tools',
        'session',
        'agent',
        'idempotencyKey',
        'placement',
        'program',
        'input',
      ]),
    )
    .addHelpText(
      'after',
      `${examples('run examples/tidy-notes.ts', 'run report.ts --session monday --tools ./my-tools.ts', 'run - --json < program.ts')}

In a terminal you are asked at the gate. Elsewhere the command prints what waits
and how to continue, and exits with 3. A program whose first comment has a line
"// @scratch <folder>" works on a copy of that folder.`,
    )
    .action(act(run));
  for (const option of approverOptions()) command.addOption(option);
  return command;
}

async function run(cli: Cli, file: string | undefined, flags: RunFlags): Promise<Outcome> {
  const { cwd } = cli.environment;
  const program = await programOf(cli, file, flags);
  if (flags.plan !== undefined && !('saved' in program))
    return await runPlanned(cli, program.source, flags.plan, flags);
  const input =
    flags.input === undefined ? undefined : z.json().parse(readJsonFlag('--input', flags.input, `'{"n":1}'`));
  const config = await cli.loadConfig(await cli.findConfig());
  const toolModules = (flags.tools ?? []).map((path) => resolve(cwd, path));
  const asksHere = cli.output.isInteractive;
  await using shed = await cli.open({ kind: 'run', config, keptBy: config, toolModules, asksHere });
  const { session = sessionHere(cli.environment), agent, idempotencyKey, placement } = flags;
  const start = { program, folder: cwd, config, toolModules, session, agent, idempotencyKey, placement, input };
  return await followExecution(cli, shed, await prepareProgram(cli, shed, start));
}

async function programOf(cli: Cli, file: string | undefined, { program }: RunFlags): Promise<Start['program']> {
  if (file !== undefined && program === undefined) return readProgram(file, cli.environment.cwd, cli.stdin);
  if (program !== undefined && file === undefined) return { saved: program };
  throw new UsageError('usage/no-program', 'Cannot run: name either a file or, with --program, a saved program');
}

/** The person who approves is shown the plan as it is kept; the run is of that very program. */
async function runPlanned(cli: Cli, source: string, id: string, flags: RunFlags): Promise<Outcome> {
  const by = await approverAt(cli, flags, 'approve the plan');
  await using shed = await openForExecution(cli, id);
  const plan = await shed.plans.get(id);
  if ((await plannedSource(shed, id)) !== source)
    throw new UsageError('usage/other-program', `Cannot run the plan ${id}: the file has changed since; plan it again`);
  showPlan(cli, plan, source);
  return await runPlan(cli, shed, plan, by);
}

async function plannedSource(shed: Toolshed, id: string): Promise<string | undefined> {
  const [started] = await shed.journal(id);
  return started?.kind === 'started' ? started.source : undefined;
}
