// How much of a model's context one reply may take.

import { z } from 'zod';

/** What a reply takes at most, in tokens, where nothing else is said. */
export const DEFAULT_OUTPUT_TOKENS = 6_000;

/** What a host or a call can ask for at most: above it a reply would crowd out the conversation. */
const MOST_OUTPUT_TOKENS = 25_000;

/** Less than this would not hold what a reply says of itself. */
const LEAST_OUTPUT_TOKENS = 200;

/** Tokens as `token-cost.ts` estimates them. */
export const OutputTokens = z.int().min(LEAST_OUTPUT_TOKENS).max(MOST_OUTPUT_TOKENS);

/** As an argument of a call. */
export const OutputTokensArgument = OutputTokens.optional().describe('Budget of the reply in tokens');
