// One question as a person sees it: what would happen first, who asks next, then the arguments, then what they do.
//
// Labels and guest text stand in different columns, so that no value can be read as one of our labels. A program's
// own words never are the title: they are shown as what the program says.

import type { Asker } from '@toolshed/kernel';
import type { PausedQuestion } from '@toolshed/runtime';
import { approvalLines, asItStands } from './approval-lines.js';
import { argumentRows, type RowStyle } from './argument-rows.js';
import { wrap } from './columns.js';
import { besideLabel, labelledRow } from './labelled-row.js';
import { answerLines } from './answer-lines.js';
import { previewRows } from './preview-rows.js';
import { safeLines, safeText } from './safe-text.js';
import type { Shown } from './shortened.js';

export interface CardFacts {
  readonly question: PausedQuestion;
  /** The line of the program that asks, where it is known. */
  readonly sourceLine: string | undefined;
  /** Which of how many. */
  readonly position: { readonly number: number; readonly total: number };
}

export function questionCard(facts: CardFacts, style: RowStyle): Shown {
  const { sourceLine } = facts;
  const question = asItStands(facts.question);
  const { approvals } = question;
  const inner = besideLabel(style);
  const before = approvals?.areEdited ? argumentRows(facts.question.args, inner) : NOTHING;
  const args = argumentRows(question.args, inner);
  const preview = question.request.preview ? previewRows(question.request.preview, inner) : NOTHING;
  const says = question.request.description;
  const lines = [
    ...title(facts, style),
    ...labelledRow('namely', question.asker === 'program' ? [] : details(question, inner), style),
    ...labelledRow(
      'tool',
      question.asker === 'program' || question.toolPath === undefined ? [] : [safeText(question.toolPath)],
      style,
    ),
    ...labelledRow('asked by', wrap(askedBy(question), inner.width), style),
    ...labelledRow('it says', question.asker === 'program' ? wrap(safeText(question.message), inner.width) : [], style),
    ...labelledRow('about it', says === undefined ? [] : wrap(safeText(says), inner.width), style),
    ...labelledRow(
      `line ${question.line ?? ''}`,
      sourceLine === undefined ? [] : wrap(safeText(sourceLine.trim()), inner.width),
      style,
    ),
    ...labelledRow('wants', answerLines(question.request, inner), style),
    ...labelledRow('approvals', approvals === undefined ? [] : wrap(approvalLines(approvals), inner.width), style),
    ...labelledRow('changed', approvals?.areEdited ? wrap(CHANGED, inner.width) : [], style),
    ...labelledRow('arguments', args.lines, style),
    ...labelledRow('instead of', before.lines, style),
    ...labelledRow('preview', preview.lines, style),
  ];
  return { lines, isShortened: args.isShortened || before.isShortened || preview.isShortened };
}

/** The first line of what a tool asks is the title; more of it stands beside a label, as it may quote a program. */
function title({ question, position }: CardFacts, { paint, width }: RowStyle): readonly string[] {
  const count = position.total > 1 ? `${position.number} of ${position.total}  ` : '';
  const [what = ''] = question.message.split('\n');
  const words = question.asker === 'program' ? 'The program asks you something' : safeText(what);
  const [first = '', ...rest] = wrap(count + words, width - 2);
  return [`${paint.yellow('?')} ${paint.bold(first)}`, ...rest.map((line) => `  ${paint.bold(line)}`)];
}

function details({ message }: PausedQuestion, { width }: RowStyle): readonly string[] {
  const [, ...lines] = safeLines(message);
  return lines.flatMap((line) => wrap(line, width));
}

function askedBy({ asker, agent, session }: PausedQuestion): string {
  const who = agent === undefined ? '' : `agent "${safeText(agent)}", `;
  return `${ASKERS[asker]}, for ${who}session "${safeText(session)}"`;
}

const ASKERS = {
  gate: 'the gate',
  handler: 'the tool',
  program: 'the program',
  'in-doubt': 'the runtime',
} as const satisfies Record<Asker, string>;

const CHANGED = 'An approver changed the arguments. A preview is of what the program asked for.';

const NOTHING: Shown = { lines: [], isShortened: false };
