import { z } from 'zod';

/**
 * How a question can end. `denied`: a device or a permission refused. `other`: the person answered with their own words
 * instead. `not_supported`: the channel cannot ask this, or nobody can be asked. `timeout`: the time its asker set is
 * up; `expired`: the time of any other question is up.
 */
export const Action = z.enum(['accept', 'decline', 'cancel', 'denied', 'other', 'expired', 'timeout', 'not_supported']);
export type Action = z.infer<typeof Action>;

/** What somebody may answer. `expired` and `timeout` cannot be given as an answer. */
export const GivenAction = Action.exclude(['expired', 'timeout']);
export type GivenAction = z.infer<typeof GivenAction>;

/** Whether time ended a question, and nobody answered it. */
export const isTimeUp = (action: Action): action is 'expired' | 'timeout' =>
  action === 'expired' || action === 'timeout';
