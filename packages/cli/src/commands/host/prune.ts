// `toolshed prune`: removes executions that ended before a time, or forgets one that is damaged.

import { writeFile } from 'node:fs/promises';
import { makeFolder } from '@toolshed/runtime';
import { join } from 'node:path';
import type { Toolshed } from '@toolshed/runtime';
import { Command } from 'commander';
import { type Act, type Cli, examples, type Outcome } from '../../command/cli.js';
import { parseDuration } from '../../command/flags/duration.js';
import { EXIT } from '../../command/exit-code.js';
import { openToLook } from '../../session/open-for-execution.js';
import { personAt } from '../../session/answer/person.js';
import { UsageError } from '../../command/usage-error.js';

interface PruneFlags {
  readonly olderThan?: number;
  readonly damaged?: string;
}

export function pruneCommand(act: Act): Command {
  return new Command('prune')
    .description('Remove executions that ended long ago, or one that is damaged; those that wait are never touched')
    .option('--older-than <duration>', 'ended before this long ago: 12h, 30d, 8w', parseDuration)
    .option('--damaged <id>', 'an execution that cannot be read; what is left of it is written to a file')
    .addHelpText('after', examples('prune --older-than 30d', 'prune --damaged exec_…'))
    .action(act(prune));
}

async function prune(cli: Cli, { olderThan, damaged }: PruneFlags): Promise<Outcome> {
  if ((olderThan === undefined) === (damaged === undefined))
    throw new UsageError('usage/prune', 'Cannot prune: say what to remove, with either --older-than or --damaged');
  await using shed = await openToLook(cli);
  if (damaged !== undefined) return await retire(cli, shed, damaged);
  const count = await shed.prune(olderThan ?? 0);
  cli.output.say(`Removed ${count} ${count === 1 ? 'execution' : 'executions'}.`);
  return { exitCode: EXIT.done, document: { pruned: count } };
}

async function retire(cli: Cli, shed: Toolshed, id: string): Promise<Outcome> {
  const folder = join(cli.environment.home, 'retired');
  const file = join(folder, `${await shed.locate(id)}.jsonl`);
  const keep = async (remains: readonly string[]): Promise<void> => {
    makeFolder(folder);
    await writeFile(file, remains.map((line) => `${line}\n`).join(''), { mode: 0o600, flush: true });
  };
  await shed.retire(id, keep, personAt(cli));
  cli.output.say(`Removed the damaged execution ${id}. What is left of it is in ${file}`);
  return { exitCode: EXIT.done, document: { pruned: 1, kept: file } };
}
