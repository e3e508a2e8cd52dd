// `toolshed take-over`: makes this process the owner of an execution whose owner hangs, and follows it.

import { Command } from 'commander';
import { type Act, type Cli, examples, type Outcome } from '../../command/cli.js';
import { followExecution } from '../../session/follow-execution.js';
import { openForExecution } from '../../session/open-for-execution.js';
import { personAt } from '../../session/answer/person.js';

export function takeOverCommand(act: Act): Command {
  return new Command('take-over')
    .description('Continue an execution whose owner hangs or cannot be reached')
    .argument('<id>', 'an execution (exec_…)')
    .addHelpText('after', examples('take-over exec_…'))
    .action(act(takeOver));
}

async function takeOver(cli: Cli, id: string): Promise<Outcome> {
  await using shed = await openForExecution(cli, id);
  const { logs, emitted } = await shed.get(id);
  const printed = { logs: logs.length, emitted: emitted.length };
  return await followExecution(cli, shed, () => shed.takeOver(id, personAt(cli)), printed);
}
