// Applies the host's middleware to questions and answers. Owns the runs that wait for a person.
//
// Invariants
//   A1. A run that waits is a cache: it can be restored from the journal, by running the middleware again with the
//       answers people gave to the question's earlier words.
//   A2. Middleware that fails before it asked leaves the question as the asker wrote it; one that fails on an answer
//       refuses that answer. Neither loses a question.

import type { Answer, ElicitationId, Middleware, PendingElicitation, ToolLog } from '@toolshed/kernel';
import {
  canonicalJson,
  type MiddlewareRun,
  type MiddlewareStep,
  createMiddlewareRun,
  MiddlewareError,
  readContent,
} from '@toolshed/kernel/runtime';
import type { AppliedMiddleware } from '../ports/applied-middleware.js';

/** Runs kept for a quick answer; others are run again (A1). */
const MAX_WAITING_RUNS = 256;

export function createMiddleware(middleware: readonly Middleware[], log: ToolLog): AppliedMiddleware {
  /** With the answers each was given so far: those given through another process are in the journal only. */
  const waiting = new Map<ElicitationId, { readonly run: MiddlewareRun; readonly answered: readonly Answer[] }>();

  const keep = (
    elicitation: ElicitationId,
    run: MiddlewareRun,
    step: MiddlewareStep,
    answered: readonly Answer[] = [],
  ): MiddlewareStep => {
    if (step.kind === 'asks') waiting.set(elicitation, { run, answered });
    const [oldest] = waiting.keys();
    if (waiting.size > MAX_WAITING_RUNS && oldest !== undefined) waiting.delete(oldest);
    return step;
  };

  /** Runs it again to where it asked what the person was shown; undefined if it no longer gets there. */
  const restore = async (
    question: PendingElicitation,
    earlier: readonly Answer[],
  ): Promise<MiddlewareRun | undefined> => {
    const run = createMiddlewareRun(middleware, question);
    try {
      let step = await run.begin();
      for (const raw of earlier) {
        if (step.kind !== 'asks') break;
        step = await run.answer(raw);
      }
      if (step.kind === 'asks') return run;
    } catch (error) {
      log.warn({ err: error, elicitation: question.elicitationId }, 'middleware failed');
    }
    return undefined;
  };

  return {
    isActive: middleware.length > 0,
    async open(question) {
      if (middleware.length === 0) return { kind: 'asks', request: question.request };
      const run = createMiddlewareRun(middleware, question);
      try {
        return keep(question.elicitationId, run, await run.begin());
      } catch (error) {
        // A2.
        log.warn({ err: error, elicitation: question.elicitationId }, 'middleware failed; asking without it');
        return { kind: 'asks', request: question.request };
      }
    },
    async pass(question, earlier, raw) {
      const { elicitationId } = question;
      if (middleware.length === 0) return { kind: 'answers', answer: raw, raw: undefined };
      const known = waiting.get(elicitationId);
      waiting.delete(elicitationId);
      const isCurrent = known !== undefined && canonicalJson(known.answered) === canonicalJson(earlier);
      const run = isCurrent ? known.run : await restore(question, earlier);
      if (run) return keep(elicitationId, run, await run.answer(raw), [...earlier, raw]);
      log.warn({ elicitation: elicitationId }, 'middleware no longer asks this; the answer is used as given');
      return asGiven(question, raw);
    },
    forget: (elicitation) => {
      waiting.delete(elicitation);
    },
  };
}

/** The asker gets what it asked for, even if other words were shown. */
function asGiven({ elicitationId, request }: PendingElicitation, answer: Answer): MiddlewareStep {
  const isChecked = request.sensitive !== true && answer.action === 'accept';
  if (isChecked && readContent(request, answer.content).kind === 'invalid') {
    throw new MiddlewareError(elicitationId, 'the answer fits the question that was shown, not the one that was asked');
  }
  return { kind: 'answers', answer, raw: undefined };
}
