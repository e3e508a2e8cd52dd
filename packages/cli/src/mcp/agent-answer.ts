// What an agent says for the person it asked in its own words, where its client has no way to ask them.
//
// Threats: consent to a page nobody has seen; a secret that passes through the agent; an approval that outlasts the
// call it was given for. A person gives these where we can see that it is a person.

import { ToolshedError } from '@toolshed/kernel';
import type { PausedQuestion } from '@toolshed/runtime';

class PersonOnlyError extends ToolshedError {
  override readonly name = 'PersonOnlyError';
  override readonly code = 'answer/person-only';

  constructor(elicitation: string, why: string) {
    super(`Cannot answer "${elicitation}" for the user: ${why}; it is still open`);
  }
}

/** Why nobody but the person can accept it; undefined where an agent may pass on that they did. */
export function whyPersonOnly({ request, consent }: PausedQuestion): string | undefined {
  if (consent !== undefined) return 'the user agreed to open its page, and it waits until the page is done';
  if (request.type === 'secret' || request.sensitive === true) {
    return 'its answer is secret and must not pass through you';
  }
  return request.type === 'url' && request.flow === undefined
    ? 'to accept it is to have opened its page, which only they can do'
    : undefined;
}

/** Throws PersonOnlyError. */
export function assertMayPassOn(
  pending: readonly PausedQuestion[],
  { elicitation, isAccepted, remembers }: { elicitation: string | undefined; isAccepted: boolean; remembers: boolean },
): void {
  const [only, ...others] = pending;
  const named = elicitation === undefined ? undefined : pending.find((one) => one.elicitationId === elicitation);
  const question = elicitation === undefined && others.length === 0 ? only : named;
  // What is not open, or could be any of several, is refused with its own reason further on.
  if (question === undefined) return;
  if (remembers) throw new PersonOnlyError(question.elicitationId, '"remember" is for a person’s own answer');
  const why = isAccepted ? whyPersonOnly(question) : undefined;
  if (why !== undefined) throw new PersonOnlyError(question.elicitationId, why);
}
