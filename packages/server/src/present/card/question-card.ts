// One question as a person sees it: what would happen first, who asks next, then the arguments, then what they do,
// then where the program is and what it has done.
//
// Labels and guest text stand in different columns, so that no value can be read as one of our labels. A program's
// own words never are the title: they are shown as what the program says.

import type { Tool, PendingElicitation } from '@toolshed/kernel';
import { cautionsOf, describeOrigin, LEFT_OUT, safeLines, safeText, type Asker } from '@toolshed/kernel/runtime';
import type { CallReport } from '@toolshed/runtime';
import { approvalLines, asItStands } from '../approval-lines.js';
import { argumentRows, type RowStyle } from './argument-rows.js';
import { callsSoFar, type MadeCall } from '../calls/calls-so-far.js';
import { wrap } from '../layout/columns.js';
import { lateWords } from '../late-lines.js';
import { besideLabel, labelledRow } from '../layout/labelled-row.js';
import { answerLines } from '../answer-lines.js';
import { changedPreview } from './changed-preview.js';
import { previewRows } from './preview-rows.js';
import { type CallPlace, programExcerpt } from './program-excerpt.js';
import { requestRows } from './request-rows.js';
import { type Shown, shorten } from '../layout/shortened.js';

/** What a card shows a question with. */
export interface CardFacts {
  /** The question as its reader may see it. */
  readonly question: PendingElicitation;
  /** The program that asks, empty where it is not known, and where in it; `inside`: which saved program it is. */
  readonly place: CallPlace & { readonly inside?: string };
  /** The call that asks, where it is known, and its outcome meanwhile. */
  readonly call: CallReport | undefined;
  /** What the program has called so far. */
  readonly calls: readonly MadeCall[];
  /** The program stands above already, this call marked in it: only the line is named. */
  readonly isProgramAbove?: boolean;
  /** The tool it is about, where this host has it. */
  readonly tool: Pick<Tool, 'description' | 'input'> | undefined;
  /** Which of how many. */
  readonly position: { readonly number: number; readonly total: number };
}

/** One question with everything a person needs to decide it, as lines of safe text. */
export function questionCard(facts: CardFacts, style: RowStyle): Shown {
  const question = asItStands(facts.question);
  const { approvals, request } = question;
  const { place } = facts;
  const inner = besideLabel(style);
  const isProgram = question.asker === 'program';
  const words = shorten(title(facts, style), style.amount, sizeOf(question.message));
  const says = isProgram ? textRows('it says', question.message, style) : details(question, style);
  const about = textRows('about it', request.description, style);
  const own = requestRows(request, style, inner);
  const wants = answerLines(request, inner);
  const before = approvals?.areEdited ? argumentRows(facts.question.args, inner) : NOTHING;
  const args = argumentRows(question.args, inner);
  const preview = request.preview ? previewRows(request.preview, inner) : NOTHING;
  const change = changedPreview(request);
  const changed = change ? previewRows(change, inner) : NOTHING;
  const lines = [
    ...words.lines,
    ...(isProgram ? [] : says.lines),
    ...labelledRow(
      'tool',
      isProgram || question.toolPath === undefined ? [] : wrap(safeText(question.toolPath), inner.width),
      style,
    ),
    ...originRow(request, style),
    ...labelledRow('described', isProgram ? [] : described(facts.tool?.description, inner), style),
    ...labelledRow('asked by', wrap(askedBy(question), inner.width), style),
    ...(isProgram ? says.lines : []),
    ...about.lines,
    ...own.lines,
    ...labelledRow('wants', wants.lines, style),
    ...labelledRow(
      'meanwhile',
      lateWords(question.asker === 'in-doubt' ? facts.call?.lateOutcome : undefined, inner),
      style,
    ),
    ...labelledRow('agreed', question.consent ? wrap(agreedBy(question.consent), inner.width) : [], style),
    ...labelledRow('approvals', approvals === undefined ? [] : wrap(approvalLines(approvals), inner.width), style),
    ...labelledRow('changed', approvals?.areEdited ? wrap(CHANGED, inner.width) : [], style),
    ...labelledRow('arguments', args.lines, style),
    ...labelledRow('instead of', before.lines, style),
    ...labelledRow('preview', preview.lines, style),
    ...labelledRow('differs by', changed.lines, style),
    ...labelledRow('inside', place.inside === undefined ? [] : wrap(place.inside, inner.width), style),
    ...labelledRow('afterwards', undoWords(question), style),
    ...labelledRow('program', placeRows(facts, inner), style),
    ...labelledRow('so far', callsSoFar(facts.calls, inner), style),
  ];
  const isShortened = [words, says, about, own, wants, args, before, preview, changed].some((part) => part.isShortened);
  return { lines, isShortened };
}

/** Of each call that the gate asks about. */
const undoWords = ({ asker, request }: PendingElicitation): readonly string[] =>
  asker === 'gate' && request.type === 'approval' ? [`it ${request.canUndo ? 'can' : 'cannot'} be undone`] : [];

function placeRows({ place, isProgramAbove }: CardFacts, inner: RowStyle): readonly string[] {
  // A saved program is not the one above.
  if (isProgramAbove && place.inside === undefined && place.line !== undefined) return [`line ${place.line}, above`];
  return programExcerpt(place, inner).lines;
}

/** The first line of what a tool asks is the title; more of it stands beside a label, as it may quote a program. */
function title({ question, position }: CardFacts, { paint, width }: RowStyle): readonly string[] {
  const count = position.total > 1 ? `${position.number} of ${position.total}  ` : '';
  const [what = ''] = question.message.split('\n', 1);
  const words = question.asker === 'program' ? 'The program asks you something' : safeText(what);
  const [first = '', ...rest] = wrap(count + words, width - 2);
  return [`${paint.yellow('?')} ${paint.bold(first)}`, ...rest.map((line) => `  ${paint.bold(line)}`)];
}

function details({ message }: PendingElicitation, style: RowStyle): Shown {
  const [, ...lines] = safeLines(message);
  return rows('namely', lines, message, style);
}

/** Where the tool comes from, if it is not the host's own. */
export function originRow(request: PendingElicitation['request'], style: RowStyle): readonly string[] {
  if (!('origin' in request) || request.origin === undefined) return [];
  return labelledRow('source', wrap(safeText(describeOrigin(request.origin)), besideLabel(style).width), style);
}

const DESCRIPTION_LINES = 3;

/** What the tool's author says about it: the beginning, unless everything is shown. */
function described(text: string | undefined, { width, amount, paint }: RowStyle): readonly string[] {
  const lines = safeLines((text ?? '').trim()).flatMap((line) => wrap(line, width));
  if (lines.length === 1 && lines[0] === '') return [];
  const left = lines.length - DESCRIPTION_LINES;
  const shown = amount === 'full' || left <= 1 ? lines : lines.slice(0, DESCRIPTION_LINES);
  return [...shown.map(paint.dim), ...(shown.length < lines.length ? [`${LEFT_OUT} ${left} more lines`] : [])];
}

/** A text of others, with what a person should know about it. */
const textRows = (label: string, text: string | undefined, style: RowStyle): Shown =>
  text === undefined ? NOTHING : rows(label, safeLines(text), text, style);

function rows(label: string, safe: readonly string[], text: string, style: RowStyle): Shown {
  const { width } = besideLabel(style);
  const shown = shorten(
    safe.flatMap((line) => wrap(line, width)),
    style.amount,
    sizeOf(text),
  );
  const cautions = shown.lines.length === 0 ? [] : cautionsOf(text).map((one) => style.paint.yellow(`! ${one}`));
  return { ...shown, lines: labelledRow(label, [...shown.lines, ...cautions], style) };
}

const sizeOf = (text: string): string => `, ${text.length} characters in all`;

const agreedBy = ({ principal }: NonNullable<PendingElicitation['consent']>): string =>
  `${safeText(principal)} agreed to open it; it waits until the page is done`;

function askedBy({ asker, agent, session }: PendingElicitation): string {
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
