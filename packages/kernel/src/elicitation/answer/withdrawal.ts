// A question nobody can answer any more: its call or its program ended first. Toolshed itself records that as an answer.

import type { Answer, AnsweredBy } from './answer.js';

const BY: AnsweredBy = { principal: 'toolshed', kind: 'runtime', channel: 'handler' };

export const withdrawal = (reason: string): Answer => ({ action: 'cancel', reason, by: BY });

export const isWithdrawal = ({ action, by }: Answer): boolean =>
  action === 'cancel' && by.kind === BY.kind && by.channel === BY.channel;
