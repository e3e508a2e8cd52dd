import { z } from 'zod';

/** What keeps one client from taking all there is. Each has a code of its own when it is met. */
export const HttpLimits = z.strictObject({
  bodyBytes: z.int().positive().default(1_048_576),
  requestsPerSecond: z.int().positive().default(1_000),
  /** Wrong credentials from one address, at once; they come back one a second. */
  failedLogins: z.int().positive().default(20),
  /** Event streams open at once, for each credential and in all. */
  streamsEach: z.int().positive().default(16),
  streams: z.int().positive().default(256),
  connections: z.int().positive().default(2_048),
  headersMs: z.int().positive().default(10_000),
  requestMs: z.int().positive().default(30_000),
});
export type HttpLimits = Readonly<z.infer<typeof HttpLimits>>;
