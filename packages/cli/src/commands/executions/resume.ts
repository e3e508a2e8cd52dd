// `toolshed resume`: answers an open question, from flags or by asking in the terminal, and follows the execution. Reads the
// flags into one answer; who gives it is settled by `session/answer/person.ts`.

import { ElicitationId, GivenAction, Remember } from '@toolshed/kernel';
import type { RememberScope } from '@toolshed/kernel/runtime';
import type { ExecutionResult, ResumeAnswer, ResumeAnswers, Toolshed } from '@toolshed/runtime';
import { Command, Option } from 'commander';
import { z } from 'zod';
import { type Act, type Cli, examples, type Outcome } from '../../command/cli.js';
import { readConditionFlag } from '../../command/flags/condition-flag.js';
import { parseCount, parseDuration } from '../../command/flags/duration.js';
import { earlierAnswer, earlierWords, isOpen, tellEarlier } from '../../session/answer/earlier-answer.js';
import { followExecution, showOnly } from '../../session/follow-execution.js';
import { whileRunning } from '../../session/while-running.js';
import { readJsonFile, readJsonFlag } from '../../command/flags/json-flag.js';
import { openForExecution } from '../../session/open-for-execution.js';
import { type ApproverFlags, approverAt, approverOptions, personAt } from '../../session/answer/person.js';
import { readSecret } from '../../session/answer/read-secret.js';
import { UsageError } from '../../command/usage-error.js';

interface ResumeFlags extends ApproverFlags {
  readonly approve?: true;
  readonly deny?: true;
  readonly action?: GivenAction;
  readonly all?: true;
  readonly elicitation?: string;
  readonly data?: string;
  readonly dataFile?: string;
  readonly secret?: true;
  readonly reason?: string;
  readonly args?: string;
  readonly answers?: string;
  readonly remember?: RememberScope;
  readonly sameArguments?: true;
  readonly rememberFor?: number;
  readonly rememberUses?: number;
  readonly rememberWhen?: string;
}

export function resumeCommand(act: Act): Command {
  const command = new Command('resume')
    .description('Answer an open question, and continue the execution')
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
    .addOption(new Option('--data <json>', 'the answer, for questions that need more than a yes').conflicts('deny'))
    .addOption(
      new Option('--data-file <file>', 'the same from a file, or - for standard input, and in no history').conflicts([
        'deny',
        'data',
      ]),
    )
    .addOption(
      new Option('--secret', 'answer with a text, typed unseen or from standard input').conflicts([
        'deny',
        'data',
        'dataFile',
      ]),
    )
    .addOption(new Option('--args <json>', 'approve with these arguments instead of the shown ones').conflicts('deny'))
    .addOption(
      new Option('--answers <json>', 'several questions at once: {"elic_…":{"approved":true},…}').conflicts([
        'approve',
        'deny',
        'all',
        'elicitation',
        'data',
        'dataFile',
        'secret',
        'args',
        'remember',
      ]),
    )
    .addOption(new Option('--reason <text>', 'why; the program and the audit log get it'))
    .addOption(
      new Option(
        '--remember <scope>',
        'approve this tool, or with --deny refuse it, from now on; 8h for a session',
      ).choices(['once', 'execution', 'session', 'always']),
    )
    .addOption(new Option('--same-arguments', '… only for calls with these very arguments'))
    .addOption(new Option('--remember-for <duration>', '… for 45s, 15m, 12h, 30d').argParser(parseDuration))
    .addOption(new Option('--remember-uses <count>', '… for this many calls').argParser(parseCount))
    .addOption(new Option('--remember-when <json>', '… for arguments that meet this condition'))
    .addHelpText(
      'after',
      `${examples('resume elic_…', 'resume elic_… --deny --reason "not on a Friday"', `resume elic_… --action other --data '"ask Ada"'`)}

Without an answer it asks you, in a terminal. Anything but a refusal needs a
terminal or an approver's token. It exits with 4 if the question already has a
different answer.`,
    )
    .action(act(resume));
  for (const option of approverOptions()) command.addOption(option);
  return command;
}

async function resume(cli: Cli, id: string, flags: ResumeFlags): Promise<Outcome> {
  const answer = await answerFrom(cli, flags, await unquotedData(cli, flags));
  if (answer === undefined && (flags.secret || flags.dataFile !== undefined)) {
    throw new UsageError(
      'usage/no-answer',
      `Cannot resume "${id}": --secret and --data-file need an answer; add --approve, or --action`,
    );
  }
  if (answer === undefined && !cli.output.isInteractive) {
    throw new UsageError(
      'usage/no-answer',
      cli.output.isAttended && !cli.environment.canRedraw
        ? `Cannot ask about "${id}": this terminal cannot show a prompt (TERM=dumb). Answer with --approve or --deny`
        : `Cannot resume "${id}": there is no terminal to ask in. A person has to answer in a terminal or in the inbox`,
    );
  }
  await using shed = await openForExecution(cli, id);
  const before = await shed.get(id);
  const printed = { logs: before.logs.length, emitted: before.emitted.length };
  const named = flags.elicitation ?? (ElicitationId.safeParse(id).success ? id : undefined);
  const journal = named === undefined ? [] : await shed.journal(id);
  const earlier = named === undefined || isOpen(before, named) ? undefined : earlierAnswer(journal, named);
  if (earlier !== undefined && answer === undefined) return tellEarlier(cli, before, journal, earlier);
  if (earlier !== undefined) {
    // The same answer again is fine; a different one is refused here.
    const result = await whileRunning(cli, shed, () => goOn(shed, id, answer), printed);
    cli.output.say(`It already had this answer: ${earlierWords(journal, earlier)}. Nothing changed.`);
    return await showOnly(cli, shed, result);
  }
  return await followExecution(
    cli,
    shed,
    () => goOn(shed, id, answer),
    printed,
    answer === undefined ? named : undefined,
  );
}

/** The parts of an answer that never appear on a command line. */
async function unquotedData(cli: Cli, { secret, dataFile }: ResumeFlags): Promise<Pick<ResumeAnswer, 'data'>> {
  if (secret) return { data: await readSecret(cli, 'Your answer (not shown)') };
  return dataFile === undefined ? {} : { data: await readJsonFile('--data-file', dataFile, cli) };
}

const goOn = (
  shed: Toolshed,
  id: string,
  answer: ResumeAnswer | ResumeAnswers | undefined,
): Promise<ExecutionResult> => (answer === undefined ? shed.wake(id) : shed.resume(id, answer));

async function answerFrom(
  cli: Cli,
  flags: ResumeFlags,
  unquoted: Pick<ResumeAnswer, 'data'>,
): Promise<ResumeAnswer | ResumeAnswers | undefined> {
  const { approve, deny, action, all, elicitation, data, args, answers, reason } = flags;
  const batch = answers === undefined ? undefined : readAnswers(answers);
  if (!batch && !approve && !deny && action === undefined) return undefined;
  const isRefusal = batch
    ? Object.values(batch).every(({ approved }) => approved === false)
    : deny === true || REFUSALS.has(action);
  const by = isRefusal ? personAt(cli) : await approverAt(cli, flags, 'approve');
  if (batch) return { answers: batch, by };
  const remember = rememberFrom(flags);
  return {
    ...(action === undefined ? { approved: approve === true } : { action }),
    by,
    ...unquoted,
    ...(all ? { all } : {}),
    ...(elicitation === undefined ? {} : { elicitationId: elicitation }),
    ...(data === undefined ? {} : { data: readJsonFlag('--data', data, `'{"title":"Notes"}' or '"yes"'`) }),
    ...(args === undefined ? {} : { args: readJsonFlag('--args', args, `'{"path":"b.md"}'`) }),
    ...(reason === undefined ? {} : { reason }),
    ...(remember === undefined ? {} : { remember }),
  };
}

const REFUSALS: ReadonlySet<GivenAction | undefined> = new Set(['decline', 'cancel', 'denied', 'not_supported']);

function rememberFrom({
  remember,
  sameArguments,
  rememberFor,
  rememberUses,
  rememberWhen,
}: ResumeFlags): Remember | undefined {
  if (remember === undefined) {
    if ([sameArguments, rememberFor, rememberUses, rememberWhen].every((flag) => flag === undefined)) return undefined;
    throw new UsageError(
      'usage/remember-what',
      'Cannot remember the answer: say where it holds, with --remember <scope>',
    );
  }
  return {
    scope: remember,
    ...(sameArguments ? { sameArguments } : {}),
    ...(rememberFor === undefined ? {} : { expiresInMs: rememberFor }),
    ...(rememberUses === undefined ? {} : { uses: rememberUses }),
    ...(rememberWhen === undefined ? {} : { when: readConditionFlag('--remember-when', rememberWhen) }),
  };
}

/** What an answer in a batch may contain. The user who typed the command gives it. */
const Answers = z.record(
  z.string(),
  z.strictObject({
    approved: z.boolean(),
    data: z.unknown().exactOptional(),
    args: z.unknown().exactOptional(),
    reason: z.string().exactOptional(),
    remember: Remember.exactOptional(),
  }),
);

function readAnswers(text: string): ResumeAnswers['answers'] {
  const answers = Answers.safeParse(readJsonFlag('--answers', text, `'{"elic_…":{"approved":true}}'`));
  if (answers.success) return answers.data;
  const [issue] = answers.error.issues;
  throw new UsageError('usage/answers', `Cannot use --answers: ${issue?.path.join('.')}: ${issue?.message}`);
}
