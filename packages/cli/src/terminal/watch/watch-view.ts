// Everything at a glance: open questions first, then executions, newest first. Never wider or higher than the screen.

import type { ExecutionSummary, PendingElicitation } from '@toolshed/kernel';
import { shortDuration } from '../../command/flags/duration.js';
import type { Paint } from '@toolshed/server/present';
import { count } from '../../command/paging.js';
import { MOST_COUNTED } from '@toolshed/kernel/runtime';
import { clip, countWords, LEFT_OUT, padEnd, padStart, safeText, widthOf } from '@toolshed/server/present';

export interface WatchFacts {
  /** Newest first. */
  readonly questions: readonly PendingElicitation[];
  /** How many are open in all. */
  readonly open: number;
  readonly executions: readonly ExecutionSummary[];
  /** How many executions there are in all. */
  readonly all: number;
  /** Which question Enter opens. */
  readonly selected: number;
  /** The outcome of the last answer; safe text. */
  readonly note: string;
  readonly now: number;
}

interface ViewSize {
  readonly columns: number;
  readonly rows: number;
  readonly paint: Paint;
}

const LINES_OF_QUESTION = 2;
const AGE_COLUMNS = 5;
/** The title, a line below it, the keys and a line above them. */
const FRAME_LINES = 4;

export function watchView(facts: WatchFacts, { columns, rows, paint }: ViewSize): readonly string[] {
  const { questions, executions, all, note, now } = facts;
  const room = Math.max(LINES_OF_QUESTION, rows - FRAME_LINES);
  const forQuestions = Math.max(LINES_OF_QUESTION, executions.length === 0 ? room : Math.ceil(room * 0.6));
  const asked = questionLines(facts, forQuestions, { columns, paint });
  const left = room - asked.length - 1;
  const listed = executions.slice(0, Math.max(0, left)).map((one) => executionLine(one, now, { columns, paint }));
  const title = `Toolshed  ${countOf(facts.open)}`;
  const keys = questions.length === 0 ? 'q leaves' : '↑/↓ choose · Enter opens · q leaves';
  return [
    paint.bold(clip(title, columns)),
    '',
    ...asked,
    ...(listed.length === 0
      ? []
      : [paint.dim(clip(`${count(listed.length)} of ${countWords(all)} executions`, columns)), ...listed]),
    clip(note, columns),
    paint.dim(clip(keys, columns)),
  ].slice(0, rows);
}

const countOf = (open: number): string => {
  if (open === 0) return 'nothing waits for a person';
  return open === 1 ? '1 question waits for a person' : `${countWords(open)} questions wait for a person`;
};

/** As many as fit, the selected one among them. */
function questionLines(
  { questions, open, selected, now }: WatchFacts,
  room: number,
  size: Pick<ViewSize, 'columns' | 'paint'>,
): readonly string[] {
  const fit = Math.floor(room / LINES_OF_QUESTION);
  const isCut = open > fit;
  const shown = Math.max(1, isCut ? Math.floor((room - 1) / LINES_OF_QUESTION) : fit);
  const from = Math.max(0, Math.min(selected - Math.floor(shown / 2), questions.length - shown));
  const lines = questions
    .slice(from, from + shown)
    .flatMap((question, index) => oneQuestion(question, from + index === selected, now, size));
  return isCut
    ? [...lines, size.paint.dim(`${LEFT_OUT} ${open > MOST_COUNTED ? 'many' : count(open - shown)} more`)]
    : lines;
}

/** A program's own words never stand where ours do. */
function oneQuestion(
  { message, toolPath, asker, session, agent, askedAt, executionId }: PendingElicitation,
  isSelected: boolean,
  now: number,
  { columns, paint }: Pick<ViewSize, 'columns' | 'paint'>,
): readonly string[] {
  const [what = ''] = message.split('\n', 1);
  const words = asker === 'program' ? 'A program asks something' : safeText(what);
  const title = padEnd(clip(words, columns - AGE_COLUMNS - 5), columns - AGE_COLUMNS - 5);
  const age = padStart(shortDuration(now - askedAt), AGE_COLUMNS);
  const tool = asker === 'program' || toolPath === undefined ? [] : [safeText(toolPath)];
  const who = agent === undefined ? [] : [`agent "${safeText(agent)}"`];
  const facts = [...tool, `session "${safeText(session)}"`, ...who, executionId].join(' · ');
  return [
    `${isSelected ? paint.cyan('▸') : ' '} ${paint.yellow('?')} ${isSelected ? paint.bold(title) : title}${paint.dim(age)}`,
    `    ${paint.dim(clip(facts, columns - 5))}`,
  ];
}

function executionLine(
  { id, status, calls, session, createdAt }: ExecutionSummary,
  now: number,
  { columns, paint }: Pick<ViewSize, 'columns' | 'paint'>,
): string {
  const { mark, colour } = MARKS[status];
  const head = `${mark} ${padEnd(status, 9)}  ${id}  ${padStart(String(calls), 3)} ${calls === 1 ? 'call ' : 'calls'}`;
  const age = padStart(shortDuration(now - createdAt), AGE_COLUMNS);
  const middle = clip(`  ${safeText(session)}`, Math.max(1, columns - widthOf(head) - AGE_COLUMNS - 3));
  const line = padEnd(clip(`${head}${middle}`, columns - AGE_COLUMNS - 3), columns - AGE_COLUMNS - 3);
  return `  ${colour(paint)(line.slice(0, 1))}${line.slice(1)}${paint.dim(age)}`;
}

const MARKS = {
  running: { mark: '●', colour: (paint) => paint.cyan },
  paused: { mark: '?', colour: (paint) => paint.yellow },
  sleeping: { mark: '☾', colour: (paint) => paint.cyan },
  completed: { mark: '✔', colour: (paint) => paint.green },
  failed: { mark: '✖', colour: (paint) => paint.red },
  cancelled: { mark: '✖', colour: (paint) => paint.red },
  damaged: { mark: '✖', colour: (paint) => paint.red },
} as const satisfies Record<
  ExecutionSummary['status'],
  { readonly mark: string; readonly colour: (paint: Paint) => (text: string) => string }
>;
