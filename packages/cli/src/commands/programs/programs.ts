// `toolshed programs`: lists, shows and deletes saved programs.

import type { SavedProgram } from '@toolshed/runtime';
import { alignRows, safeText, wrap } from '@toolshed/server/present';
import { Command } from 'commander';
import { type Act, type Cli, examples, type Outcome } from '../../command/cli.js';
import { parseCount, shortDuration } from '../../command/flags/duration.js';
import { EXIT } from '../../command/exit-code.js';
import { type ApproverFlags, approverAt, approverOptions } from '../../session/answer/person.js';
import { openToLook } from '../../session/open-for-execution.js';
import { programLines } from '../../terminal/view/program-view.js';

export function programsCommand(act: Act): Command {
  const programs = new Command('programs')
    .description('Programs that were saved as tools: list, show, delete')
    .addHelpText(
      'after',
      examples('programs', 'programs show team.weeklyReport --version 1', 'programs delete team.weeklyReport'),
    );
  programs.command('list', { isDefault: true }).description('The newest version of each').action(act(list));
  programs
    .command('show')
    .description('One program with its text')
    .argument('<path>', 'what it was saved as')
    .option('--version <number>', 'an earlier version', parseCount)
    .action(act(show));
  const remove = programs
    .command('delete')
    .description('Delete it: nothing calls it any more; its versions can still be shown')
    .argument('<path>', 'what it was saved as')
    .action(act(deleteProgram));
  for (const option of approverOptions()) remove.addOption(option);
  return programs;
}

async function list(cli: Cli): Promise<Outcome> {
  await using shed = await openToLook(cli);
  const programs = await shed.programs.list();
  const { paint } = cli.output;
  if (programs.length === 0)
    cli.output.say(`No saved programs. Save one with: ${cli.prefix} save exec_… --as team.name`);
  else cli.output.say(...alignRows([HEAD.map(paint.dim), ...programs.map((one) => cells(one, cli.now()))]));
  return { exitCode: EXIT.done, document: { items: programs } };
}

const HEAD = ['program', 'version', 'age', 'by', 'about'];

const cells = ({ path, version, savedAt, savedBy, description }: SavedProgram, now: number): readonly string[] => [
  path,
  String(version),
  shortDuration(now - savedAt),
  safeText(savedBy.principal),
  safeText(description).slice(0, 60),
];

async function show(cli: Cli, path: string, { version }: { readonly version?: number }): Promise<Outcome> {
  await using shed = await openToLook(cli);
  const program = await shed.programs.get(path, version);
  const { output } = cli;
  output.say(
    output.paint.bold(`${program.path}, version ${program.version}`),
    ...wrap(safeText(program.description), output.width),
    `Saved by ${safeText(program.savedBy.principal)} from ${program.execution}`,
    `Digest ${program.digest}`,
    ...(program.input === undefined ? [] : wrap(`Takes ${safeText(JSON.stringify(program.input))}`, output.width)),
    '',
    ...programLines(program.source, new Set(), output),
  );
  return { exitCode: EXIT.done, document: program };
}

async function deleteProgram(cli: Cli, path: string, flags: ApproverFlags): Promise<Outcome> {
  const by = await approverAt(cli, flags, `delete the program "${path}"`);
  await using shed = await openToLook(cli);
  await shed.programs.delete(path, by);
  cli.output.say(`Deleted ${safeText(path)}. Its versions can still be shown.`);
  return { exitCode: EXIT.done, document: { deleted: path } };
}
