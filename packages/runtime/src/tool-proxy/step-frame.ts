// The shape of what a sandbox sends after a step.

import { LogLine } from '@toolshed/kernel';
import { z } from 'zod';
import { LONGEST_PLACE } from '../sandbox/guest/place/place.js';
import { LONGEST_MS } from '@toolshed/kernel/runtime';
import { GuestProtocolError } from '../sandbox/sandbox-errors.js';

const Position = z.int().nonnegative();
const Place = z.string().max(LONGEST_PLACE);
const Segments = z.array(z.string().max(128)).min(1).max(8);
const GuestCallTuple = z.union([
  z.tuple([z.int().positive(), z.literal('tool'), Segments, z.unknown(), Place]),
  z.tuple([z.int().positive(), z.literal('elicit'), z.null(), z.unknown(), Place]),
  z.tuple([z.int().positive(), z.literal('sleep'), z.null(), z.int().nonnegative().max(LONGEST_MS), Place]),
]);

const Returned = z.strictObject({ ok: z.literal(true), value: z.unknown().optional() });
const Outcome = z.discriminatedUnion('ok', [
  Returned,
  z.strictObject({
    ok: z.literal(false),
    message: z.string(),
    line: Position,
    column: Position,
    name: z.string().optional(),
    /** Of an error we made. */
    code: z.string().optional(),
    /** What the program wrote as the code of an error of its own. */
    chosen: z.string().optional(),
    reason: z.string().optional(),
  }),
]);

const GuestOutput = z.strictObject({
  calls: z.array(GuestCallTuple),
  logs: z.array(z.tuple([LogLine.shape.level, z.string()])).default([]),
  emitted: z.array(z.unknown()).default([]),
  cleared: z.array(z.int().positive()).default([]),
  /** How it will end: it has returned, and waits for what it has under way. */
  ending: Returned.nullable().default(null),
  done: Outcome.nullable().default(null),
});
export type GuestOutput = z.infer<typeof GuestOutput>;

export function readAnyStep(frame: unknown): GuestOutput {
  const parsed = GuestOutput.safeParse(frame);
  if (!parsed.success) throw new GuestProtocolError(problemOf(parsed.error));
  return parsed.data;
}

export type UsualStep = Pick<GuestOutput, 'calls'> & { readonly done?: NonNullable<GuestOutput['done']> };

/**
 * A step that called tools, or returned, and did nothing else, as `GuestOutput` would accept it: nearly every step is
 * one, and this check is ten times faster than the schema. Anything else is left to the schema.
 */
export function isUsualStep(frame: unknown): frame is UsualStep {
  if (typeof frame !== 'object' || frame === null) return false;
  const { calls, done }: { readonly calls?: unknown; readonly done?: unknown } = frame;
  const members = Object.keys(frame).length;
  return isListOf(calls, isUsualCall) && (members === 1 || (members === 2 && isReturn(done)));
}

function isReturn(done: unknown): boolean {
  if (typeof done !== 'object' || done === null) return false;
  const { ok }: { readonly ok?: unknown } = done;
  const members = Object.keys(done).length;
  return ok === true && (members === 1 || (members === 2 && Object.hasOwn(done, 'value')));
}

function isUsualCall(call: unknown): boolean {
  if (!Array.isArray(call) || call.length !== 5) return false;
  const [number, op, segments, , place] = call;
  const isPlaced = isCount(number) && number > 0 && typeof place === 'string' && place.length <= LONGEST_PLACE;
  return isPlaced && op === 'tool' && isListOf(segments, isSegment) && segments.length > 0 && segments.length <= 8;
}

const isSegment = (segment: unknown): boolean => typeof segment === 'string' && segment.length <= 128;
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isListOf = (list: unknown, isOne: (item: unknown) => boolean): list is unknown[] =>
  Array.isArray(list) && list.every(isOne);

/** Without any text of the frame, because this message is shown as ours. */
function problemOf({ issues: [issue] }: z.ZodError): string {
  return issue === undefined ? 'it is malformed' : `${issue.code} at "${issue.path.join('.')}"`;
}
