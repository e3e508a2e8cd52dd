import type { ExecutionResult, ResumeAnswer, Toolshed } from '@toolshed/runtime';
import { Command, Option } from 'commander';
import { type Act, type Cli, examples, type Outcome } from '../cli.js';
import { followExecution } from '../follow-execution.js';
import { openForExecution } from '../open-for-execution.js';
import { personAt } from '../person.js';
import { readSecret } from '../read-secret.js';
import { UsageError } from '../usage-error.js';

interface ResumeFlags {
  readonly approve?: true;
  readonly deny?: true;
  readonly all?: true;
  readonly elicitation?: string;
  readonly data?: string;
  readonly secret?: true;
  readonly reason?: string;
  readonly remember?: 'session' | 'execution' | 'always';
}

export function resumeCommand(act: Act): Command {
  return new Command('resume')
    .description('Answer what an execution waits for, and go on')
    .argument('<id>', 'an execution (exec_…) or one question (elic_…)')
    .addOption(new Option('--approve', 'approve, or answer with --data').conflicts('deny'))
    .addOption(new Option('--deny', 'refuse; the program gets an error it can catch'))
    .addOption(new Option('--all', 'every open question of the execution').conflicts('elicitation'))
    .addOption(new Option('--elicitation <id>', 'which question, where several are open'))
    .addOption(new Option('--data <json>', 'the answer, for questions that want more than a yes').conflicts('deny'))
    .addOption(
      new Option('--secret', 'answer with a secret, typed unseen or from standard input').conflicts(['deny', 'data']),
    )
    .addOption(new Option('--reason <text>', 'why; the program and the audit log get it'))
    .addOption(
      new Option('--remember <scope>', 'approve this tool from now on')
        .choices(['session', 'execution', 'always'])
        .conflicts('deny'),
    )
    .addHelpText(
      'after',
      `${examples('resume exec_… --approve', 'resume exec_… --deny --all --reason "not on a Friday"', `resume elic_… --approve --data '{"title":"Notes"}'`)}

Without --approve or --deny it asks you, in a terminal.`,
    )
    .action(act(resume));
}

async function resume(cli: Cli, id: string, flags: ResumeFlags): Promise<Outcome> {
  const secret = flags.secret ? { data: await readSecret(cli, 'The secret (not shown)') } : {};
  const answer = answerFrom(cli, flags, secret);
  if (answer === undefined && !cli.output.isInteractive) {
    throw new UsageError('usage/no-answer', `Cannot resume "${id}": nobody is here to ask. Give --approve or --deny`);
  }
  await using shed = await openForExecution(cli, id);
  const { logs, emitted } = await shed.get(id);
  return await followExecution(cli, shed, goOn(shed, id, answer), { logs: logs.length, emitted: emitted.length });
}

const goOn = (shed: Toolshed, id: string, answer: ResumeAnswer | undefined): Promise<ExecutionResult> =>
  answer === undefined ? shed.wake(id) : shed.resume(id, answer);

function answerFrom(
  cli: Cli,
  { approve, deny, all, elicitation, data, reason, remember }: ResumeFlags,
  secret: Pick<ResumeAnswer, 'data'>,
): ResumeAnswer | undefined {
  if (!approve && !deny) return undefined;
  return {
    approved: approve === true,
    by: personAt(cli),
    ...secret,
    ...(all ? { all } : {}),
    ...(elicitation === undefined ? {} : { elicitationId: elicitation }),
    ...(data === undefined ? {} : { data: readData(data) }),
    ...(reason === undefined ? {} : { reason }),
    ...(remember === undefined ? {} : { remember }),
  };
}

function readData(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      'usage/data-not-json',
      `Cannot read --data: ${problem}. Give JSON, such as '{"title":"Notes"}' or '"yes"'`,
    );
  }
}
