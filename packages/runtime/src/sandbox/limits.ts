// Everything a program may use up, and what follows from that for one frame between a worker and its host. The isolate,
// the worker and the host each enforce their part: a worker that was taken over is held by the host's alone.

import type { EntryOf } from '@toolshed/kernel';
import { LONGEST_MS } from '@toolshed/kernel/runtime';
import { z } from 'zod';

/** What one execution may use. Waiting for people and tools does not count. */
export const Limits = z.strictObject({
  /** Processor time, in milliseconds. */
  cpuMs: z.int().positive().default(5_000),
  /** Wall-clock time while the program runs, even if it has to wait for a processor, in milliseconds. */
  wallMs: z.int().positive().default(60_000),
  /** Memory of the program's own values, in megabytes. */
  heapMb: z.int().min(8).default(64),
  /** Resident memory of a worker process, in megabytes; above it the process is killed. */
  rssMb: z.int().min(64).default(512),
  /** How deep calls may nest, in kilobytes of the engine's stack. */
  stackKb: z.int().min(64).max(4_000).default(900),
  /** Calls of tools in all. */
  calls: z.int().positive().default(1_000),
  /** Calls of tools that wait for their result at once. */
  callsInFlight: z.int().positive().default(64),
  /** Questions to people in all. */
  elicitations: z.int().positive().default(100),
  /** Arguments of one call. */
  argsBytes: z.int().positive().default(1_000_000),
  /** How deep the arguments of one call may nest. */
  argsDepth: z.int().positive().default(64),
  /** The result of one call. It also has to fit the heap. */
  toolResultBytes: z.int().positive().default(16_000_000),
  /** The results of all calls together. */
  toolResultsBytes: z.int().positive().default(128_000_000),
  /** The value the program returns; what is longer is cut, and the execution says so. */
  resultBytes: z.int().min(16).default(1_000_000),
  /** What the program prints; what comes after that is not kept, and the execution says so. */
  logBytes: z.int().positive().default(256_000),
  /** What the program sends with `emit`. */
  emittedBytes: z.int().positive().default(1_000_000),
  /** The text of the program. */
  sourceBytes: z.int().positive().default(512_000),
  /** The text of one error. */
  errorBytes: z.int().positive().default(16_000),
  /** One answer of a person: its content, changed arguments and reason together. */
  answerBytes: z.int().positive().default(1_000_000),
});
export type Limits = Readonly<z.infer<typeof Limits>>;

/**
 * The limits of one execution: those it was started with, for as long as it lives. A limit that its program can notice must
 * apply again on replay, and a host with lower limits must not end an execution that has begun. Only the memory of a worker
 * process, which other executions share, follows this host's present limit.
 */
export function limitsOf({ limits: recorded }: Pick<EntryOf<'started'>, 'limits'>, host: Limits): ExecutionLimits {
  if (recorded === undefined) return { ...host, failsOnOverflow: true };
  if (!('toolResultBytes' in recorded)) return { ...merged(recorded, host), failsOnOverflow: true };
  return merged(recorded, host);
}

/** The limits of an execution, and how output beyond them was treated when it was started. */
export type ExecutionLimits = Limits & {
  /** For an execution that began when output beyond a limit was an error, which its program may have caught. */
  readonly failsOnOverflow?: true;
};

function merged(recorded: Readonly<Record<string, number>>, host: Limits): Limits {
  const known = Object.entries(recorded).filter(([name]) => name in host && name !== 'rssMb');
  const isSame = known.every(([name, value]) => Object.is(Reflect.get(host, name), value));
  return isSame ? host : Limits.catch(host).parse({ ...host, ...Object.fromEntries(known) });
}

/** The error code of each limit. */
export const LIMIT_CODES = {
  cpuMs: 'limit/cpu',
  wallMs: 'limit/wall',
  heapMb: 'limit/heap',
  rssMb: 'limit/memory',
  stackKb: 'limit/stack',
  calls: 'limit/calls',
  callsInFlight: 'limit/calls-in-flight',
  elicitations: 'limit/elicitations',
  argsBytes: 'limit/args-size',
  argsDepth: 'limit/args-depth',
  toolResultBytes: 'limit/tool-result-size',
  toolResultsBytes: 'limit/tool-results-size',
  resultBytes: 'limit/result-size',
  logBytes: 'limit/log-size',
  emittedBytes: 'limit/emitted-size',
  sourceBytes: 'limit/source-size',
  errorBytes: 'limit/error-size',
  answerBytes: 'limit/answer-size',
} as const satisfies Record<keyof Limits, `limit/${string}`>;
export type LimitCode = (typeof LIMIT_CODES)[keyof Limits];

/** The ones the isolate itself keeps count of; the rest is held from outside. */
export type GuestLimits = Pick<
  Limits,
  'calls' | 'callsInFlight' | 'argsBytes' | 'resultBytes' | 'logBytes' | 'emittedBytes' | 'errorBytes'
> & {
  readonly stepCharacters: number;
  readonly perItem: number;
  readonly longestMs: number;
  readonly failsOnOverflow: boolean;
};

/** What one line or value costs beside its text, so that a million empty ones are not free for their reader. */
export const PER_ITEM = 32;

/** How long the line may be that says that no more lines are kept. */
export const LAST_LINE = 256;

/** What the calls of one delivery may come to, in characters: they travel in one frame. */
const stepCharactersOf = ({ argsBytes }: Pick<Limits, 'argsBytes'>): number => argsBytes * 4 + 1_000_000;

/** How many characters of recorded arguments a replay lets the program send in one frame before it looks. */
export const REPLAYED_CHARACTERS = 1_000_000;

/**
 * The bytes no honest worker's frame goes beyond: a replayed step with all that may be printed and returned beside it,
 * every character at its longest.
 */
export function largestFrameOf(limits: Limits): number {
  const { argsBytes, logBytes, emittedBytes, resultBytes, errorBytes, calls } = limits;
  const issued = stepCharactersOf(limits) + REPLAYED_CHARACTERS + 4 * argsBytes + calls * CALL_CHARACTERS;
  const printed = logBytes + LAST_LINE + emittedBytes + resultBytes + 4 * ESCAPED * errorBytes;
  return (issued + printed) * UTF8_BYTES;
}

/**
 * What no honest program prints more of, counted in characters of the step outputs it is in and PER_ITEM for each. One
 * with a single line has at most PER_ITEM characters beside the line, so each line counts less than twice here.
 */
export const mostPrintedOf = ({ logBytes, emittedBytes }: Limits): number => 2 * (logBytes + LAST_LINE + emittedBytes);

/** What a call needs beside its arguments: its path and where it was made. */
const CALL_CHARACTERS = 4_000;
/** A character written as \u0000. */
const ESCAPED = 6;
const UTF8_BYTES = 3;

/** What an isolate is made with. */
export interface GuestTerms {
  readonly heapMb: number;
  readonly limits: GuestLimits;
}

export const guestTermsOf = (limits: ExecutionLimits): GuestTerms => ({
  heapMb: limits.heapMb,
  limits: guestLimitsOf(limits),
});

export const guestLimitsOf = (limits: ExecutionLimits): GuestLimits => ({
  calls: limits.calls,
  callsInFlight: limits.callsInFlight,
  argsBytes: limits.argsBytes,
  resultBytes: limits.resultBytes,
  logBytes: limits.logBytes,
  emittedBytes: limits.emittedBytes,
  errorBytes: limits.errorBytes,
  stepCharacters: stepCharactersOf(limits),
  perItem: PER_ITEM,
  longestMs: LONGEST_MS,
  failsOnOverflow: limits.failsOnOverflow === true,
});
