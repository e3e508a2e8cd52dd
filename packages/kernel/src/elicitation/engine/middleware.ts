// Middleware: functions of the host that wrap every question, `(question, next) => answer`. A function may rewrite the
// request before it is shown, answer without asking, ask again, or change a person's answer.
//
// A run proceeds to the innermost `next`, where a person is asked, and continues when the answer arrives: at once, or
// after a restart, when all functions are run again and given the recorded answers. So middleware may run more than
// once for one question and should cause no effect before it calls `next`.
//
// Invariants
//   M1. What a person is shown is what the innermost `next` was called with.
//   M2. What is asked about a call stays what would run, and a page with a flow stays that page: of these questions only
//       the words can be rewritten. What is sensitive is asked for as such, or it would be written down like any other
//       answer; any other question stays not sensitive, or its asker would get a handle it did not ask for.
//   M3. A person's refusal at the gate is final: no middleware turns it into an approval.
//   M4. An answer that is not the person's own says that it is middleware's, and carries the person's own beside it.

import { canonicalJson } from '../../journal/canonical-json.js';
import { issuesText } from '../../tool/schema/json-schema.js';
import { ToolshedError } from '../../toolshed-error.js';
import { Answer, type AnsweredBy, readContent } from '../answer/answer.js';
import type { PendingElicitation } from '../pending-elicitation.js';
import { ElicitationRequest } from '../request.js';

/** What middleware returns; `by` is filled in. */
export type MiddlewareAnswer = Omit<Answer, 'by'> & { readonly by?: AnsweredBy };

/** Asks the question, unchanged or with another request. Each further call asks again. */
export type AskNext = (request?: ElicitationRequest) => Promise<Answer>;

/**
 * A function of the host that wraps every question: it may change what is asked, answer in a person's place, or change
 * the answer.
 */
export type Middleware = (question: PendingElicitation, next: AskNext) => Promise<MiddlewareAnswer>;

/** Where a run stands: a person is to be asked this, or it has its answer. */
export type MiddlewareStep =
  | { readonly kind: 'asks'; readonly request: ElicitationRequest }
  /** `raw` is the person's own answer, where it was changed. */
  | { readonly kind: 'answers'; readonly answer: Answer; readonly raw: Answer | undefined };

/** One run of all middleware for one question. */
export interface MiddlewareRun {
  /** Up to the first `next`, or to an answer without one. */
  begin(): Promise<MiddlewareStep>;
  /** Continues with the person's answer to what was last asked. */
  answer(raw: Answer): Promise<MiddlewareStep>;
}

/** Middleware threw, or returned a question or an answer that cannot be used. */
export class MiddlewareError extends ToolshedError {
  override readonly name = 'MiddlewareError';
  override readonly code = 'elicitation/middleware-failed';

  constructor(
    readonly elicitationId: string,
    problem: string,
    options?: ErrorOptions,
  ) {
    super(`Cannot apply the middleware to "${elicitationId}": ${problem}; the question is still open`, options);
  }
}

/** Who answers when middleware does. Journals keep the channel, so it keeps its old word. */
export const BY_MIDDLEWARE: AnsweredBy = { principal: 'toolshed', kind: 'runtime', channel: 'around' };

export function createMiddlewareRun(middleware: readonly Middleware[], question: PendingElicitation): MiddlewareRun {
  const { elicitationId, request: original } = question;
  let step = Promise.withResolvers<MiddlewareStep>();
  let reply: PromiseWithResolvers<Answer> | undefined;
  let personAnswer: Answer | undefined;

  const ask: AskNext = (request = original) => {
    if (reply) return Promise.reject(new MiddlewareError(elicitationId, 'it asks while it is asking'));
    const problem = whyNotShown(question, request);
    if (problem !== undefined) return Promise.reject(new MiddlewareError(elicitationId, problem));
    reply = Promise.withResolvers<Answer>();
    step.resolve({ kind: 'asks', request: ElicitationRequest.parse(request) });
    return reply.promise;
  };

  /** Each function sees the question as the one outside of it wants it asked. */
  const run = async (index: number, shown: PendingElicitation): Promise<MiddlewareAnswer> => {
    const current = middleware[index];
    if (current === undefined) return ask(shown.request);
    return current(shown, async (request = shown.request) => {
      if (!isObject(request)) throw new MiddlewareError(elicitationId, 'it asks with something that is not a request');
      return given(await run(index + 1, withRequest(shown, request)));
    });
  };

  /** Middleware may be written in JavaScript, and forget to return. */
  const given = (answer: MiddlewareAnswer): Answer => {
    if (isObject(answer)) return toAnswer(answer);
    throw new MiddlewareError(elicitationId, 'it returned no answer; return one, or what next() gives');
  };

  const finish = (last: MiddlewareAnswer): MiddlewareStep => {
    const answer = given(last);
    const isUnchanged = personAnswer !== undefined && sameWords(answer, personAnswer);
    // A handle fits no shape; what it stands for was checked when it was given.
    const isHandle = original.sensitive === true;
    if (isUnchanged && personAnswer)
      return { kind: 'answers', answer: isHandle ? personAnswer : checked(question, personAnswer), raw: undefined };
    if (question.asker === 'gate' && answer.action === 'accept' && personAnswer && REFUSALS.has(personAnswer.action)) {
      throw new MiddlewareError(elicitationId, 'it approved what a person refused');
    }
    return { kind: 'answers', answer: checked(question, { ...answer, by: BY_MIDDLEWARE }), raw: personAnswer };
  };

  const conclude = async (): Promise<MiddlewareStep> => {
    try {
      const last = await run(0, question);
      if (reply) throw new MiddlewareError(elicitationId, 'it answered while a person was asked');
      return finish(last);
    } catch (error) {
      throw asMiddlewareError(elicitationId, error);
    }
  };

  let end: Promise<MiddlewareStep> | undefined;
  return {
    begin() {
      end = conclude();
      end.then(
        (last) => step.resolve(last),
        (error) => step.reject(error),
      );
      return step.promise;
    },
    answer(raw) {
      if (!reply || !end) return Promise.reject(new MiddlewareError(elicitationId, 'it asked nothing'));
      const { resolve } = reply;
      step = Promise.withResolvers<MiddlewareStep>();
      reply = undefined;
      personAnswer = raw;
      resolve(raw);
      // `end` is over by now only if middleware did not wait for the answer it asked for.
      return Promise.race([step.promise, end]);
    },
  };
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

const REFUSALS: ReadonlySet<Answer['action']> = new Set(['decline', 'cancel', 'denied']);

const withRequest = (question: PendingElicitation, request: ElicitationRequest): PendingElicitation => ({
  ...question,
  request,
  message: request.message,
  type: request.type,
  toolPath: request.toolPath,
  args: request.args,
});

/** Why a request may not stand in for the asker's; undefined if it may. */
function whyNotShown(
  { asker, request: original }: PendingElicitation,
  request: ElicitationRequest,
): string | undefined {
  const read = ElicitationRequest.safeParse(request);
  if (!read.success) return 'it asks with something that is not a request';
  const words = { message: original.message, description: original.description };
  const isPage = original.type === 'url' && original.flow !== undefined;
  const isBound = asker === 'gate' || asker === 'in-doubt' || isPage;
  if (isBound && canonicalJson({ ...read.data, ...words }) !== canonicalJson({ ...original, ...words })) {
    return 'of a question about a call or a page only the message and the description can be rewritten';
  }
  if (original.type === 'secret' && read.data.type !== 'secret') return 'it asks for a secret as if it were not one';
  if ((original.sensitive === true) !== (read.data.sensitive === true))
    return 'it changes whether the answer is sensitive';
  return !isBound && read.data.type === 'in-doubt' ? 'only the runtime asks whether a call happened' : undefined;
}

const toAnswer = ({ by = BY_MIDDLEWARE, ...given }: MiddlewareAnswer): Answer => ({ ...given, by });

const sameWords = ({ by: _, ...one }: Answer, { by: __, ...other }: Answer): boolean =>
  canonicalJson(one) === canonicalJson(other);

/** The asker gets what it asked for, whatever was shown and however it was answered. */
function checked({ elicitationId, request }: PendingElicitation, given: Answer): Answer {
  const read = Answer.safeParse(given);
  if (!read.success) throw new MiddlewareError(elicitationId, 'it answered with something that is not an answer');
  if (read.data.action !== 'accept') return read.data;
  const content = readContent(request, read.data.content);
  if (content.kind === 'valid') return read.data;
  throw new MiddlewareError(elicitationId, `its answer is not what was asked for: ${issuesText(content.issues)}`);
}

function asMiddlewareError(elicitation: string, error: unknown): MiddlewareError {
  if (error instanceof MiddlewareError) return error;
  const problem = error instanceof Error ? error.message : String(error);
  return new MiddlewareError(elicitation, problem, { cause: error });
}
