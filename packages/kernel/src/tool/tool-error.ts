import { ToolshedError } from '../toolshed-error.js';

/**
 * A failure a handler means the program to read. Anything else a handler throws reaches the program as
 * "the tool failed" with a reference, because its text may hold paths, addresses or secrets of the host.
 */
export class ToolError extends ToolshedError {
  override readonly name = 'ToolError';
  readonly reason: string | undefined;

  /** With a reason for the program, or with a `cause`, which only the host's people see. */
  constructor(
    override readonly code: `${string}/${string}`,
    message: string,
    more?: string | ErrorOptions,
  ) {
    super(message, typeof more === 'object' ? more : undefined);
    this.reason = typeof more === 'string' ? more : undefined;
  }
}
