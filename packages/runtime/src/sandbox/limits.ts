import { z } from 'zod';

/** What one execution may use up. Waiting for people and tools counts for none of the times. */
export const Limits = z.strictObject({
  cpuMs: z.int().positive().default(5_000),
  /** Time the program is being run, however much of a processor it gets. */
  wallMs: z.int().positive().default(60_000),
  heapMb: z.int().min(8).default(64),
  /** Resident memory of a worker process; above it the process is killed. */
  rssMb: z.int().min(64).default(512),
  /** How deep calls may nest, in kilobytes of the engine's stack. */
  stackKb: z.int().min(64).max(4_000).default(900),
  calls: z.int().positive().default(1_000),
  callsInFlight: z.int().positive().default(64),
  elicitations: z.int().positive().default(100),
  argsBytes: z.int().positive().default(1_000_000),
  argsDepth: z.int().positive().default(64),
  resultBytes: z.int().positive().default(1_000_000),
  logBytes: z.int().positive().default(256_000),
  emittedBytes: z.int().positive().default(1_000_000),
  sourceBytes: z.int().positive().default(512_000),
  errorBytes: z.int().positive().default(16_000),
});
export type Limits = Readonly<z.infer<typeof Limits>>;

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
} as const satisfies Record<keyof Limits, `limit/${string}`>;
export type LimitCode = (typeof LIMIT_CODES)[keyof Limits];

/** The ones the isolate itself keeps count of; the rest is held from outside. */
export type GuestLimits = Pick<
  Limits,
  'calls' | 'callsInFlight' | 'argsBytes' | 'resultBytes' | 'logBytes' | 'emittedBytes' | 'errorBytes'
>;

export const guestLimitsOf = (limits: Limits): GuestLimits => ({
  calls: limits.calls,
  callsInFlight: limits.callsInFlight,
  argsBytes: limits.argsBytes,
  resultBytes: limits.resultBytes,
  logBytes: limits.logBytes,
  emittedBytes: limits.emittedBytes,
  errorBytes: limits.errorBytes,
});
