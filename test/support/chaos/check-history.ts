// The judge of a chaos run: every promise that was broken, in words; nothing if all were kept.

import { checkAnswers } from './check-answers.ts';
import { checkEffects } from './check-effects.ts';
import { checkGrants } from './check-grants.ts';
import { checkJournals } from './check-journals.ts';
import type { History } from './history.ts';

export const checkHistory = (history: History): readonly string[] => [
  ...checkJournals(history),
  ...checkEffects(history),
  ...checkAnswers(history),
  ...checkGrants(history),
];
