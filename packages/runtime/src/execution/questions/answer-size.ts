import { LIMIT_CODES, type Limits } from '../../sandbox/limits.js';
import { assertWithin } from '../../tool-proxy/measure-value.js';
import type { ResumeAnswer, ResumeAnswers } from '../../toolshed.js';

/** Levels of the answer itself around what a person gave. */
const AROUND = 3;

/** However an answer comes in, it is bounded before anything looks at it: it is journaled, and read at every replay. */
export function assertAnswerSize(
  answer: ResumeAnswer | ResumeAnswers,
  { answerBytes, argsDepth }: Pick<Limits, 'answerBytes' | 'argsDepth'>,
): void {
  const given = 'answers' in answer ? Object.values(answer.answers) : [answer];
  for (const { data, args, reason, elicitationId } of given)
    assertWithin([data, args, reason, elicitationId], {
      what: 'an answer',
      characters: answerBytes,
      sizeCode: LIMIT_CODES.answerBytes,
      depth: argsDepth + AROUND,
      depthCode: LIMIT_CODES.argsDepth,
    });
}
