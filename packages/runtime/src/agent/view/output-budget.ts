// How much of a model's context one reply may take.

import { z } from 'zod';

/** The default budget of a reply, in tokens. */
export const DEFAULT_OUTPUT_TOKENS = 6_000;

/** The largest budget a host or a call can ask for: a larger reply would crowd out the conversation. */
const MOST_OUTPUT_TOKENS = 25_000;

/** A smaller budget would not hold what every reply contains. */
const LEAST_OUTPUT_TOKENS = 200;

/** Tokens as `token-cost.ts` estimates them. */
export const OutputTokens = z.int().min(LEAST_OUTPUT_TOKENS).max(MOST_OUTPUT_TOKENS);

/** The budget as an argument of a call. */
export const OutputTokensArgument = OutputTokens.optional().describe('Budget of the reply in tokens');
