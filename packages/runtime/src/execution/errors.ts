import { ToolshedError } from '@toolshed/kernel';

export class UnknownExecutionError extends ToolshedError {
  override readonly name = 'UnknownExecutionError';
  override readonly code = 'execution/unknown';

  constructor(readonly id: string) {
    super(`Cannot find the execution "${id}": there is none with this id here; "toolshed list" shows what there is`);
  }
}

export class UnknownElicitationError extends ToolshedError {
  override readonly name = 'UnknownElicitationError';
  override readonly code = 'elicitation/unknown';

  constructor(readonly id: string) {
    super(`Cannot find the question "${id}": there is none with this id here; "toolshed pending" shows what is open`);
  }
}

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

export class AmbiguousAnswerError extends ToolshedError {
  override readonly name = 'AmbiguousAnswerError';
  override readonly code = 'elicitation/ambiguous';

  constructor(
    readonly execution: string,
    readonly open: readonly { readonly elicitationId: string; readonly message: string }[],
  ) {
    const list = open.map(({ elicitationId, message }) => `${elicitationId} (${message})`).join(', ');
    super(
      `Cannot tell which question of ${execution} is answered: ${open.length} are open: ${list}; name one, or answer all`,
    );
  }
}

export class InvalidAnswerError extends ToolshedError {
  override readonly name = 'InvalidAnswerError';
  override readonly code = 'answer/invalid';

  constructor(
    readonly elicitation: string,
    readonly issues: readonly { readonly field: string; readonly message: string }[],
  ) {
    const list = issues.map(({ field, message }) => (field === '' ? message : `"${field}": ${message}`)).join('; ');
    super(`Cannot accept the answer to "${elicitation}": ${list}; the question is still open`);
  }
}

export class ForbiddenAnswerError extends ToolshedError {
  override readonly name = 'ForbiddenAnswerError';
  override readonly code = 'answer/forbidden';

  constructor(readonly principal: string) {
    super(`Cannot let "${principal}" answer: agents ask, people answer; a host may allow it with agentsMayAnswer`);
  }
}
