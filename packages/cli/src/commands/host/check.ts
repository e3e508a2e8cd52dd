// `toolshed check`: checks a program against the types of the tools of this config. Runs nothing.

import { showProblems } from '@toolshed/runtime/agent';
import { Command } from 'commander';
import { type Act, type Cli, examples, type Outcome } from '../../command/cli.js';
import { EXIT } from '../../command/exit-code.js';
import { UsageError } from '../../command/usage-error.js';
import { openWithTools } from '../../session/open-with-tools.js';
import { readProgram } from '../../session/program/read-program.js';

interface CheckFlags {
  readonly tools?: readonly string[];
}

export function checkCommand(act: Act): Command {
  return new Command('check')
    .description('Check a program against the types of the tools, without running it')
    .argument('<file>', 'the program, JavaScript or TypeScript; - reads it from standard input')
    .option('--tools <module...>', 'modules that export more tools or plugins')
    .addHelpText('after', examples('check report.ts', 'check - --json < program.ts'))
    .action(act(check));
}

async function check(cli: Cli, file: string, { tools }: CheckFlags): Promise<Outcome> {
  const { source } = await readProgram(file, cli.environment.cwd, cli.stdin);
  await using shed = await openWithTools(cli, tools);
  const outcome = await shed.check(source);
  if (outcome.kind === 'not-checked')
    throw new UsageError('program/not-checked', `Cannot check the program: ${outcome.reason}`);
  const { problems } = outcome;
  if (problems.length === 0) cli.output.say('No problems.');
  else cli.output.say(...showProblems(problems).split('\n'));
  return { exitCode: problems.length === 0 ? EXIT.done : EXIT.failed, document: { problems } };
}
