// `toolshed cancel`: ends an execution, and says if it had ended before.

import type { ExecutionResult } from '@toolshed/runtime';
import { wrap } from '@toolshed/server/present';
import { Command } from 'commander';
import { type Act, type Cli, examples, type Outcome } from '../../command/cli.js';
import { EXIT } from '../../command/exit-code.js';
import { openToLook } from '../../session/open-for-execution.js';
import { personAt } from '../../session/answer/person.js';
import { resultLines } from '../../terminal/view/result-view.js';

export function cancelCommand(act: Act): Command {
  return new Command('cancel')
    .description('End an execution; its waiting calls never run')
    .argument('<id>', 'an execution (exec_…), a plan, or one of its questions (elic_…)')
    .option('--reason <text>', 'why; it is kept in the journal')
    .addHelpText('after', examples('cancel exec_… --reason "started by mistake"'))
    .action(act(cancel));
}

async function cancel(cli: Cli, id: string, { reason }: { readonly reason?: string }): Promise<Outcome> {
  const { output } = cli;
  await using shed = await openToLook(cli);
  const result = await shed.cancel(id, reason, personAt(cli));
  const style = { width: output.width, paint: output.paint, amount: 'brief' } as const;
  output.say(
    ...resultLines(result, style, cli.now()),
    ...afterwards(result).flatMap((words) => wrap(words, output.width)),
  );
  return { exitCode: result.status === 'cancelled' ? EXIT.done : EXIT.failed, document: result };
}

/** What the result alone does not say. */
function afterwards({ status, purpose }: ExecutionResult): readonly string[] {
  if (status !== 'cancelled') return ['It had ended before, so nothing was cancelled.'];
  return purpose?.kind === 'plan'
    ? ['It lets nothing through any more, and its run is cancelled, if one had begun. What that has done stays done.']
    : [];
}
