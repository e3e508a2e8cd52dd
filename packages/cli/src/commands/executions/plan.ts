// `toolshed plan`: makes the plan of a program and shows it. Deciding about it is up to `session/decide-plan.ts`.

import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { type Act, type Cli, examples, type Outcome } from '../../command/cli.js';
import { EXIT } from '../../command/exit-code.js';
import { splitLabels } from '../../command/flags/split-labels.js';
import { type ApproverFlags, approverAt, approverOptions } from '../../session/answer/person.js';
import { decidePlan, WHAT } from '../../session/decide-plan.js';
import { sessionHere } from '../../session/place/session-here.js';
import { chosenProgram, type ProgramFlags, readInput } from '../../session/program/chosen-program.js';
import { startOptions } from '../../session/program/prepare-program.js';

interface PlanFlags extends ApproverFlags, ProgramFlags {
  readonly tools?: readonly string[];
  readonly session?: string;
  readonly agent?: string;
  readonly placement?: readonly string[];
  readonly approve?: true;
}

export function planCommand(act: Act): Command {
  const command = new Command('plan')
    .description('Show what a program would ask, in order, before anything happens')
    .argument('[file]', 'the program, JavaScript or TypeScript; - reads it from standard input')
    .option('--program <path>', 'a saved program instead of a file: team.weeklyReport')
    .option('--input <json>', 'what the program reads as input')
    .option('--tools <module...>', 'modules that export more tools or plugins')
    .option('--session <name>', 'the conversation it belongs to (default: this folder and terminal)')
    .option('--agent <name>', 'who wrote the program')
    .option('--placement <labels>', 'run where hosts have these labels: gpu,eu; "" for anywhere', splitLabels)
    .addOption(new Option('--approve', 'approve exactly what is shown, and run it'))
    .addHelpText(
      'after',
      `${examples('plan report.ts', 'plan report.ts --approve', 'run --plan exec_…')}

Calls of safe tools run. Every other call does nothing, and the program gets a
stand-in for its result. In a terminal you are asked whether to run it;
elsewhere --approve needs an approver's token. A run of an approved plan asks
only about what was not shown.`,
    )
    .action(act(plan));
  for (const option of approverOptions()) command.addOption(option);
  return command;
}

async function plan(cli: Cli, file: string | undefined, flags: PlanFlags): Promise<Outcome> {
  const { cwd } = cli.environment;
  const program = await chosenProgram(cli, file, flags);
  const input = readInput(flags);
  const by = flags.approve ? await approverAt(cli, flags, WHAT) : undefined;
  const config = await cli.loadConfig(await cli.findConfig());
  const toolModules = (flags.tools ?? []).map((path) => resolve(cwd, path));
  const asksHere = cli.output.isInteractive;
  await using shed = await cli.open({ kind: 'run', config, keptBy: config, toolModules, asksHere });
  const { session = sessionHere(cli.environment), agent, placement } = flags;
  const start = { program, folder: cwd, config, toolModules, session, agent, idempotencyKey: undefined, placement };
  const options = await startOptions(cli, start);
  const made =
    'saved' in program
      ? await shed.programs.plan(program.saved, input, options)
      : await shed.plans.make(program.source, { ...options, ...(input === undefined ? {} : { input }) });
  return await decidePlan(cli, shed, made, { unasked: by, flags, leftWith: EXIT.done });
}
