// The only parser of what a sandbox says, and the only renderer of failures for a program.
//
// Threat: everything here was written by a program, or by a worker a program took over. It is measured before it is
// parsed, parsed strictly, and turned into data the rest of the runtime can trust the shape of. Nothing in it is ever
// read as an id, an answer or an instruction.

import { randomUUID } from 'node:crypto';
import { type GuestError, LogLine, type ToolLog, ToolshedError } from '@toolshed/kernel';
import { z } from 'zod';
import type { Limits } from '../sandbox/limits.js';
import { GuestProtocolError } from '../sandbox/sandbox-errors.js';

const Position = z.int().nonnegative();
const GuestCallTuple = z.union([
  z.tuple([z.int().positive(), z.literal('tool'), z.array(z.string()).min(1), z.unknown(), Position, Position]),
  z.tuple([z.int().positive(), z.literal('elicit'), z.null(), z.unknown(), Position, Position]),
  z.tuple([z.int().positive(), z.literal('sleep'), z.null(), z.number().nonnegative(), Position, Position]),
]);

const Outcome = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), value: z.unknown().optional() }),
  z.strictObject({
    ok: z.literal(false),
    message: z.string(),
    line: Position,
    column: Position,
    name: z.string().optional(),
    code: z.string().optional(),
    reason: z.string().optional(),
  }),
]);

const GuestOutput = z.strictObject({
  calls: z.array(GuestCallTuple),
  logs: z.array(z.tuple([LogLine.shape.level, z.string()])),
  emitted: z.array(z.unknown()),
  cleared: z.array(z.int().positive()),
  done: Outcome.nullable(),
});

export type GuestCall = {
  readonly number: number;
  readonly line: number | undefined;
  readonly column: number | undefined;
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

export interface StepOutput {
  readonly calls: readonly GuestCall[];
  readonly logs: readonly LogLine[];
  readonly emitted: readonly string[];
  readonly cleared: readonly number[];
  readonly outcome: ProgramOutcome | undefined;
}

/** The frame's own brackets around a call's arguments. */
const FRAME_DEPTH = 4;

export function readStepOutput(text: string, limits: Pick<Limits, 'argsDepth' | 'resultBytes'>): StepOutput {
  // The deepest of what may be nested in a frame: arguments, or a returned value.
  if (depthOf(text) > limits.argsDepth + FRAME_DEPTH) throw new GuestProtocolError('it is nested too deeply');
  const parsed = GuestOutput.safeParse(parseJson(text));
  if (!parsed.success) throw new GuestProtocolError(z.prettifyError(parsed.error).slice(0, 500));
  const { calls, logs, emitted, cleared, done } = parsed.data;
  return {
    calls: calls.map(toCall),
    logs: logs.map(([level, line]) => ({ level, text: line })),
    emitted: emitted.map((value) => JSON.stringify(value)),
    cleared,
    outcome: done === null ? undefined : toOutcome(done),
  };
}

function toCall([number, op, path, payload, line, column]: z.infer<typeof GuestCallTuple>): GuestCall {
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

function toOutcome(done: z.infer<typeof Outcome>): ProgramOutcome {
  if (done.ok) return { kind: 'returned', value: done.value === undefined ? undefined : JSON.stringify(done.value) };
  const { message, line, column, name, reason } = done;
  const error = {
    code: done.code ?? 'program/failed',
    message,
    ...(name === undefined ? {} : { name }),
    ...(reason === undefined ? {} : { reason }),
    ...(line === 0 ? {} : { line, column }),
  };
  return { kind: 'threw', error };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new GuestProtocolError('it is not JSON');
  }
}

const QUOTE = 34;
const BACKSLASH = 92;
const OPEN_BRACKET = 91;
const OPEN_BRACE = 123;
const CLOSE_BRACKET = 93;
const CLOSE_BRACE = 125;

/** How deep a JSON text nests, found without parsing it: a parser asked to go too deep may not come back. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let isInString = false;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (isInString) {
      if (unit === BACKSLASH) i++;
      else if (unit === QUOTE) isInString = false;
    } else if (unit === QUOTE) isInString = true;
    else if (unit === OPEN_BRACKET || unit === OPEN_BRACE) deepest = Math.max(deepest, ++depth);
    else if (unit === CLOSE_BRACKET || unit === CLOSE_BRACE) depth--;
  }
  return deepest;
}

/** All a program may learn of a failure. Stack, cause and the text of defects stay on the host's side. */
export function toGuestFailure(error: unknown, path: string, log: ToolLog): GuestError {
  if (error instanceof ToolshedError) {
    const reason = 'reason' in error && typeof error.reason === 'string' ? { reason: error.reason } : {};
    return { name: error.name, code: error.code, message: error.message, ...reason };
  }
  const reference = randomUUID().slice(0, 8);
  log.error({ err: error, path, reference }, 'tool failed');
  return {
    name: 'ToolError',
    code: 'tool/failed',
    message: `Cannot finish ${path}: the tool failed (reference ${reference})`,
  };
}
