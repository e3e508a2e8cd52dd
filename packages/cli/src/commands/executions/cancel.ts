import { Command } from 'commander';
import { type Act, type Cli, examples, type Outcome } from '../../command/cli.js';
import { EXIT } from '../../command/exit-code.js';
import { openToLook } from '../../session/open-for-execution.js';
import { personAt } from '../../session/answer/person.js';
import { resultLines } from '../../terminal/view/result-view.js';

export function cancelCommand(act: Act): Command {
  return new Command('cancel')
    .description('End an execution; its waiting calls never run')
    .argument('<id>', 'an execution (exec_…) or one of its questions (elic_…)')
    .option('--reason <text>', 'why; it is kept in the journal')
    .addHelpText('after', examples('cancel exec_… --reason "started by mistake"'))
    .action(act(cancel));
}

async function cancel(cli: Cli, id: string, { reason }: { readonly reason?: string }): Promise<Outcome> {
  const { output } = cli;
  await using shed = await openToLook(cli);
  const result = await shed.cancel(id, reason, personAt(cli));
  output.say(...resultLines(result, { width: output.width, paint: output.paint, amount: 'brief' }, cli.now()));
  return { exitCode: EXIT.done, document: result };
}
