import { type ExecutionId, ToolshedError } from '@toolshed/kernel';

/** The execution is not a plan. */
export class NotAPlanError extends ToolshedError {
  override readonly name = 'NotAPlanError';
  override readonly code = 'plan/unknown';

  constructor(readonly id: ExecutionId) {
    super(`Cannot find the plan ${id}: it is an execution that ran; "toolshed plan" makes a plan`);
  }
}

/** The plan cannot be approved as it is, by this principal, or with what they were shown. */
export class CannotApprovePlanError extends ToolshedError {
  override readonly name = 'CannotApprovePlanError';

  constructor(
    readonly id: ExecutionId,
    override readonly code: 'plan/changed' | 'plan/not-ready' | 'plan/person-only' | 'plan/key-taken',
    problem: string,
  ) {
    super(`Cannot approve the plan ${id}: ${problem}`);
  }
}
