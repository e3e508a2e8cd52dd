import { ToolshedError } from '@toolshed/kernel';

/** The command was given something it cannot use. Nothing was started and nothing was changed. */
export class UsageError extends ToolshedError {
  override readonly name = 'UsageError';

  constructor(
    override readonly code: `${'usage' | 'answer' | 'config' | 'home' | 'program' | 'grant' | 'tool' | 'secret'}/${string}`,
    message: string,
  ) {
    super(message);
  }
}
