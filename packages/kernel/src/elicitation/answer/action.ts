import { z } from 'zod';

/**
 * What can become of a question. `denied` is a device or a permission saying no, `other` a person who said something
 * else, `not_supported` a channel that cannot ask this, or nobody who could be asked; `timeout` is the end of the time
 * its asker wanted to wait, `expired` that of any other question.
 */
export const Action = z.enum(['accept', 'decline', 'cancel', 'denied', 'other', 'expired', 'timeout', 'not_supported']);
export type Action = z.infer<typeof Action>;

/** What somebody may answer; only the clock says that the time is up. */
export const GivenAction = Action.exclude(['expired', 'timeout']);
export type GivenAction = z.infer<typeof GivenAction>;

/** Whether time ended a question, and nobody answered it. */
export const isTimeUp = (action: Action): action is 'expired' | 'timeout' =>
  action === 'expired' || action === 'timeout';
