import { z } from 'zod';

/** Whose call is explained. */
export interface ExplainOptions {
  /** The session of the call; default: `default`. */
  readonly session?: string;
  /** The agent of the call. */
  readonly agent?: string;
  /** For grants of one execution. */
  readonly executionId?: string;
}

export const KnownExplainOptions: z.ZodType<ExplainOptions> = z.strictObject({
  session: z.string().exactOptional(),
  agent: z.string().exactOptional(),
  executionId: z.string().exactOptional(),
} satisfies Record<keyof ExplainOptions, z.ZodType>);
