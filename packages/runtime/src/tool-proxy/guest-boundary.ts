// The only parser of what a sandbox sends, and the only renderer of failures for a program.
//
// Threat: everything here was written by a program, or by a worker a program took over. It is measured before it is
// parsed, parsed strictly, and turned into data the rest of the runtime can trust the shape of. Nothing in it is ever
// read as an id, an answer or an instruction (invariants 3 and 5 of ARCHITECTURE.md).

import { randomUUID } from 'node:crypto';
import type { LogLine, ToolLog } from '@toolshed/kernel';
import type { GuestError } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import { createPlaceReader } from '../sandbox/guest/place/place.js';
import { LAST_LINE, LIMIT_CODES, type Limits, PER_ITEM } from '../sandbox/limits.js';
import { GuestProtocolError, LimitError } from '../sandbox/sandbox-errors.js';
import { isFiniteThroughout, measureJson } from './measure-json.js';
import { type KnownTools, NO_TOOLS, withNameAdvice } from './missing-names.js';
import { type GuestOutput, isUsualStep, readAnyStep, type UsualStep } from './step-frame.js';
import { causeOf, describeDefect, errorForProgram } from './thrown.js';

export type GuestCall = {
  readonly number: number;
  readonly line: number | undefined;
  readonly column: number | undefined;
  /** The call that entered the saved program which makes this one; undefined for the program of the execution. */
  readonly within?: number;
} & (
  | { readonly op: 'tool'; readonly segments: readonly string[]; readonly args: unknown }
  | { readonly op: 'elicit'; readonly request: unknown }
  | { readonly op: 'sleep'; readonly ms: number }
);

export type ProgramOutcome =
  | { readonly kind: 'returned'; readonly value: string | undefined }
  | { readonly kind: 'threw'; readonly error: z.infer<typeof ThrownError> };

const ThrownError = z.strictObject({
  code: z.string(),
  message: z.string(),
  name: z.string().optional(),
  reason: z.string().optional(),
  line: z.int().optional(),
  column: z.int().optional(),
});

export interface Printed {
  readonly logs: readonly LogLine[];
  readonly emitted: readonly string[];
}

export interface StepOutput extends Printed {
  readonly calls: readonly GuestCall[];
  readonly cleared: readonly number[];
  /** How it will end, if it has returned in this step and waits for what it has under way. */
  readonly ending: ProgramOutcome | undefined;
  readonly outcome: ProgramOutcome | undefined;
  /** What saved programs did in this step, beside the calls, which are above. */
  readonly saved?: readonly SavedStep[];
}

/** What one saved program did in a step. */
export interface SavedStep extends Printed {
  /** The call that entered it. */
  readonly call: number;
  /** How it ended, if it has. */
  readonly outcome: ProgramOutcome | undefined;
}

/** The frame's own brackets around a call's arguments. */
const FRAME_DEPTH = 3;

/** Of objects and lists in one frame: each takes more to read than its three characters suggest. */
const MAX_CONTAINERS = 1_000_000;

export type OutputLimits = Pick<
  Limits,
  'argsDepth' | 'calls' | 'resultBytes' | 'logBytes' | 'emittedBytes' | 'errorBytes'
>;

/**
 * Throws GuestProtocolError for what no honest isolate writes, whatever its program does, and LimitError for what is
 * nested deeper than allowed or in too many pieces, which the isolate does not count.
 */
export function readStepOutput(text: string, limits: OutputLimits, tools: KnownTools = NO_TOOLS): StepOutput {
  const { depth, containers, mayOverflow } = measureJson(text);
  if (depth > limits.argsDepth + FRAME_DEPTH)
    throw new LimitError(LIMIT_CODES.argsDepth, `Cannot take a value nested deeper than ${limits.argsDepth}`);
  if (containers > MAX_CONTAINERS)
    throw new LimitError(LIMIT_CODES.argsBytes, `Cannot take more than ${MAX_CONTAINERS} objects and lists at once`);
  const frame = parseJson(text);
  if (mayOverflow && !isFiniteThroughout(frame)) throw new GuestProtocolError('it holds a number out of range');
  const output = isUsualStep(frame) ? toUsualOutput(frame) : toOutput(readAnyStep(frame), tools);
  assertWithin(output, limits);
  return output;
}

/** What was printed while a step ran, sent piece by piece in the form of outputs; nothing else in them is used. */
export function readPrinted(texts: readonly string[], limits: OutputLimits): Printed {
  const pieces = texts.map((text) => readStepOutput(text, limits));
  const printed = {
    logs: pieces.flatMap(({ logs }) => logs),
    emitted: pieces.flatMap(({ emitted }) => emitted),
  };
  if (isTooMuch(printed, limits)) throw new GuestProtocolError('it holds more than the isolate may write');
  return printed;
}

const toUsualOutput = ({ calls, done }: UsualStep): StepOutput => ({
  calls: calls.map(toCall),
  logs: [],
  emitted: [],
  cleared: [],
  ending: undefined,
  outcome: done && toOutcome(done, NO_TOOLS),
});

const toOutput = ({ calls, logs, emitted, cleared, ending, done }: GuestOutput, tools: KnownTools): StepOutput => ({
  calls: calls.map(toCall),
  logs: logs.map(([level, line]) => ({ level, text: line })),
  emitted: emitted.map((value) => JSON.stringify(value)),
  cleared,
  ending: ending === null ? undefined : toOutcome(ending, tools),
  outcome: done === null ? undefined : toOutcome(done, tools),
});

/** The isolate keeps count of these itself: more means that it no longer is what we made it. */
function assertWithin(
  { calls, cleared, ending, outcome, saved: _, ...printed }: StepOutput,
  limits: OutputLimits,
): void {
  let next = calls[0]?.number ?? 0;
  for (const { number } of calls) {
    if (number !== next || number > limits.calls) throw new GuestProtocolError(`call ${number} is not the next`);
    next++;
  }
  const isTooLarge =
    returnedSize(ending) > limits.resultBytes ||
    returnedSize(outcome) > limits.resultBytes ||
    cleared.length > limits.calls ||
    isTooMuch(printed, limits) ||
    (outcome?.kind === 'threw' && hasTooLong(outcome.error, limits));
  if (isTooLarge) throw new GuestProtocolError('it holds more than the isolate may write');
}

function isTooMuch({ logs, emitted }: Printed, limits: OutputLimits): boolean {
  let [logged, sent] = [0, 0];
  for (const { text } of logs) logged += text.length + PER_ITEM;
  for (const json of emitted) sent += json.length + PER_ITEM;
  return logged > limits.logBytes + LAST_LINE || sent > limits.emittedBytes;
}

const returnedSize = (outcome: ProgramOutcome | undefined): number =>
  outcome?.kind === 'returned' ? (outcome.value?.length ?? 0) : 0;

/** The mark at the end of a text that was cut. */
const CUT_NOTE = 64;
const hasTooLong = (error: object, { errorBytes }: OutputLimits): boolean =>
  Object.values(error).some((fact) => typeof fact === 'string' && fact.length > errorBytes + CUT_NOTE);

const readPlace = createPlaceReader({
  slice: (text, from, to) => text.slice(from, to),
  indexOf: (text, part, from) => text.indexOf(part, from),
  toNumber: Number,
});

function toCall([number, op, path, payload, place]: GuestOutput['calls'][number]): GuestCall {
  const [line, column] = readPlace(place);
  const at = { number, line: line === 0 ? undefined : line, column: line === 0 ? undefined : column };
  switch (op) {
    case 'tool':
      return { ...at, op, segments: path, args: payload };
    case 'elicit':
      return { ...at, op, request: payload };
    case 'sleep':
      return { ...at, op, ms: payload };
  }
}

function toOutcome(done: NonNullable<GuestOutput['done']>, tools: KnownTools): ProgramOutcome {
  if (done.ok) return { kind: 'returned', value: done.value === undefined ? undefined : JSON.stringify(done.value) };
  const { message, line, column, name, reason, chosen } = done;
  const error = {
    code: done.code ?? (chosen === undefined ? 'program/failed' : programCode(chosen)),
    message: withNameAdvice({ name, message, line }, tools),
    ...(name === undefined ? {} : { name }),
    ...(reason === undefined ? {} : { reason }),
    ...(line === 0 ? {} : { line, column }),
  };
  return { kind: 'threw', error };
}

/** A code a program chose, marked so that nobody takes it for one of ours. */
export const programCode = (chosen: string): string =>
  OWN_PROGRAM_CODES.has(chosen) ? 'program/failed' : `program/${chosen}`;

const OWN_PROGRAM_CODES: ReadonlySet<string> = new Set(['failed', 'syntax', 'stalled']);

/** Codes that an isolate produces itself; any other code of ours was delivered to it. */
export const isGuestCode = (code: string): boolean => GUEST_CODES.has(code);

const GUEST_CODES: ReadonlySet<string> = new Set([...Object.values(LIMIT_CODES), 'program/failed', 'program/syntax']);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new GuestProtocolError('it is not JSON');
  }
}

export interface Failure {
  /** All that a program may learn about it. */
  readonly error: GuestError;
  /** What it really was, where the program must not see it: for the host only. */
  readonly defect?: string;
}

export function toFailure(thrown: unknown, path: string, log: ToolLog): Failure {
  const error = errorForProgram(thrown);
  const cause = causeOf(thrown);
  if (error !== undefined) return cause === undefined ? { error } : { error, defect: describeDefect(cause) };
  const reference = randomUUID().slice(0, 8);
  log.error({ err: thrown, path, reference }, 'tool failed');
  const message = `Cannot finish ${path}: the tool failed (reference ${reference})`;
  return { error: { name: 'ToolError', code: 'tool/failed', message }, defect: describeDefect(thrown) };
}
