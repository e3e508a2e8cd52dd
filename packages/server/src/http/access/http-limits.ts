import { z } from 'zod';

/** What keeps one client from using up the server. Each limit has a problem code of its own. */
export const HttpLimits = z.strictObject({
  bodyBytes: z.int().positive().default(1_048_576),
  requestsPerSecond: z.int().positive().default(1_000),
  /** Wrong credentials from one address in a burst; one more is allowed each second. */
  failedLogins: z.int().positive().default(20),
  /** Event streams open at once: for each credential, and in total. */
  streamsEach: z.int().positive().default(16),
  streams: z.int().positive().default(256),
  connections: z.int().positive().default(2_048),
  headersMs: z.int().positive().default(10_000),
  requestMs: z.int().positive().default(30_000),
});
export type HttpLimits = Readonly<z.infer<typeof HttpLimits>>;
