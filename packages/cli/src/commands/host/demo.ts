// `toolshed demo`: runs the bundled example on a scratch copy, in a session of its own.

import { dirname } from 'node:path';
import { Command } from 'commander';
import { DEMO_SESSION, EXAMPLE } from '../../session/program/bundled-example.js';
import { type Act, type Cli, examples, type Outcome } from '../../command/cli.js';
import { followExecution, showPause } from '../../session/follow-execution.js';
import { readProgram } from '../../session/program/read-program.js';
import { prepareProgram } from '../../session/program/prepare-program.js';
import { NOTHING_PRINTED, printedLines } from '../../terminal/view/result-view.js';

export function demoCommand(act: Act): Command {
  return new Command('demo')
    .description('A program that tidies a folder of notes, on a scratch copy')
    .addHelpText('after', examples('demo'))
    .action(act(demo));
}

async function demo(cli: Cli): Promise<Outcome> {
  const { output, environment } = cli;
  const folder = dirname(EXAMPLE);
  const config = await cli.loadConfig(undefined);
  const program = await readProgram(EXAMPLE, folder, cli.stdin);
  await using shed = await cli.open({
    kind: 'run',
    config,
    keptBy: config,
    toolModules: [],
    asksHere: cli.output.isInteractive,
  });
  output.say(
    'An agent wrote a program that tidies a folder of notes. It can only call tools,',
    'and it stops at the gate before it deletes or writes anything.',
    '',
  );
  const who = { session: DEMO_SESSION, agent: undefined, idempotencyKey: undefined };
  const start = await prepareProgram(cli, shed, { program, folder, config, toolModules: [], ...who });
  if (output.isInteractive) return await followExecution(cli, shed, start);

  let result = await start();
  let printed = NOTHING_PRINTED;
  while (result.status === 'paused') {
    output.say(...printedLines(result, printed, { width: output.width, paint: output.paint, amount: 'brief' }));
    await showPause(cli, shed, result);
    output.say('', 'There is no terminal to ask in, so the demo answers for you.');
    printed = { logs: result.logs.length, emitted: result.emitted.length };
    const by = { principal: environment.user, kind: 'person', channel: 'demo' } as const;
    result = await shed.resume(result.executionId, { approved: true, all: true, by });
  }
  return await followExecution(cli, shed, async () => result, printed);
}
