// `toolshed run`: starts a program, a saved program or an approved plan, and follows it (`session/follow-execution.ts`).

import { resolve } from 'node:path';
import type { AnsweredBy } from '@toolshed/kernel';
import { Command, Option } from 'commander';
import { type ApproverFlags, approverAt, approverOptions } from '../../session/answer/person.js';
import { openForExecution } from '../../session/open-for-execution.js';
import { type Act, type Cli, examples, type Outcome } from '../../command/cli.js';
import { EXIT } from '../../command/exit-code.js';
import { followExecution } from '../../session/follow-execution.js';
import { decidePlan, WHAT } from '../../session/decide-plan.js';
import { chosenProgram, type ProgramFlags, readInput, sourceOf } from '../../session/program/chosen-program.js';
import { prepareProgram } from '../../session/program/prepare-program.js';
import { readProgram } from '../../session/program/read-program.js';
import { sessionHere } from '../../session/place/session-here.js';
import { UsageError } from '../../command/usage-error.js';
import { splitLabels } from '../../command/flags/split-labels.js';

interface RunFlags extends ApproverFlags, ProgramFlags {
  readonly tools?: readonly string[];
  readonly session?: string;
  readonly agent?: string;
  readonly idempotencyKey?: string;
  readonly placement?: readonly string[];
  readonly plan?: string;
  readonly approve?: true;
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
      new Option(
        '--plan <id>',
        'show this plan and ask; then run it, asking only about what it does not show',
      ).conflicts(['tools', 'session', 'agent', 'idempotencyKey', 'placement', 'program', 'input']),
    )
    .addOption(new Option('--approve', 'with --plan, where no prompt can be shown: approve it'))
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
  if (flags.plan !== undefined) return await runPlanned(cli, file, flags.plan, flags);
  if (flags.approve)
    throw new UsageError('usage/approve-what', 'Cannot run: --approve is for a plan; name it with --plan');
  const program = await chosenProgram(cli, file, flags);
  const input = readInput(flags);
  const config = await cli.loadConfig(await cli.findConfig());
  const toolModules = (flags.tools ?? []).map((path) => resolve(cwd, path));
  const asksHere = cli.output.isInteractive;
  await using shed = await cli.open({ kind: 'run', config, keptBy: config, toolModules, asksHere });
  const { session = sessionHere(cli.environment), agent, idempotencyKey, placement } = flags;
  const start = { program, folder: cwd, config, toolModules, session, agent, idempotencyKey, placement, input };
  return await followExecution(cli, shed, await prepareProgram(cli, shed, start));
}

/** The run is of the program that the plan is of, whatever has become of its file. */
async function runPlanned(cli: Cli, file: string | undefined, id: string, flags: RunFlags): Promise<Outcome> {
  const unasked = cli.output.isInteractive ? undefined : await unaskedApprover(cli, id, flags);
  const given = file === undefined ? undefined : await readProgram(file, cli.environment.cwd, cli.stdin);
  await using shed = await openForExecution(cli, id);
  const plan = await shed.plans.get(id);
  if (given !== undefined && given.source !== (await sourceOf(shed, id)))
    throw new UsageError('usage/other-program', `Cannot run the plan ${id}: the file has changed since; plan it again`);
  return await decidePlan(cli, shed, plan, { unasked, flags, leftWith: EXIT.paused });
}

/** Threat: a plan that nobody has read, approved because its command was typed where no prompt can be shown. */
async function unaskedApprover(cli: Cli, id: string, flags: RunFlags): Promise<AnsweredBy> {
  const isProved = flags.token !== undefined || flags.yesAsPerson === true;
  if (cli.output.isAttended && !isProved && !flags.approve)
    throw new UsageError(
      'usage/not-asked',
      `Cannot ask about the plan ${id}: no prompt can be shown here. Read it with "toolshed show ${id}", then add --approve`,
    );
  return await approverAt(cli, flags, WHAT);
}
