// The end of a question whose time is up: written by whoever finds it so first, the clock or somebody who answers late.

import type { Answer, NewEntry, Question } from '@toolshed/kernel';

export const isDue = ({ expiresAt }: Question, now: number): boolean => expiresAt !== undefined && expiresAt <= now;

export const expiredEntry = ({ elicitation, call }: Question): NewEntry => ({
  kind: 'answered',
  elicitation,
  call,
  answer: NOBODY,
});

const NOBODY: Answer = { action: 'expired', by: { principal: 'toolshed', kind: 'runtime', channel: 'clock' } };
