// `toolshed reask`: asks an expired question again, and follows its execution.

import { Command } from 'commander';
import { type Act, type Cli, examples, type Outcome } from '../../command/cli.js';
import { followExecution } from '../../session/follow-execution.js';
import { openForExecution } from '../../session/open-for-execution.js';

export function reaskCommand(act: Act): Command {
  return new Command('reask')
    .description('Ask an expired question again')
    .argument('<id>', 'the question (elic_…)')
    .addHelpText('after', examples('reask elic_…'))
    .action(act(reask));
}

async function reask(cli: Cli, id: string): Promise<Outcome> {
  await using shed = await openForExecution(cli, id);
  const { logs, emitted } = await shed.get(id);
  return await followExecution(cli, shed, () => shed.reask(id), { logs: logs.length, emitted: emitted.length });
}
