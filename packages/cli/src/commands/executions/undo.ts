// `toolshed undo`: starts the execution that reverts another one, and follows it.

import { Command } from 'commander';
import { type Act, type Cli, examples, type Outcome } from '../../command/cli.js';
import { personAt } from '../../session/answer/person.js';
import { followExecution } from '../../session/follow-execution.js';
import { openForExecution } from '../../session/open-for-execution.js';

export function undoCommand(act: Act): Command {
  return new Command('undo')
    .description('Undo what an execution did, newest call first; each revert asks')
    .argument('<id>', 'an execution (exec_…) that has ended')
    .addHelpText(
      'after',
      `${examples('undo exec_…')}

Only calls of tools that offer it can be undone, each once. The result says which
were undone, and which cannot be. Called again, a waiting undo continues.`,
    )
    .action(act(undo));
}

async function undo(cli: Cli, id: string): Promise<Outcome> {
  await using shed = await openForExecution(cli, id);
  return await followExecution(cli, shed, () => shed.undo(id, { by: personAt(cli) }));
}
