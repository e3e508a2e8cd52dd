import { type ExecutionId, ToolshedError } from '@toolshed/kernel';

/** The execution cannot be undone, or nothing that it did can. */
export class CannotUndoError extends ToolshedError {
  override readonly name = 'CannotUndoError';

  constructor(
    readonly id: ExecutionId,
    override readonly code: 'undo/not-ended' | 'undo/nothing' | 'undo/key-taken',
    problem: string,
  ) {
    super(`Cannot undo ${id}: ${problem}`);
  }
}
