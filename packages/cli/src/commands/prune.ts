import { Command } from 'commander';
import { type Act, type Cli, examples, type Outcome } from '../cli.js';
import { parseDuration } from '../duration.js';
import { EXIT } from '../exit-code.js';
import { openToLook } from '../open-for-execution.js';

export function pruneCommand(act: Act): Command {
  return new Command('prune')
    .description('Forget executions that ended long ago; those that wait are never touched')
    .requiredOption('--older-than <duration>', 'ended before this long ago: 12h, 30d, 8w', parseDuration)
    .addHelpText('after', examples('prune --older-than 30d'))
    .action(act(prune));
}

async function prune(cli: Cli, { olderThan }: { readonly olderThan: number }): Promise<Outcome> {
  await using shed = await openToLook(cli);
  const count = await shed.prune(olderThan);
  cli.output.say(`Forgot ${count} ${count === 1 ? 'execution' : 'executions'}.`);
  return { exitCode: EXIT.done, document: { pruned: count } };
}
