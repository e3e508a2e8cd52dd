// The page of the command's grammar, read from the grammar itself.

import { createProgram } from 'toolshed/internal/command/program';
import { GENERATED } from './error-codes.ts';

/** A command as the parser of the grammar has it. */
export type Command = Awaited<ReturnType<typeof createProgram>>;
type Option = Command['options'][number];

export const readGrammar = async (): Promise<Command> =>
  createProgram({
    version: '',
    writeHelp: () => undefined,
    writeUsage: () => undefined,
    act: () => () => async () => undefined,
    args: [],
  });

export async function cliPage(): Promise<string> {
  const program = await readGrammar();
  const groups = Map.groupBy(program.commands, (command) => command.helpGroup().replace(/:$/, ''));
  return [
    '# Command line',
    '',
    '`toolshed` runs programs, answers questions and starts servers. `toolshed help <command>` shows what follows in the terminal. Where a command takes a duration, write `90s`, `15m`, `12h`, `30d` or `8w`.',
    '',
    '| exit code | meaning |',
    '| --- | --- |',
    '| 0 | done |',
    '| 1 | failed |',
    '| 2 | usage: nothing was started or changed |',
    '| 3 | paused or sleeping |',
    '| 4 | the question already has a different answer |',
    '',
    '## Every command',
    '',
    ...optionTable(program.options),
    ...[...groups].flatMap(([heading, commands]) => [
      `## ${heading}`,
      '',
      ...commands.flatMap((one) => describe(one, ['toolshed'])),
    ]),
    GENERATED,
    '',
  ].join('\n');
}

function describe(command: Command, above: readonly string[]): readonly string[] {
  const name = [...above, command.name()];
  const usual = usualOf(command);
  const own = [
    `### ${name.join(' ')}`,
    '',
    `\`${[...name, command.usage().replace(/ ?\[command\]/, '')].join(' ').trim()}\``,
    '',
    `${escaped(command.description())}.${usual === undefined ? '' : ` Without a subcommand: \`${usual.name()}\`.`}`,
    '',
    ...argumentTable(command),
    ...optionTable(command.options),
    ...exampleBlock(command),
  ];
  return [...own, ...command.commands.filter((one) => one.name() !== 'help').flatMap((one) => describe(one, name))];
}

/** The subcommand that is meant where none is named, which Commander keeps to itself. */
export const usualOf = (command: Command): Command | undefined =>
  command.commands.find((one) => one.name() === Reflect.get(command, '_defaultCommandName'));

/** The examples that its help ends with. */
function exampleBlock(command: Command): readonly string[] {
  const help: string[] = [];
  command.configureOutput({ writeOut: (text) => void help.push(text) }).outputHelp();
  const lines = [...help.join('').matchAll(/^ {2}\$ (toolshed .+)$/gm)].map(([, line = '']) => line);
  return lines.length === 0 ? [] : ['```sh', ...lines, '```', ''];
}

function argumentTable({ registeredArguments }: Command): readonly string[] {
  const told = registeredArguments.filter(({ description }) => description !== '');
  if (told.length === 0) return [];
  return [
    '| argument | |',
    '| --- | --- |',
    ...told.map((one) => `| \`${one.name()}\` | ${escaped(one.description)}${choicesOf(one.argChoices)} |`),
    '',
  ];
}

function optionTable(options: readonly Option[]): readonly string[] {
  const shown = options.filter(({ hidden }) => !hidden);
  if (shown.length === 0) return [];
  return ['| option | |', '| --- | --- |', ...shown.map(optionLine), ''];
}

function optionLine({ flags, description, defaultValue, argChoices }: Option): string {
  const choices = choicesOf(argChoices).slice(1);
  const fallback =
    defaultValue === undefined || typeof defaultValue === 'boolean' ? '' : ` Default: \`${String(defaultValue)}\`.`;
  const told = escaped(description);
  return `| \`${flags.replaceAll('|', '\\|')}\` | ${told}${choices + fallback === '' ? '' : `.${choices}${fallback}`} |`;
}

const choicesOf = (choices: readonly string[] | undefined): string =>
  choices === undefined ? '' : `. One of ${choices.map((one) => `\`${one}\``).join(', ')}.`;

const escaped = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
