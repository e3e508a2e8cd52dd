// What the parser of the command line says about a wrong call, as our other errors say it: what could not be done, why, and
// where it is explained.

import type { CommanderError } from 'commander';

/** `commands`: the words of the command that was called, without its arguments: `grants add`. */
export function wrongCall({ code, message }: CommanderError, commands: readonly string[]): string {
  const problem = message
    .replace(/^error: /, '')
    .replaceAll(/\s*\n\s*/g, ' ')
    .replace(/\.$/, '');
  const called = ['toolshed', ...commands].join(' ');
  if (code === 'commander.unknownCommand') return `Cannot run this: ${problem}. "toolshed --help" lists the commands`;
  const name = commands.length === 0 ? 'this' : `"${called}"`;
  return `Cannot run ${name}: ${problem}. "${called} --help" shows what it takes`;
}

interface Named {
  name(): string;
  readonly commands: readonly Named[];
}

/** The commands that the first words of a call name, one inside of the other. Options stand between them. */
export function calledCommands(program: Named, args: readonly string[]): readonly string[] {
  const found: string[] = [];
  let { commands } = program;
  for (const word of args) {
    const next = commands.find((command) => command.name() === word);
    if (next === undefined) continue;
    found.push(word);
    commands = next.commands;
  }
  return found;
}
