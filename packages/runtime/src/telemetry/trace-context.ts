// The trace an execution belongs to, in the form that W3C Trace Context gives it. It is kept in the execution's first
// entry, so that any process that continues it, even weeks later, adds to the same trace.

import type { EntryOf, ExecutionId } from '@toolshed/kernel';
import { sha256 } from '../digest.js';

export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
}

const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;
const NOTHING = /^0+$/;

/** Undefined for an invalid text, such as a client may send. */
export function readTraceparent(text: string | undefined): TraceContext | undefined {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(text ?? '') ?? [];
  if (traceId === '' || NOTHING.test(traceId) || NOTHING.test(spanId) || text?.startsWith('ff')) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & SAMPLED };
}

export const traceparentOf = ({ traceId, spanId, traceFlags }: TraceContext): string =>
  `00-${traceId}-${spanId}-${traceFlags === SAMPLED ? '01' : '00'}`;

/** For an execution that was started untraced: derived from its id, so that all nodes get the same one. */
export function contextOf(id: ExecutionId, { trace }: EntryOf<'started'>): TraceContext {
  const recorded = readTraceparent(trace);
  if (recorded) return recorded;
  const digest = sha256(id);
  return { traceId: digest.slice(0, 32), spanId: digest.slice(32, 48), traceFlags: SAMPLED };
}

const SAMPLED = 1;
