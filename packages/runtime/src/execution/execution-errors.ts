// The errors with which callers of executions are refused. Answers are refused here and by `answer-errors.ts` of the kernel, appends
// by `journal/journal-errors.ts`.

import { type ExecutionId, type GateDecision, ToolshedError } from '@toolshed/kernel';
import { inBrackets, safeText } from '@toolshed/kernel/runtime';
import type { OwnerSilence } from './residency/owners/owners.js';

/** There is no execution with this id. */
export class UnknownExecutionError extends ToolshedError {
  override readonly name = 'UnknownExecutionError';
  override readonly code = 'execution/unknown';

  constructor(readonly id: string) {
    super(
      `Cannot find the execution "${shortId(id)}": no execution here has this id; "toolshed list" shows those that exist`,
    );
  }
}

/** An id that somebody made up may be anything: shortened and escaped. */
export const shortId = (id: string): string => safeText(id.length > LONGEST_ID ? `${id.slice(0, LONGEST_ID)}…` : id);
const LONGEST_ID = 80;

/** Only an execution whose journal cannot be read can be removed before it has ended. */
export class CannotRetireError extends ToolshedError {
  override readonly name = 'CannotRetireError';
  override readonly code = 'execution/not-damaged';

  constructor(
    readonly id: string,
    because: string,
  ) {
    super(`Cannot retire ${id}: ${because}`);
  }
}

/** Its host closed first: nothing of it is stored, and nothing of it ran. */
export class NotStartedError extends ToolshedError {
  override readonly name = 'NotStartedError';
  override readonly code = 'execution/not-started';

  constructor() {
    super('Cannot start the execution: its host was closed before it was stored; start it again');
  }
}

/** The execution is stored and continues; the store became unavailable before its result was known. */
export class ResultUnavailableError extends ToolshedError {
  override readonly name = 'ResultUnavailableError';
  override readonly code = 'execution/result-unavailable';

  constructor(
    readonly executionId: ExecutionId,
    options?: ErrorOptions,
  ) {
    super(
      `Cannot wait for the result of ${executionId}: it was started, but the store has become unavailable; ` +
        `do not start it again, look with "toolshed show ${executionId}" once the store is back`,
      options,
    );
  }
}

/** This host is draining: it hands over its executions and starts no more. */
export class HostDrainingError extends ToolshedError {
  override readonly name = 'HostDrainingError';
  override readonly code = 'host/draining';

  constructor() {
    super('Cannot start the execution here: this host is about to stop; start it on another one, or again in a moment');
  }
}

/** Its owner seems to be alive and has stopped renewing its lease: it was suspended, or hangs. */
export class OwnerSilentError extends ToolshedError {
  override readonly name = 'OwnerSilentError';
  override readonly code = 'execution/owner-silent';

  constructor(
    readonly id: string,
    { owner: { pid, host }, ms }: OwnerSilence,
  ) {
    super(
      `Cannot wait any longer for ${id}: its owner, process ${pid} on ${host}, has not renewed its lease for ` +
        `${Math.round(ms / 1_000)} s. The answer is kept. End that process, or take over with "toolshed take-over ${id}"`,
    );
  }
}

/** There is no question with this id. */
export class UnknownElicitationError extends ToolshedError {
  override readonly name = 'UnknownElicitationError';
  override readonly code = 'elicitation/unknown';

  constructor(readonly id: string) {
    super(
      `Cannot find the question "${id}": no question here has this id; "toolshed pending" shows those that are open`,
    );
  }
}

/** The question belongs to another execution. */
export class ForeignElicitationError extends ToolshedError {
  override readonly name = 'ForeignElicitationError';
  override readonly code = 'elicitation/foreign';

  constructor(
    readonly elicitationId: string,
    readonly executionId: string,
  ) {
    super(`Cannot answer "${elicitationId}" for ${executionId}: it is a question of another execution`);
  }
}

/** This principal may not answer: agents ask, people answer. */
export class ForbiddenAnswerError extends ToolshedError {
  override readonly name = 'ForbiddenAnswerError';
  override readonly code = 'answer/forbidden';

  constructor(readonly principal: string) {
    super(`Cannot let "${principal}" answer: agents ask, people answer; a host may allow it with agentsMayAnswer`);
  }
}

/** No agent may give this answer, even where its host lets agents answer. */
export class PersonOnlyError extends ToolshedError {
  override readonly name = 'PersonOnlyError';
  override readonly code = 'answer/person-only';

  constructor(
    readonly elicitationId: string,
    why: string,
  ) {
    super(`Cannot answer "${elicitationId}" for the user: ${why}; it is still open`);
  }
}

/** The approval was recorded but the call does not run: policy became stricter after the question was asked. */
export class DeniedSinceError extends ToolshedError {
  override readonly name = 'DeniedSinceError';
  override readonly code = 'policy/denied-since';

  constructor(
    readonly elicitationId: string,
    decision: GateDecision,
  ) {
    super(
      `Cannot run what "${elicitationId}" asked about: policy now denies it${inBrackets(decision)}; the approval is recorded, the call did not run, and the program got an error`,
    );
  }
}

/** Another answer came first and changed the question; this answer was meant for the earlier words. */
export class QuestionChangedError extends ToolshedError {
  override readonly name = 'QuestionChangedError';
  override readonly code = 'elicitation/changed';

  constructor(readonly elicitationId: string) {
    super(
      `Cannot take the answer to "${elicitationId}": the question changed meanwhile and is still open; read it again`,
    );
  }
}

/** The call would no longer do what the approved preview showed. The approval does not count, and the question is asked again. */
export class PreviewChangedError extends ToolshedError {
  override readonly name = 'PreviewChangedError';
  override readonly code = 'elicitation/preview-changed';

  constructor(readonly elicitationId: string) {
    super(
      `Cannot take the approval of "${elicitationId}": what the call would do has changed since it was asked; it did not run, and is asked again under another id; read it again`,
    );
  }
}

/** Several people have to approve, and the person who started the execution does not count as one of them. */
export class OwnExecutionError extends ToolshedError {
  override readonly name = 'OwnExecutionError';
  override readonly code = 'answer/own-execution';

  constructor(
    readonly elicitationId: string,
    readonly principal: string,
    needed: number,
  ) {
    super(
      `Cannot count the approval of "${elicitationId}": ${principal} started the execution, and ${needed} other people have to approve; ${principal} can only refuse it`,
    );
  }
}

/** No open question waits for this flow. The message does not repeat the id, so that guessing reveals nothing. */
export class UnknownFlowError extends ToolshedError {
  override readonly name = 'UnknownFlowError';
  override readonly code = 'elicitation/unknown-flow';

  constructor() {
    super('Cannot complete the flow: no open question waits for it');
  }
}

/** The flow ended before the person agreed to open its page. */
export class NotConsentedError extends ToolshedError {
  override readonly name = 'NotConsentedError';
  override readonly code = 'elicitation/not-consented';

  constructor(readonly elicitationId: string) {
    super(`Cannot complete the flow of "${elicitationId}": nobody has agreed to open its page yet`);
  }
}

/** Only a question that expired can be asked again. */
export class CannotReaskError extends ToolshedError {
  override readonly name = 'CannotReaskError';
  override readonly code = 'elicitation/cannot-reask';

  constructor(
    readonly elicitationId: string,
    because: string,
  ) {
    super(`Cannot ask "${elicitationId}" again: ${because}`);
  }
}

/** The arguments given with an approval cannot be used; the question is still open. */
export class EditRefusedError extends ToolshedError {
  override readonly name = 'EditRefusedError';
  override readonly code = 'answer/edit-refused';

  constructor(
    readonly elicitationId: string,
    because: string,
    /** What the tool would run with, where its schema makes something else of what was given. */
    readonly wouldRun?: string,
  ) {
    super(`Cannot use the edited arguments for "${elicitationId}": ${because}; the question is still open`);
  }
}

/** Another approver changed the arguments of a question that several people approve: an approval must name those it is for. */
export class UnseenArgumentsError extends ToolshedError {
  override readonly name = 'UnseenArgumentsError';
  override readonly code = 'answer/unseen-arguments';

  constructor(
    readonly elicitationId: string,
    /** The arguments its approvers agree on so far. */
    readonly args: string,
  ) {
    super(
      `Cannot count the approval of "${elicitationId}": an approver changed the arguments to ${args}; ` +
        'approve again with the arguments you mean',
    );
  }
}
