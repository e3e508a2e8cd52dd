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

export class ForbiddenAnswerError extends ToolshedError {
  override readonly name = 'ForbiddenAnswerError';
  override readonly code = 'answer/forbidden';

  constructor(readonly principal: string) {
    super(`Cannot let "${principal}" answer: agents ask, people answer; a host may allow it with agentsMayAnswer`);
  }
}

export class CannotForkError extends ToolshedError {
  override readonly name = 'CannotForkError';
  override readonly code = 'elicitation/cannot-fork';

  constructor(readonly elicitation: string) {
    super(`Cannot start a side quest from "${elicitation}": it is no longer open; "toolshed pending" shows what is`);
  }
}

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
