import { resolve } from 'node:path';
import type { Plan, Toolshed } from '@toolshed/runtime';
import { planLines } from '@toolshed/server/present';
import { Command, Option } from 'commander';
import { type Act, type Cli, examples, type Outcome } from '../../command/cli.js';
import { EXIT } from '../../command/exit-code.js';
import { splitLabels } from '../../command/split-labels.js';
import { type ApproverFlags, approverAt, approverOptions } from '../../session/answer/person.js';
import { followExecution } from '../../session/follow-execution.js';
import { sessionHere } from '../../session/place/session-here.js';
import { startOptions } from '../../session/program/prepare-program.js';
import { readProgram } from '../../session/program/read-program.js';

interface PlanFlags extends ApproverFlags {
  readonly tools?: readonly string[];
  readonly session?: string;
  readonly agent?: string;
  readonly placement?: readonly string[];
  readonly approve?: true;
}

export function planCommand(act: Act): Command {
  const command = new Command('plan')
    .description('Show what a program would ask, in order, before anything happens')
    .argument('<file>', 'the program, JavaScript or TypeScript; - reads it from standard input')
    .option('--tools <module...>', 'modules that export more tools or plugins')
    .option('--session <name>', 'the conversation it belongs to (default: this folder and terminal)')
    .option('--agent <name>', 'who wrote the program')
    .option('--placement <labels>', 'run where hosts have these labels: gpu,eu; "" for anywhere', splitLabels)
    .addOption(new Option('--approve', 'approve exactly what is shown, and run it'))
    .addHelpText(
      'after',
      `${examples('plan report.ts', 'plan report.ts --approve', 'run report.ts --plan exec_…')}

Calls of safe tools run. Every other call does nothing, and the program gets a
stand-in for its result. In a terminal you are asked whether to run it;
elsewhere --approve needs an approver's token. A run of an approved plan asks
only about what was not shown.`,
    )
    .action(act(plan));
  for (const option of approverOptions()) command.addOption(option);
  return command;
}

async function plan(cli: Cli, file: string, flags: PlanFlags): Promise<Outcome> {
  const { cwd } = cli.environment;
  const program = await readProgram(file, cwd, cli.stdin);
  const by = flags.approve ? await approverAt(cli, flags, 'approve the plan') : undefined;
  const config = await cli.loadConfig(await cli.findConfig());
  const toolModules = (flags.tools ?? []).map((path) => resolve(cwd, path));
  const asksHere = cli.output.isInteractive;
  await using shed = await cli.open({ kind: 'run', config, keptBy: config, toolModules, asksHere });
  const { session = sessionHere(cli.environment), agent, placement } = flags;
  const start = { program, folder: cwd, config, toolModules, session, agent, idempotencyKey: undefined, placement };
  const made = await shed.plans.make(program.source, await startOptions(cli, start));
  showPlan(cli, made, program.source);
  if (!cli.output.isInteractive && by !== undefined) return await runPlan(cli, shed, made, by);
  // What nobody has seen yet is not approved by a flag where somebody can look at it.
  if (cli.output.isInteractive && made.status === 'ready') {
    const { prompter } = await cli.terminal();
    const chosen = await prompter.select('Run it?', [
      { value: 'no', label: 'No' },
      { value: 'yes', label: 'Approve exactly these calls, and run it' },
    ]);
    if (chosen === 'yes')
      return await runPlan(cli, shed, made, by ?? (await approverAt(cli, flags, 'approve the plan')));
  }
  return { exitCode: made.status === 'ready' ? EXIT.done : EXIT.failed, document: made };
}

/** In full: nobody approves what they were not shown. */
export function showPlan({ output }: Cli, made: Plan, source: string): void {
  output.say(...planLines(made, source, { width: output.width, paint: output.paint, amount: 'full' }));
}

/** Runs what a person was shown. */
export const runPlan = (
  cli: Cli,
  shed: Toolshed,
  { planId, digest }: Plan,
  by: Awaited<ReturnType<typeof approverAt>>,
): Promise<Outcome> => followExecution(cli, shed, () => shed.plans.approve(planId, { shown: digest, by }));
