import { ToolshedError } from '@toolshed/kernel';

/** A request that its sender may not make. */
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
