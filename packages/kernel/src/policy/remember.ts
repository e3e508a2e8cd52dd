import { z } from 'zod';
import { ArgumentCondition } from './condition/argument-condition.js';

export const RememberScope = z.enum(['once', 'execution', 'session', 'always']);
export type RememberScope = z.infer<typeof RememberScope>;

/**
 * The scope of an answer beyond the call it was given for. An approval that is remembered lets such calls pass, a
 * refusal refuses them without asking. `once`, the default, remembers nothing.
 */
export const Remember = z.union([
  RememberScope,
  z.strictObject({
    scope: RememberScope,
    expiresInMs: z.int().positive().exactOptional(),
    /** Only for an approval. */
    uses: z.int().positive().exactOptional(),
    /** Only calls with the very arguments this answer is about. */
    sameArguments: z.boolean().exactOptional(),
    /** Only calls whose arguments meet this condition. */
    when: ArgumentCondition.exactOptional(),
  }),
]);
export type Remember = Readonly<z.infer<typeof Remember>>;
