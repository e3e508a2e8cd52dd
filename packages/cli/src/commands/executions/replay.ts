// `toolshed replay`: replays a journal without any effect, and reports where it would diverge.

import type { ReplayReport } from '@toolshed/runtime';
import { Command } from 'commander';
import { type Act, type Cli, examples, type Outcome } from '../../command/cli.js';
import { EXIT } from '../../command/exit-code.js';
import { openForExecution } from '../../session/open-for-execution.js';
import { safeText, wrap } from '@toolshed/server/present';

export function replayCommand(act: Act): Command {
  return new Command('replay')
    .description('Replay an execution without any effect, to see whether it could continue')
    .argument('<id>', 'an execution (exec_…)')
    .option('--explain', 'show every recorded call, and what differs now')
    .addHelpText('after', examples('replay exec_… --explain'))
    .action(act(replay));
}

async function replay(cli: Cli, id: string, { explain }: { readonly explain?: true }): Promise<Outcome> {
  await using shed = await openForExecution(cli, id);
  const report = await shed.replay(id);
  if (explain) for (const line of stepLines(cli, report)) cli.output.say(line);
  for (const line of verdictLines(cli, report)) cli.output.say(line);
  return { exitCode: report.kind === 'same' ? EXIT.done : EXIT.failed, document: report };
}

function stepLines({ output: { paint, width } }: Cli, { steps }: ReplayReport): readonly string[] {
  return steps.flatMap(({ call, what, outcome }) => {
    const [first = '', ...rest] = wrap(safeText(what), width - 18);
    const head = `${String(call).padStart(5)}  ${paint.dim(outcome.padEnd(9))}`;
    return [`${head} ${first}`, ...rest.map((text) => `${' '.repeat(17)}${text}`)];
  });
}

function verdictLines({ output: { paint, width } }: Cli, report: ReplayReport): readonly string[] {
  if (report.kind === 'same')
    return [
      `${paint.green('✔')} The same: ${report.calls} calls replayed as they were recorded`,
      ...report.otherTools.map(({ call, path, kind }) => `  call ${call} waits: ${safeText(path)} ${OTHER_TOOL[kind]}`),
    ];
  return [
    `${paint.red('✖')} Diverged at call ${report.call}`,
    ...wrap(`recorded  ${safeText(report.recorded)}`, width - 2).map((text) => `  ${text}`),
    ...wrap(`now       ${safeText(report.replayed)}`, width - 2).map((text) => `  ${text}`),
    `  ${paint.dim(`recorded with ${safeText(report.engine)}`)}`,
  ];
}

const OTHER_TOOL = {
  missing: 'is not a tool of this host; resume it on a host that has the tool',
  changed: 'has changed since; it will be asked about again',
} as const;
