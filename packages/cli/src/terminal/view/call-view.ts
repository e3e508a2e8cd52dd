// A call as `show` prints it: what it is and how it ended in one line, and below it when, with what, who decided, and
// its result.

import {
  answerWords,
  argumentRows,
  besideLabel,
  type CallDetails,
  labelledRow,
  LEFT_OUT,
  outcomeWords,
  type RowStyle,
  safeLines,
  safeText,
  wrap,
} from '@toolshed/server/present';

export function callLines(call: CallDetails, style: RowStyle): readonly string[] {
  const { paint, width } = style;
  const inner = besideLabel(style);
  const { path, line, lateOutcome, isEdited, args, value, error, answers } = call;
  const facts = [
    outcomeWords(call),
    ...(line === undefined ? [] : [`line ${line}`]),
    ...(lateOutcome === undefined ? [] : [`${lateOutcome.outcome} late`]),
  ].join(', ');
  const number = `  ${String(call.call).padStart(NUMBER_COLUMNS)}  `;
  const [first = '', ...rest] = wrap(`${safeText(path)}  ${facts}`, width - number.length);
  return [
    `${paint.dim(number)}${paint.bold(first)}`,
    ...rest.map((piece) => `${' '.repeat(number.length)}${paint.bold(piece)}`),
    ...labelledRow('at', timeWords(call, inner.width), style),
    ...labelledRow(isEdited ? 'changed to' : 'arguments', args === undefined ? [] : rowsOf(args, inner), style),
    ...answers.flatMap((answer) => {
      const through = `${answerWords(answer)}, through ${safeText(answer.by.channel)}, ${timeOf(answer.at)}`;
      const reason = answer.reason === undefined ? [] : safeLines(`“${answer.reason}”`);
      return labelledRow(
        'decided',
        [through, ...reason].flatMap((text) => wrap(text, inner.width)),
        style,
      );
    }),
    ...labelledRow('returned', value === undefined ? [] : resultLines(value, inner), style),
    ...labelledRow('error', error === undefined ? [] : errorLines(error, inner), style),
  ];
}

const NUMBER_COLUMNS = 3;

const rowsOf = (args: string, inner: RowStyle): readonly string[] => argumentRows(JSON.parse(args), inner).lines;

const errorLines = ({ code, message }: NonNullable<CallDetails['error']>, { width }: RowStyle): readonly string[] => [
  ...safeLines(message).flatMap((line) => wrap(line, width)),
  ...(code === undefined ? [] : wrap(safeText(code), width)),
];

const RESULT_LINES = 4;

/** The beginning; the journal has all of it. */
function resultLines(json: string, { width }: RowStyle): readonly string[] {
  const shown = wrap(safeText(json.slice(0, width * RESULT_LINES)), width).slice(0, RESULT_LINES);
  const isAll = json.length <= width * RESULT_LINES && wrap(safeText(json), width).length <= RESULT_LINES;
  return isAll ? shown : [...shown.slice(0, -1), ...wrap(`${LEFT_OUT} ${json.length} characters in all`, width)];
}

/** When it was made, and how long it took, waiting for a person included. */
function timeWords({ calledAt, endedAt }: CallDetails, width: number): readonly string[] {
  if (calledAt === undefined) return [];
  const took = endedAt === undefined ? '' : `, took ${lengthOf(endedAt - calledAt)}`;
  return wrap(`${timeOf(calledAt)}${took}`, width);
}

export const timeOf = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`;

function lengthOf(ms: number): string {
  if (ms < 1_000) return `${Math.max(0, ms)} ms`;
  return ms < 60_000 ? `${(ms / 1_000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`;
}
