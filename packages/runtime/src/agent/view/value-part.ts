// A part of what an execution gave, by its path, for programs that read it over HTTP: as it is, without a budget.

import { ToolshedError } from '@toolshed/kernel';
import type { ExecutionResult } from '../../execution/execution-result.js';
import { readPath, selectPath, writePath } from '../../value-path.js';
import { partOf } from './execution-slice.js';

/** The execution has no value, or none yet. */
class NoValueError extends ToolshedError {
  override readonly name = 'NoValueError';
  override readonly code = 'execution/not-completed';
}

export interface ValueRequest {
  readonly path: string;
  readonly from: number;
  readonly count?: number | undefined;
}

export interface ValuePart {
  readonly executionId: string;
  readonly path: string;
  readonly kind: 'items' | 'keys' | 'characters' | 'value';
  readonly from: number;
  /** How many there are in all. */
  readonly of: number;
  readonly value: unknown;
  /** Where the rest begins. */
  readonly next?: number;
}

/** Throws ValuePathError for a path that leads nowhere. */
export function valuePart(result: ExecutionResult, { path, from, count }: ValueRequest): ValuePart {
  const { executionId, emitted, logs, status } = result;
  const steps = readPath(path);
  if (steps[0] === 'value' && status !== 'completed')
    throw new NoValueError(`Cannot read the value of ${executionId}: it is ${status}`);
  const root = {
    ...(result.status === 'completed' ? { value: result.value ?? null } : {}),
    emitted,
    logs: logs.map(({ text }) => text),
  };
  const until = count === undefined ? Number.POSITIVE_INFINITY : from + count;
  const part = partOf(selectPath(root, steps), { from, to: until });
  const facts = { executionId, path: writePath(steps), kind: part.kind, from, of: part.of, value: part.value };
  // A character at the end is not halved, so a text may be one character longer than requested.
  const next = typeof part.value === 'string' ? from + part.value.length : until;
  return next < part.of ? { ...facts, next } : facts;
}
