// What a program has done before it asks: its calls, the latest last, with what each was about and how it ended.

import type { CallReport } from '@toolshed/runtime';
import type { RowStyle } from '../card/argument-rows.js';
import { alignRows, clip } from '../layout/columns.js';
import { LEFT_OUT, quotedText, safeText } from '@toolshed/kernel/runtime';
import type { CallDetails } from './call-details.js';
import { outcomeWords } from './outcome-words.js';

/** A call, and the names of its arguments in the order in which its tool declares them. */
export interface MadeCall extends CallDetails {
  readonly parameters?: readonly string[];
}

const LATEST = 5;
const MAX_PATH = 28;
/** The mark, and the spaces between columns. */
const MARGINS = 6;
const LEAST_ABOUT = 16;

/** Calls that wait for a person are questions of their own and not listed. Equal calls in a row are one line. */
export function callsSoFar(calls: readonly MadeCall[], { amount, paint, width }: RowStyle): readonly string[] {
  const made = calls.filter(({ outcome }) => outcome !== 'waiting');
  const shown = amount === 'full' ? made.map((call) => ({ call, count: 1 })) : runsOf(made).slice(-LATEST);
  const earlier = made.length - shown.reduce((sum, { count }) => sum + count, 0);
  const ends = shown.map(({ call }) => [outcomeWords(call), placeWords(call)] as const);
  const taken = MARGINS + Math.max(...ends.map(([end]) => end.length)) + Math.max(...ends.map(([, at]) => at.length));
  const rows = shown.map(({ call, count }, index) => [
    `${MARKS[call.outcome](paint)} ${clip(aboutOf({ call, count }), Math.max(LEAST_ABOUT, width - taken))}`,
    ...(ends[index] ?? []),
  ]);
  return [...(earlier > 0 ? [`${LEFT_OUT} ${earlier} earlier`] : []), ...alignRows(rows)];
}

const placeWords = ({ line, isEdited, lateOutcome }: MadeCall): string =>
  [
    ...(line === undefined ? [] : [`line ${line}`]),
    ...(isEdited ? ['arguments changed'] : []),
    ...(lateOutcome ? [`${lateOutcome.outcome} late`] : []),
  ].join(', ');

interface Run {
  /** The first of them. */
  readonly call: MadeCall;
  readonly count: number;
}

/** Calls of the same tool at the same place with the same end, one after another. */
function runsOf(calls: readonly MadeCall[]): readonly Run[] {
  const runs: Run[] = [];
  for (const call of calls) {
    const last = runs.at(-1);
    if (last !== undefined && isAlike(last.call, call)) runs[runs.length - 1] = { ...last, count: last.count + 1 };
    else runs.push({ call, count: 1 });
  }
  return runs;
}

const isAlike = (one: MadeCall, other: MadeCall): boolean =>
  one.path === other.path &&
  one.line === other.line &&
  outcomeWords(one) === outcomeWords(other) &&
  !one.isEdited &&
  !other.isEdited &&
  one.lateOutcome === undefined &&
  other.lateOutcome === undefined;

/** The tool with the first of its arguments; how many calls there were instead, where there were several. */
function aboutOf({ call, count }: Run): string {
  const path = clip(safeText(call.path), MAX_PATH);
  if (count > 1) return `${path}  ×${count}`;
  const first = firstArgument(call);
  return first === undefined ? path : `${path}  ${first}`;
}

/** The journal keeps arguments sorted by name, so the tool's own order says which is the first. */
function firstArgument({ args, parameters = [] }: MadeCall): string | undefined {
  if (args === undefined) return undefined;
  const given: unknown = JSON.parse(args);
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return valueText(given);
  const name = parameters.find((parameter) => Object.hasOwn(given, parameter)) ?? Object.keys(given)[0];
  return name === undefined ? undefined : valueText(Reflect.get(given, name));
}

const MOST_CHARACTERS = 200;

function valueText(value: unknown): string {
  if (typeof value !== 'string') return safeText(JSON.stringify(value).slice(0, MOST_CHARACTERS));
  return quotedText(value.slice(0, MOST_CHARACTERS));
}

const MARKS = {
  returned: (paint) => paint.green('✔'),
  threw: (paint) => paint.red('✖'),
  running: (paint) => paint.cyan('●'),
  waiting: (paint) => paint.yellow('?'),
} as const satisfies Record<CallReport['outcome'], (paint: RowStyle['paint']) => string>;
