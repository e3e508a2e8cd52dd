// `toolshed wake`: continues executions that are due or were interrupted, one after another.

import { listAll } from '@toolshed/runtime';
import type { ExecutionId } from '@toolshed/kernel';
import { Command } from 'commander';
import { type Act, type Cli, examples, type Outcome } from '../../command/cli.js';
import { EXIT } from '../../command/exit-code.js';
import { followExecution } from '../../session/follow-execution.js';
import { openForExecution, openToLook } from '../../session/open-for-execution.js';

export function wakeCommand(act: Act): Command {
  return new Command('wake')
    .description('Continue executions that are due, or that a crash interrupted')
    .argument('[id]', 'one execution (exec_…); every one that is due, if none is named')
    .addHelpText('after', examples('wake', 'wake exec_…'))
    .action(act(wake));
}

async function wake(cli: Cli, id: string | undefined): Promise<Outcome> {
  if (id !== undefined) return await wakeOne(cli, id);
  const ids = await dueIds(cli);
  if (ids.length === 0) cli.output.say('Nothing is due.');
  const documents: unknown[] = [];
  for (const due of ids) documents.push((await wakeOne(cli, due)).document);
  return { exitCode: EXIT.done, document: documents };
}

/** Each with the tools it was started with, which may differ from one to the next. */
async function wakeOne(cli: Cli, id: string): Promise<Outcome> {
  await using shed = await openForExecution(cli, id);
  const { logs, emitted } = await shed.get(id);
  return await followExecution(cli, shed, () => shed.wake(id), { logs: logs.length, emitted: emitted.length });
}

async function dueIds(cli: Cli): Promise<readonly ExecutionId[]> {
  await using shed = await openToLook(cli);
  const timed = await listAll(shed.list, { status: ['sleeping', 'paused'], dueBy: cli.now() });
  const running = await listAll(shed.list, { status: ['running'] });
  return [...timed, ...running].map((summary) => summary.id);
}
