import { GivenAction } from '@toolshed/kernel';
import type { ExecutionResult, ResumeAnswer, Toolshed } from '@toolshed/runtime';
import { Command, Option } from 'commander';
import { type Act, type Cli, examples, type Outcome } from '../cli.js';
import { followExecution } from '../follow-execution.js';
import { openForExecution } from '../open-for-execution.js';
import { personAt } from '../person.js';
import { UsageError } from '../usage-error.js';

interface ResumeFlags {
  readonly approve?: true;
  readonly deny?: true;
  readonly action?: GivenAction;
  readonly all?: true;
  readonly elicitation?: string;
  readonly data?: string;
  readonly reason?: string;
  readonly remember?: 'session' | 'execution' | 'always';
}

export function resumeCommand(act: Act): Command {
  return new Command('resume')
    .description('Answer what an execution waits for, and go on')
    .argument('<id>', 'an execution (exec_…) or one question (elic_…)')
    .addOption(new Option('--approve', 'approve, or answer with --data').conflicts('deny'))
    .addOption(new Option('--deny', 'refuse; the program gets an error it can catch'))
    .addOption(
      new Option('--action <action>', 'answer with another action; "other" takes your words in --data')
        .choices(GivenAction.options)
        .conflicts(['approve', 'deny', 'remember']),
    )
    .addOption(new Option('--all', 'every open question of the execution').conflicts('elicitation'))
    .addOption(new Option('--elicitation <id>', 'which question, where several are open'))
    .addOption(new Option('--data <json>', 'the answer, for questions that want more than a yes').conflicts('deny'))
    .addOption(new Option('--reason <text>', 'why; the program and the audit log get it'))
    .addOption(
      new Option('--remember <scope>', 'approve this tool from now on')
        .choices(['session', 'execution', 'always'])
        .conflicts('deny'),
    )
    .addHelpText(
      'after',
      `${examples('resume exec_… --approve', 'resume exec_… --deny --all --reason "not on a Friday"', `resume elic_… --approve --data '{"title":"Notes"}'`, `resume elic_… --action other --data '"ask Ada"'`)}

Without --approve, --deny or --action it asks you, in a terminal.`,
    )
    .action(act(resume));
}

async function resume(cli: Cli, id: string, flags: ResumeFlags): Promise<Outcome> {
  const answer = answerFrom(cli, flags);
  if (answer === undefined && !cli.output.isInteractive) {
    throw new UsageError(
      'usage/no-answer',
      `Cannot resume "${id}": nobody is here to ask. Give --approve, --deny or --action`,
    );
  }
  await using shed = await openForExecution(cli, id);
  const { logs, emitted } = await shed.get(id);
  return await followExecution(cli, shed, goOn(shed, id, answer), { logs: logs.length, emitted: emitted.length });
}

const goOn = (shed: Toolshed, id: string, answer: ResumeAnswer | undefined): Promise<ExecutionResult> =>
  answer === undefined ? shed.wake(id) : shed.resume(id, answer);

function answerFrom(
  cli: Cli,
  { approve, deny, action, all, elicitation, data, reason, remember }: ResumeFlags,
): ResumeAnswer | undefined {
  if (!approve && !deny && action === undefined) return undefined;
  return {
    ...(action === undefined ? { approved: approve === true } : { action }),
    by: personAt(cli),
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
