// `toolshed sources`: what each source of the config offers, or why it offers nothing.

import { Command } from 'commander';
import { safeText, wrap } from '@toolshed/server/present';
import { type Act, type Cli, examples, type Outcome } from '../../command/cli.js';
import { EXIT } from '../../command/exit-code.js';
import { sourceStates } from '../../doctor/source-findings.js';

export function sourcesCommand(act: Act): Command {
  return new Command('sources')
    .description('Sources of the config: how many tools each offers, or why it is unavailable')
    .addHelpText('after', examples('sources', 'sources --json'))
    .action(act(sources));
}

/** An unavailable source is not a failure of this command: `doctor` reports it. */
async function sources(cli: Cli): Promise<Outcome> {
  const config = await cli.loadConfig(await cli.findConfig());
  await using shed = await cli.open({ kind: 'run', config, keptBy: config, toolModules: [], prepares: false });
  const states = sourceStates(config, shed);
  const { paint, width } = cli.output;
  if (states.length === 0) cli.output.say('No sources here.');
  for (const { namespace, tools, problem } of states) {
    const mark = problem === undefined ? paint.green('✔') : paint.red('✖');
    cli.output.say(`${mark} ${paint.bold(namespace)}  ${tools} ${tools === 1 ? 'tool' : 'tools'}`);
    if (problem !== undefined)
      cli.output.say(...wrap(safeText(`unavailable: ${problem}`), width - 4).map((line) => `    ${line}`));
  }
  return { exitCode: EXIT.done, document: { items: states } };
}
