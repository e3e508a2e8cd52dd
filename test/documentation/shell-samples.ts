// Lines of shell samples that call the command, held against its grammar.

import { type Command, readGrammar, usualOf } from './reference/cli-page.ts';

let grammar: Promise<Command> | undefined;

/** What is wrong with the calls of `toolshed` in a script: a command or a flag that does not exist. */
export async function problemsOf(place: string, script: string): Promise<readonly string[]> {
  grammar ??= readGrammar();
  const program = await grammar;
  const calls = script.split('\n').flatMap((line) => {
    const call = /(?:^|\s|-- )(?:npx )?toolshed ([a-z-].*)$/.exec(line.replace(/(^|\s)#.*$/, ''));
    const isInstalled = /\bnpm i|\bpnpm add\b/.test(line);
    return call?.[1] === undefined || /^(?:https?:|npm i)/.test(call[1]) || isInstalled ? [] : [call[1]];
  });
  return calls.flatMap((call) => problemsIn(program, call).map((problem) => `${place}: toolshed ${call}: ${problem}`));
}

function problemsIn(program: Command, call: string): readonly string[] {
  const words = call.replaceAll(/'[^']*'|"[^"]*"/g, 'quoted').split(/\s+/);
  const command = program.commands.find((one) => one.name() === words[0]);
  if (command === undefined) return words[0]?.startsWith('--') ? [] : ['there is no such command'];
  const inner = command.commands.find((one) => one.name() === words[1]) ?? usualOf(command);
  const known = [program, command, ...(inner === undefined ? [] : [inner])].flatMap(({ options }) =>
    options.flatMap(({ long }) => (long === undefined ? [] : [long])),
  );
  return words
    .filter((word) => word.startsWith('--') && word !== '--help' && word !== '--')
    .map((word) => word.split('=')[0] ?? word)
    .filter((word) => !known.includes(word))
    .map((word) => `it has no ${word}`);
}
