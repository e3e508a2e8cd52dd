// The commands as data, read from the table that also parses and documents them: what completion scripts are made of.

import type { Command, Option } from 'commander';

export interface CommandGrammar {
  readonly name: string;
  readonly description: string;
  /** Those of this command itself; the options of the whole are those of its root. */
  readonly options: readonly OptionGrammar[];
  /** What its first argument may be, where that is known. */
  readonly choices: readonly string[];
  readonly commands: readonly CommandGrammar[];
}

export interface OptionGrammar {
  readonly long: string;
  readonly short: string | undefined;
  readonly description: string;
  readonly value: 'none' | 'optional' | 'needed';
  /** What its value may be, where that is known. */
  readonly choices: readonly string[];
}

export function grammarOf(command: Command): CommandGrammar {
  return {
    name: command.name(),
    description: command.description(),
    options: command.createHelp().visibleOptions(command).flatMap(optionOf),
    choices: command.registeredArguments[0]?.argChoices ?? [],
    commands: command
      .createHelp()
      .visibleCommands(command)
      .map((one) => grammarOf(one)),
  };
}

function optionOf({ long, short, description, required, optional, argChoices }: Option): readonly OptionGrammar[] {
  if (!long) return [];
  const value = required ? 'needed' : optional ? 'optional' : 'none';
  return [{ long, short: short ?? undefined, description, value, choices: argChoices ?? [] }];
}
