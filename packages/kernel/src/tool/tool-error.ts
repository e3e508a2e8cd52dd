import { ToolshedError } from '../toolshed-error.js';

/**
 * A failure a handler means the program to read. Anything else a handler throws reaches the program as
 * "the tool failed" with a reference, because its text may hold paths, addresses or secrets of the host.
 */
export class ToolError extends ToolshedError {
  override readonly name = 'ToolError';

  constructor(
    override readonly code: `${string}/${string}`,
    message: string,
    readonly reason?: string,
  ) {
    super(message);
  }
}
