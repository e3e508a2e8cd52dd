import { ToolshedError } from '@toolshed/kernel';

/** A call waits for a tool whose source cannot be reached now. The execution stays as it is and can be resumed again. */
export class SourceUnavailableError extends ToolshedError {
  override readonly name = 'SourceUnavailableError';
  override readonly code = 'source/unavailable';

  constructor(
    readonly path: string,
    reason: string,
  ) {
    super(`Cannot continue ${path}: ${reason}; try again once it is back`);
  }
}
