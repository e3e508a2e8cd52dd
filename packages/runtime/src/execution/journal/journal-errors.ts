// Why an execution's journal refuses an append. `JournalConflictError`, a race that was lost, is the store's and is handled inside.

import { type ExecutionId, ToolshedError } from '@toolshed/kernel';

/** Another process drives the execution now. */
export class OwnershipLostError extends ToolshedError {
  override readonly name: string = 'OwnershipLostError';
  override readonly code = 'execution/lost';

  constructor(readonly executionId: ExecutionId) {
    super(`Cannot continue ${executionId}: another process has taken it over`);
  }
}

/** This process has evicted the execution: a caller that still holds it finds it again by its id. */
export class JournalClosedError extends OwnershipLostError {
  override readonly name: string = 'JournalClosedError';
  override readonly message = `Cannot append to ${this.executionId}: it is no longer in memory here`;
}

/** The idempotency key belongs to an execution that exists. */
export class AlreadyStartedError extends ToolshedError {
  override readonly name = 'AlreadyStartedError';
  override readonly code = 'execution/already-started';

  constructor(readonly executionId: ExecutionId) {
    super(`Cannot start another execution with this idempotency key: ${executionId} has it`);
  }
}

/** The idempotency key belongs to an execution of another program. */
export class KeyTakenError extends ToolshedError {
  override readonly name = 'KeyTakenError';
  override readonly code = 'execution/key-taken';

  constructor(readonly executionId: ExecutionId) {
    super(
      `Cannot start this program with this idempotency key: ${executionId} has it, and runs another program or plans one; use another key`,
    );
  }
}
