import { resolve } from 'node:path';
import { Command } from 'commander';
import { type Act, type Cli, examples, type Outcome } from '../../command/cli.js';
import { followExecution } from '../../session/follow-execution.js';
import { readProgram } from '../../session/program/read-program.js';
import { prepareProgram } from '../../session/program/prepare-program.js';
import { sessionHere } from '../../session/place/session-here.js';
import { splitLabels } from '../../command/split-labels.js';

interface RunFlags {
  readonly tools?: readonly string[];
  readonly session?: string;
  readonly agent?: string;
  readonly idempotencyKey?: string;
  readonly placement?: readonly string[];
}

export function runCommand(act: Act): Command {
  return new Command('run')
    .description('Run a program; it stops at the gate before it changes anything')
    .argument('<file>', 'the program, JavaScript or TypeScript; - reads it from standard input')
    .option('--tools <module...>', 'modules that export more tools or plugins')
    .option(
      '--session <name>',
      'the conversation it belongs to; approvals for a session count in it (default: this folder and terminal)',
    )
    .option('--agent <name>', 'who wrote the program')
    .option('--idempotency-key <key>', 'start it once, however often this is called with the same key')
    .option('--placement <labels>', 'run where hosts have these labels: gpu,eu; "" for anywhere', splitLabels)
    .addHelpText(
      'after',
      `${examples('run examples/tidy-notes.ts', 'run report.ts --session monday --tools ./my-tools.ts', 'run - --json < program.ts')}

In a terminal you are asked at the gate. Elsewhere the command prints what waits
and how to go on, and exits with 3. A program whose first comment has a line
"// @scratch <folder>" works on a copy of that folder.`,
    )
    .action(act(run));
}

async function run(cli: Cli, file: string, flags: RunFlags): Promise<Outcome> {
  const { cwd } = cli.environment;
  const program = await readProgram(file, cwd, cli.stdin);
  const config = await cli.loadConfig(await cli.findConfig());
  const toolModules = (flags.tools ?? []).map((path) => resolve(cwd, path));
  const asksHere = cli.output.isInteractive;
  await using shed = await cli.open({ kind: 'run', config, keptBy: config, toolModules, asksHere });
  const { session = sessionHere(cli.environment), agent, idempotencyKey, placement } = flags;
  const start = { program, folder: cwd, config, toolModules, session, agent, idempotencyKey, placement };
  return await followExecution(cli, shed, await prepareProgram(cli, shed, start));
}
