// A question nobody answered in time. The clock of Toolshed records that as an answer.

import type { Answer, AnsweredBy } from './answer.js';

const BY: AnsweredBy = { principal: 'toolshed', kind: 'runtime', channel: 'clock' };

/** `timeout` if the asker said how long to wait, `expired` if the host did. */
export const timeUp = (action: 'expired' | 'timeout'): Answer => ({ action, by: BY });
