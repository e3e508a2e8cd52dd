// What an agent may answer on behalf of its person, where its client cannot ask them.
//
// Threats: consent to a page nobody has seen; a secret that passes through the agent; an approval that outlasts the
// call it was given for; a decision about a call in doubt. A person gives these where we can see that it is a person. The
// runtime refuses an agent's answer to a sensitive question or to one in doubt, however it gets there.

import type { AnsweredBy, PendingElicitation } from '@toolshed/kernel';
import { whyOnlyPeopleCount } from '../execution/answers/person-only.js';
import { PersonOnlyError } from '../execution/execution-errors.js';

/** Who agreed to a page: the person, or an agent that says they did. */
const consentedWords = ({ kind }: AnsweredBy): string =>
  kind === 'agent' ? 'you said that the user agreed' : 'the user agreed';

/** Why nobody but the person can accept it; undefined where an agent may pass on that they did. */
export function whyPersonOnly({ request, consent, approvals }: PendingElicitation): string | undefined {
  if (consent !== undefined) return `${consentedWords(consent)} to open its page, and it waits until the page is done`;
  if (request.type === 'secret' || request.sensitive === true) {
    return 'its answer is secret and must not pass through you';
  }
  if (approvals !== undefined) return whyOnlyPeopleCount(approvals.needed);
  if (request.type === 'in-doubt') return 'only they can find out what happened to the call';
  return request.type === 'url' && request.flow === undefined
    ? 'accepting it means that they opened its page, which only they can do'
    : undefined;
}

/** Throws PersonOnlyError. */
export function assertMayPassOn(
  pending: readonly PendingElicitation[],
  { elicitation, isAccepted, remembers }: { elicitation: string | undefined; isAccepted: boolean; remembers: boolean },
): void {
  const [only, ...others] = pending;
  const named = elicitation === undefined ? undefined : pending.find((one) => one.elicitationId === elicitation);
  const question = elicitation === undefined && others.length === 0 ? only : named;
  // A question that is not open, or an ambiguous one, is refused later with its own reason.
  if (question === undefined) return;
  if (remembers)
    throw new PersonOnlyError(question.elicitationId, '"remember" is only for an answer that a person gives');
  const why = isAccepted ? whyPersonOnly(question) : undefined;
  if (why !== undefined) throw new PersonOnlyError(question.elicitationId, why);
}
