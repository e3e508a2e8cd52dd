import { z } from 'zod';

/** Limits that keep one client from overloading the server. Each has a problem code of its own. */
export const HttpLimits = z.strictObject({
  /** The body of one request. */
  bodyBytes: z.int().positive().default(1_048_576),
  /** Requests of one credential per second. */
  requestsPerSecond: z.int().positive().default(1_000),
  /** Wrong credentials from one address in a burst; one more is allowed each second. */
  failedLogins: z.int().positive().default(20),
  /** Event streams that one credential has open at once. */
  streamsEach: z.int().positive().default(16),
  /** Event streams that are open at once in all. */
  streams: z.int().positive().default(256),
  /** Connections that are open at once. */
  connections: z.int().positive().default(2_048),
  /** How long the headers of a request may take to arrive, in milliseconds. */
  headersMs: z.int().positive().default(10_000),
  /** How long a whole request may take to arrive, in milliseconds. */
  requestMs: z.int().positive().default(30_000),
});
export type HttpLimits = Readonly<z.infer<typeof HttpLimits>>;
