// `toolshed fork`: starts a side quest from an open question, and follows it.

import type { Toolshed } from '@toolshed/runtime';
import { Command } from 'commander';
import { type Act, type Cli, examples, type Outcome } from '../../command/cli.js';
import { EXIT } from '../../command/exit-code.js';
import { followExecution } from '../../session/follow-execution.js';
import { openForExecution } from '../../session/open-for-execution.js';
import { personAt } from '../../session/answer/person.js';
import { readProgram } from '../../session/program/read-program.js';

interface ForkFlags {
  readonly agent?: string;
  readonly idempotencyKey?: string;
}

export function forkCommand(act: Act): Command {
  return new Command('fork')
    .description('Leave a question for a while: run another program, then come back to it')
    .argument('<question>', 'an open question (elic_…)')
    .argument('<file>', 'the program, JavaScript or TypeScript; - reads it from standard input')
    .option('--agent <name>', 'who wrote the program')
    .option('--idempotency-key <key>', 'start it once, however often this is called with the same key')
    .addHelpText(
      'after',
      `${examples('fork elic_… weather.ts')}

The side quest has the session, the folder and the tools of the execution that asks.
When it ends the question is announced again; when the question is cancelled, so is it.`,
    )
    .action(act(fork));
}

async function fork(cli: Cli, question: string, file: string, { agent, idempotencyKey }: ForkFlags): Promise<Outcome> {
  const program = await readProgram(file, cli.environment.cwd, cli.stdin);
  await using shed = await openForExecution(cli, question);
  const start = () =>
    shed.fork(question, program.source, {
      by: personAt(cli),
      ...(agent === undefined ? {} : { agent }),
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    });
  const outcome = await followExecution(cli, shed, start);
  if (outcome.exitCode !== EXIT.paused && (await isOpen(shed, question)))
    cli.output.say('', 'Back to the question it left:', `  ${cli.output.paint.cyan(`${cli.prefix} show ${question}`)}`);
  return outcome;
}

async function isOpen(shed: Toolshed, question: string): Promise<boolean> {
  const parent = await shed.get(question);
  return parent.status === 'paused' && parent.pending.some(({ elicitationId }) => elicitationId === question);
}
