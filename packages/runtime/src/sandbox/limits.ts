import type { EntryOf } from '@toolshed/kernel';
import { LONGEST_MS } from '@toolshed/kernel/runtime';
import { z } from 'zod';

/** What one execution may use up. Waiting for people and tools counts for none of the times. */
export const Limits = z.strictObject({
  /** Processor time, in milliseconds. */
  cpuMs: z.int().positive().default(5_000),
  /** Time during which the program runs, however much of a processor it gets, in milliseconds. */
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
  /** The result of one call, and the value the program returns. */
  resultBytes: z.int().positive().default(1_000_000),
  /** What the program prints. */
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
 * The limits of one execution: those it was started with, for as long as it lives. What its program could notice, it
 * notices again on replay; what a host gives less of since must not end what was begun. Only the memory of a worker
 * process, which other executions share, is what this host gives now.
 */
export function limitsOf({ limits: recorded }: Pick<EntryOf<'started'>, 'limits'>, host: Limits): Limits {
  if (recorded === undefined) return host;
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
};

/** What one line or value costs beside its text, so that a million empty ones are not free for who reads them. */
export const PER_ITEM = 32;

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
  const told = logBytes + emittedBytes + resultBytes + 4 * ESCAPED * errorBytes;
  return (issued + told) * UTF8_BYTES;
}

/**
 * What no honest program prints more of, counted in characters of the outputs it is told in and PER_ITEM for each. One
 * with a single line has at most PER_ITEM characters beside the line, so each line counts less than twice here.
 */
export const mostPrintedOf = ({ logBytes, emittedBytes }: Limits): number => 2 * (logBytes + emittedBytes);

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

export const guestTermsOf = (limits: Limits): GuestTerms => ({ heapMb: limits.heapMb, limits: guestLimitsOf(limits) });

export const guestLimitsOf = (limits: Limits): GuestLimits => ({
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
});
