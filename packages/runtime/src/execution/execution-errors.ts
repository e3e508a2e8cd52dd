import { type GateDecision, ToolshedError } from '@toolshed/kernel';
import { inBrackets } from '@toolshed/kernel/runtime';
import type { OwnerSilence } from './residency/owners/owners.js';

/** There is no execution with this id. */
export class UnknownExecutionError extends ToolshedError {
  override readonly name = 'UnknownExecutionError';
  override readonly code = 'execution/unknown';

  constructor(readonly id: string) {
    super(`Cannot find the execution "${id}": there is none with this id here; "toolshed list" shows what there is`);
  }
}

/** Only an execution whose journal cannot be read is removed before it has ended. */
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

/** This host hands over what it drives, to be stopped, and starts nothing more. */
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
    super(`Cannot find the question "${id}": there is none with this id here; "toolshed pending" shows what is open`);
  }
}

/** The question belongs to another execution. */
export class ForeignElicitationError extends ToolshedError {
  override readonly name = 'ForeignElicitationError';
  override readonly code = 'elicitation/foreign';

  constructor(
    readonly elicitation: string,
    readonly execution: string,
  ) {
    super(`Cannot answer "${elicitation}" for ${execution}: it is a question of another execution`);
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
    readonly elicitation: string,
    why: string,
  ) {
    super(`Cannot answer "${elicitation}" for the user: ${why}; it is still open`);
  }
}

/** The approval was recorded and runs nothing: policy became stricter after the question was asked. */
export class DeniedSinceError extends ToolshedError {
  override readonly name = 'DeniedSinceError';
  override readonly code = 'policy/denied-since';

  constructor(
    readonly elicitation: string,
    decision: GateDecision,
  ) {
    super(
      `Cannot run what "${elicitation}" asked about: policy denies it by now${inBrackets(decision)}; the approval is recorded, the call did not run, and the program got an error`,
    );
  }
}

/** Another answer came first and changed the question; this answer was given to the words before. */
export class QuestionChangedError extends ToolshedError {
  override readonly name = 'QuestionChangedError';
  override readonly code = 'elicitation/changed';

  constructor(readonly elicitation: string) {
    super(
      `Cannot take the answer to "${elicitation}": the question changed meanwhile and is still open; read it again`,
    );
  }
}

/** The preview a person approved is not what would happen now: the approval is void, and the question is asked again. */
export class PreviewChangedError extends ToolshedError {
  override readonly name = 'PreviewChangedError';
  override readonly code = 'elicitation/preview-changed';

  constructor(readonly elicitation: string) {
    super(
      `Cannot take the approval of "${elicitation}": what the call would do has changed since it was asked; it did not run, and is asked again under another id; read it again`,
    );
  }
}

/** Four eyes: the person who started an execution is not one of those who approve its calls. */
export class OwnExecutionError extends ToolshedError {
  override readonly name = 'OwnExecutionError';
  override readonly code = 'answer/own-execution';

  constructor(
    readonly elicitation: string,
    readonly principal: string,
    needed: number,
  ) {
    super(
      `Cannot count the approval of "${elicitation}": ${principal} started the execution, and ${needed} other people have to approve; ${principal} can only refuse it`,
    );
  }
}

/** Does not repeat the id: guessing at flows teaches nothing. */
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

  constructor(readonly elicitation: string) {
    super(`Cannot complete the flow of "${elicitation}": nobody has agreed to open its page yet`);
  }
}

/** Only a question that expired can be asked again. */
export class CannotReaskError extends ToolshedError {
  override readonly name = 'CannotReaskError';
  override readonly code = 'elicitation/cannot-reask';

  constructor(
    readonly elicitation: string,
    because: string,
  ) {
    super(`Cannot ask "${elicitation}" again: ${because}`);
  }
}

/** Arguments given with an approval cannot be used; the question is still open. */
export class EditRefusedError extends ToolshedError {
  override readonly name = 'EditRefusedError';
  override readonly code = 'answer/edit-refused';

  constructor(
    readonly elicitation: string,
    because: string,
    /** What the tool would run with, where its schema makes something else of what was given. */
    readonly wouldRun?: string,
  ) {
    super(`Cannot use the edited arguments for "${elicitation}": ${because}; the question is still open`);
  }
}

/** Another approver changed the arguments of a question that several people approve: an approval must name those it is for. */
export class UnseenArgumentsError extends ToolshedError {
  override readonly name = 'UnseenArgumentsError';
  override readonly code = 'answer/unseen-arguments';

  constructor(
    readonly elicitation: string,
    /** The arguments its approvers agree on so far. */
    readonly args: string,
  ) {
    super(
      `Cannot count the approval of "${elicitation}": an approver changed the arguments to ${args}; ` +
        'approve again with the arguments you mean',
    );
  }
}
