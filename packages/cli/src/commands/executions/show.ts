// `toolshed show`: one execution as its journal tells it. How each part looks is up to `terminal/view`.

import type { JournalEntry, QuestNode } from '@toolshed/kernel';
import type { ExecutionResult, Plan, Toolshed } from '@toolshed/runtime';
import { Command } from 'commander';
import { type Act, type Cli, examples, type Outcome } from '../../command/cli.js';
import { EXIT } from '../../command/exit-code.js';
import {
  besideLabel,
  cardsOf,
  detailsOf,
  labelledRow,
  lateLines,
  questionCard,
  type RowStyle,
  safeLines,
  quotedText,
  safeText,
  wrap,
} from '@toolshed/server/present';
import { CANCELLED, nextStep, showPlan } from '../../session/decide-plan.js';
import { openToLook } from '../../session/open-for-execution.js';
import { callLines, timeOf } from '../../terminal/view/call-view.js';
import { adviceFor, askingCommands } from '../../terminal/view/advice.js';
import { programLines } from '../../terminal/view/program-view.js';
import { NOTHING_PRINTED, printedLines, resultLines } from '../../terminal/view/result-view.js';
import { questTreeLines, sideQuestBanner } from '../../terminal/view/side-quest-lines.js';

export function showCommand(act: Act): Command {
  return new Command('show')
    .description('One execution: its program, calls, questions, logs and result')
    .argument('<id>', 'an execution (exec_…) or one of its questions (elic_…)')
    .option('--journal', 'every entry of its journal instead')
    .addHelpText('after', examples('show exec_…', 'show exec_… --journal --json'))
    .action(act(show));
}

async function show(cli: Cli, id: string, { journal: wantsJournal }: { readonly journal?: true }): Promise<Outcome> {
  await using shed = await openToLook(cli);
  const journal = await shed.journal(id);
  if (wantsJournal) return showJournal(cli, journal);
  const result = await shed.get(id);
  if (result.purpose?.kind === 'plan') return await showPlanned(cli, shed, await shed.plans.get(id));
  showExecution(cli, result, journal, await shed.tree(result.executionId));
  return {
    exitCode: EXIT.done,
    document: { ...result, calls: callDocuments(result, journal), program: sourceOf(journal) },
  };
}

async function showPlanned(cli: Cli, shed: Toolshed, plan: Plan): Promise<Outcome> {
  await showPlan(cli, shed, plan);
  if (plan.status === 'ready') cli.output.say('', ...nextStep(cli, plan.planId));
  if (plan.status === 'cancelled') cli.output.say('', CANCELLED);
  return { exitCode: EXIT.done, document: plan };
}

function showExecution(cli: Cli, result: ExecutionResult, journal: readonly JournalEntry[], tree: QuestNode): void {
  const { output, prefix } = cli;
  const { paint, width } = output;
  const style = { width, paint, amount: 'full' as const };
  const section = (title: string, lines: readonly string[]): void => {
    if (lines.length > 0) output.say('', paint.bold(title), ...lines);
  };
  const pending = result.status === 'paused' ? result.pending : [];
  const waiting = result.calls.filter(({ outcome }) => outcome === 'waiting').flatMap(({ line }) => line ?? []);
  output.say(...resultLines(result, style, cli.now()));
  output.say(...startLines(journal, style));
  output.say(...sideQuestBanner(result.parent, width - 2).map((line) => `  ${paint.yellow(line)}`));
  section('Side quests', questTreeLines(tree, result.executionId, output));
  section('Program', programLines(sourceOf(journal), new Set(waiting), output));
  section(
    'Calls',
    detailsOf(result.calls, journal).flatMap((call) => callLines(call, { ...style, amount: 'brief' })),
  );
  section(
    'Finished late',
    result.calls.flatMap((call) => lateLines(call, style)),
  );
  section('Failures of tools', defectLines(result, width));
  section('Printed', printedLines(result, NOTHING_PRINTED, style));
  const cards = cardsOf(pending, { journal, calls: result.calls, listsCalls: false });
  section(
    'Questions',
    // The whole program is above, and so are its calls.
    cards
      .map((card) => questionCard({ ...card, isProgramAbove: true }, style).lines)
      .flatMap((lines, index) => [...(index === 0 ? [] : ['']), ...lines]),
  );
  const questions = cards.map(({ question }) => question);
  const commands = output.isAttended ? adviceFor(questions, prefix) : askingCommands(questions, prefix);
  section(
    'Continue with',
    commands.map((command) => `  ${paint.cyan(command)}`),
  );
}

/** Who started it, when, and in which session. */
function startLines([first]: readonly JournalEntry[], style: RowStyle): readonly string[] {
  if (first?.kind !== 'started') return [];
  const { at, by, agent, session } = first;
  const { width } = besideLabel(style);
  const who = [
    ...(by === undefined ? [] : [`by ${quotedText(by.principal)}, through ${safeText(by.channel)}`]),
    ...(agent === undefined ? [] : [`for agent ${quotedText(agent)}`]),
  ];
  return [
    ...labelledRow(
      'started',
      [timeOf(at), ...who].flatMap((words) => wrap(words, width)),
      style,
    ),
    ...labelledRow('session', wrap(safeText(session), width), style),
  ];
}

function showJournal({ output }: Cli, journal: readonly JournalEntry[]): Outcome {
  for (const { seq, at, kind, ...facts } of journal) {
    const time = new Date(at).toISOString();
    output.say(`${output.paint.dim(String(seq).padStart(4))}  ${time}  ${output.paint.bold(kind)}`);
    output.say(...wrap(safeText(JSON.stringify(facts)), output.width - 6).map((line) => `      ${line}`));
  }
  return { exitCode: EXIT.done, document: journal };
}

/** For the operator: the program only learns that the tool failed. */
const defectLines = ({ calls }: ExecutionResult, width: number): readonly string[] =>
  calls.flatMap(({ call, path, defect, error }) =>
    defect === undefined
      ? []
      : [
          `  ${call}  ${safeText(path)}: ${safeText(error?.message ?? '')}`,
          ...safeLines(defect).flatMap((line) => wrap(line, width - 6).map((part) => `      ${part}`)),
        ],
  );

/** For machines: the calls with what the journal has about them. */
const callDocuments = (result: ExecutionResult, journal: readonly JournalEntry[]): readonly object[] =>
  detailsOf(result.calls, journal).map(({ args, value, ...call }) => ({
    ...call,
    ...(args === undefined ? {} : { args: JSON.parse(args) }),
    ...(value === undefined ? {} : { value: JSON.parse(value) }),
  }));

const sourceOf = ([first]: readonly JournalEntry[]): string => (first?.kind === 'started' ? first.source : '');
