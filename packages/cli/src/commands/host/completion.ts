// `toolshed completion`: prints the completion script of a shell, made from the commands themselves.

import { Argument, Command } from 'commander';
import { type Act, type Cli, examples, type Outcome } from '../../command/cli.js';
import { EXIT } from '../../command/exit-code.js';
import { bashScript } from '../../completion/bash.js';
import { fishScript } from '../../completion/fish.js';
import { type Place, placesOf } from '../../completion/places.js';
import { zshScript } from '../../completion/zsh.js';

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const satisfies Record<
  string,
  (places: readonly Place[]) => string
>;
type Shell = keyof typeof SCRIPTS;

export function completionCommand(act: Act): Command {
  return new Command('completion')
    .description('A script that completes commands and options in your shell')
    .addArgument(new Argument('<shell>', 'the shell that will read it').choices(Object.keys(SCRIPTS)))
    .addHelpText(
      'after',
      `${examples('completion bash', 'completion fish > ~/.config/fish/completions/toolshed.fish')}

bash and zsh source what "toolshed completion bash" prints, in their start file.`,
    )
    .action(act(completion));
}

async function completion(cli: Cli, shell: Shell): Promise<Outcome> {
  const script = SCRIPTS[shell](placesOf(await cli.grammar()));
  cli.output.say(...script.trimEnd().split('\n'));
  return { exitCode: EXIT.done, document: { shell, script } };
}
