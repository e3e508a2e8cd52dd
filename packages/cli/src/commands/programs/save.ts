// `toolshed save`: makes a tool of the program of a completed execution.

import { Command } from 'commander';
import { safeText, wrap } from '@toolshed/server/present';
import { z } from 'zod';
import { type Act, type Cli, examples, type Outcome } from '../../command/cli.js';
import { EXIT } from '../../command/exit-code.js';
import { readJsonFile } from '../../command/flags/json-flag.js';
import { type ApproverFlags, approverAt, approverOptions } from '../../session/answer/person.js';
import { openForExecution } from '../../session/open-for-execution.js';

interface SaveFlags extends ApproverFlags {
  readonly as: string;
  readonly input?: string;
  readonly description?: string;
}

export function saveCommand(act: Act): Command {
  const command = new Command('save')
    .description('Save the program of a completed execution as a tool that other programs call')
    .argument('<execution>', 'its id, exec_…')
    .requiredOption('--as <path>', 'a namespace of its own and a name: team.weeklyReport')
    .option('--input <file>', 'a JSON Schema of what it takes; the program reads it as input')
    .option('--description <text>', 'what it does (default: the comment it begins with)')
    .addHelpText(
      'after',
      `${examples('save exec_… --as team.weeklyReport', 'save exec_… --as team.weeklyReport --input schema.json')}

Saving under the same name again makes the next version. Every call inside of the
program still asks, for every caller.`,
    )
    .action(act(save));
  for (const option of approverOptions()) command.addOption(option);
  return command;
}

async function save(cli: Cli, id: string, flags: SaveFlags): Promise<Outcome> {
  const { as, input, description } = flags;
  const schema = input === undefined ? {} : { input: z.json().parse(await readJsonFile('--input', input, cli)) };
  const by = await approverAt(cli, flags, `save a program as "${as}"`);
  // With the tools of its config: a name that one of them has is refused.
  await using shed = await openForExecution(cli, id);
  const about = description === undefined ? {} : { description };
  const saved = await shed.programs.save(id, { as, by, ...schema, ...about });
  cli.output.say(
    ...wrap(`Saved as ${saved.path}, version ${saved.version}: ${safeText(saved.description)}`, cli.output.width),
    `Run it with  ${cli.prefix} run --program ${saved.path}`,
  );
  return { exitCode: EXIT.done, document: saved };
}
