import { ToolshedError } from '@toolshed/kernel';

/** A request that is refused before anything is looked up. */
export class AccessError extends ToolshedError {
  override readonly name = 'AccessError';

  constructor(
    override readonly code: `access/${string}`,
    readonly status: 401 | 403 | 421 | 429,
    message: string,
  ) {
    super(message);
  }
}
