// What executions need to know about reaching people. `channels/reachable.ts` implements it.

import type { Answer, ElicitationRequest, PendingElicitation } from '@toolshed/kernel';

/** `later`: a person may come and answer, but nobody is being asked now. */
export type ReachesPeople = boolean | 'later' | ((question: PendingElicitation) => boolean | 'later');

export interface Reachable {
  /** How people are reached other than by channels. */
  elsewhere(question: PendingElicitation): boolean | 'later';
  /** What a question is answered with because nobody can be asked it now and its asker does not want it to wait. */
  answerFor(question: PendingElicitation, whenNobody: ElicitationRequest['whenNobody']): Answer | undefined;
  /** Whether somebody could be asked this, by its type alone or the whole request. */
  canAsk(question: Omit<PendingElicitation, 'request' | 'type'>, asked: unknown): boolean;
}
