import { z } from 'zod';

/**
 * What can become of a question. `denied` is a device or a permission saying no, `other` a person who said something
 * else, `not_supported` a channel that cannot ask this.
 */
export const Action = z.enum(['accept', 'decline', 'cancel', 'denied', 'other', 'expired', 'not_supported']);
export type Action = z.infer<typeof Action>;

/** What somebody may answer; only the clock says that a question expired. */
export const GivenAction = Action.exclude(['expired']);
export type GivenAction = z.infer<typeof GivenAction>;
