// `toolshed schedule`: adds, lists, pauses, resumes and removes the schedules of saved programs.

import { resolve } from 'node:path';
import type { Schedule } from '@toolshed/runtime';
import { alignRows, safeText } from '@toolshed/server/present';
import { Command } from 'commander';
import { z } from 'zod';
import { type Act, type Cli, examples, type Outcome } from '../../command/cli.js';
import { EXIT } from '../../command/exit-code.js';
import { readJsonFlag } from '../../command/flags/json-flag.js';
import { type ApproverFlags, approverAt, approverOptions, personAt } from '../../session/answer/person.js';
import { openToLook } from '../../session/open-for-execution.js';
import { deploymentOf } from '../../session/place/deployment.js';
import { labelsOf } from '../../session/place/execution-labels.js';

interface AddFlags extends ApproverFlags {
  readonly cron: string;
  readonly timezone?: string;
  readonly input?: string;
  readonly session?: string;
  readonly tools?: readonly string[];
}

export function scheduleCommand(act: Act): Command {
  const schedule = new Command('schedule')
    .description('Start saved programs at certain times: add, list, show, pause, resume, remove')
    .addHelpText(
      'after',
      `${examples(
        `schedule add team.weeklyReport --cron '0 9 * * 1' --timezone Europe/Berlin`,
        'schedule list',
        'schedule pause sched_…',
      )}

"toolshed serve" in this folder starts them. Questions of what it starts wait like
others: see "toolshed pending".`,
    );
  const add = schedule
    .command('add')
    .description('Start a saved program on a cron schedule')
    .argument('<program>', 'what it was saved as')
    .requiredOption('--cron <pattern>', 'minute, hour, day of the month, month, day of the week')
    .option('--timezone <name>', 'the time zone of the pattern (default: UTC)')
    .option('--input <json>', 'the arguments of the program')
    .option('--tools <module...>', 'the modules that "toolshed serve" is called with')
    .option('--session <name>', 'the session of what it starts (default: one of its own)')
    .action(act(addSchedule));
  schedule.command('list', { isDefault: true }).description('Every schedule').action(act(list));
  const one = (name: string, description: string): Command =>
    schedule.command(name).description(description).argument('<schedule>', 'its id, sched_…');
  one('show', 'One schedule, and the result of its last run').action(act(show));
  one('pause', 'Start nothing more until it is resumed').action(act(pause));
  const resume = one('resume', 'Continue from now').action(act(resumeSchedule));
  one('remove', 'Remove it; executions it started keep running').action(act(remove));
  for (const command of [add, resume]) for (const option of approverOptions()) command.addOption(option);
  return schedule;
}

async function addSchedule(cli: Cli, program: string, flags: AddFlags): Promise<Outcome> {
  const { cron, timezone, session } = flags;
  const input =
    flags.input === undefined ? {} : { input: z.json().parse(readJsonFlag('--input', flags.input, `'{"to":"ada"}'`)) };
  const by = await approverAt(cli, flags, `schedule "${program}"`);
  const config = await cli.loadConfig(await cli.findConfig());
  const deployment = await deploymentOf(config, cli.environment);
  const labels = labelsOf({
    folder: cli.environment.cwd,
    isScratch: false,
    config: config.found,
    toolModules: (flags.tools ?? []).map((path) => resolve(cli.environment.cwd, path)),
    deployment,
  });
  await using shed = await openToLook(cli);
  const schedule = await shed.schedules.add({
    program,
    cron,
    labels,
    by,
    ...input,
    ...(timezone === undefined ? {} : { timezone }),
    ...(session === undefined ? {} : { session }),
  });
  cli.output.say(
    `${schedule.id} starts ${schedule.program} next at ${timeOf(schedule.nextAt)}.`,
    `Questions of it wait in the inbox. Undo with  ${cli.prefix} schedule remove ${schedule.id}`,
  );
  return { exitCode: EXIT.done, document: schedule };
}

async function list(cli: Cli): Promise<Outcome> {
  await using shed = await openToLook(cli);
  const schedules = await shed.schedules.list();
  const { paint } = cli.output;
  if (schedules.length === 0) cli.output.say('No schedules.');
  else cli.output.say(...alignRows([HEAD.map(paint.dim), ...schedules.map(cells)]));
  return { exitCode: EXIT.done, document: { items: schedules } };
}

const HEAD = ['schedule', 'program', 'cron', 'timezone', 'next', 'last'];

const cells = (schedule: Schedule): readonly string[] => [
  schedule.id,
  schedule.program,
  safeText(schedule.cron),
  safeText(schedule.timezone),
  schedule.paused ? 'paused' : timeOf(schedule.nextAt),
  schedule.last?.kind ?? '-',
];

async function show(cli: Cli, id: string): Promise<Outcome> {
  await using shed = await openToLook(cli);
  const schedule = await shed.schedules.get(id);
  const { createdBy, input, session, paused } = schedule;
  cli.output.say(
    cli.output.paint.bold(`${schedule.id}: ${schedule.program}`),
    `${safeText(schedule.cron)} in ${safeText(schedule.timezone)}, added by ${safeText(createdBy.principal)}`,
    `With ${safeText(JSON.stringify(input))}, in session "${safeText(session)}"`,
    paused ? `Paused by ${safeText(paused.by.principal)}` : `Next at ${timeOf(schedule.nextAt)}`,
    ...lastLines(schedule),
  );
  return { exitCode: EXIT.done, document: schedule };
}

function lastLines({ last }: Schedule): readonly string[] {
  if (last === undefined) return [];
  const when = timeOf(last.occurrence);
  switch (last.kind) {
    case 'starting':
      return [`The occurrence of ${when} is being started`];
    case 'started': {
      const missed =
        last.missedSince === undefined ? '' : `; it stands for those missed since ${timeOf(last.missedSince)}`;
      return [`The occurrence of ${when} started ${last.execution}${missed}`];
    }
    case 'skipped':
      return [`The occurrence of ${when} was skipped: ${last.execution} was not over`];
    case 'failed':
      return [`The occurrence of ${when} was not started: ${safeText(last.problem)}`];
  }
}

async function pause(cli: Cli, id: string): Promise<Outcome> {
  await using shed = await openToLook(cli);
  const schedule = await shed.schedules.pause(id, personAt(cli));
  cli.output.say(`Paused. Resume with  ${cli.prefix} schedule resume ${schedule.id}`);
  return { exitCode: EXIT.done, document: schedule };
}

async function resumeSchedule(cli: Cli, id: string, flags: ApproverFlags): Promise<Outcome> {
  const by = await approverAt(cli, flags, `resume the schedule "${id}"`);
  await using shed = await openToLook(cli);
  const schedule = await shed.schedules.resume(id, by);
  cli.output.say(`Next at ${timeOf(schedule.nextAt)}.`);
  return { exitCode: EXIT.done, document: schedule };
}

async function remove(cli: Cli, id: string): Promise<Outcome> {
  await using shed = await openToLook(cli);
  await shed.schedules.remove(id, personAt(cli));
  cli.output.say('Removed. Executions it started keep running.');
  return { exitCode: EXIT.done, document: { removed: id } };
}

const timeOf = (at: number | undefined): string => (at === undefined ? 'never' : new Date(at).toISOString());
