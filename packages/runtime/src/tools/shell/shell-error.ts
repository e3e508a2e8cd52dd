import { ToolshedError } from '@toolshed/kernel';

export type ShellErrorCode =
  | 'shell/not-found'
  | 'shell/not-permitted'
  | 'shell/invalid-command'
  | 'shell/no-namespace'
  | 'shell/cancelled'
  | 'shell/failed';

export class ShellError extends ToolshedError {
  override readonly name = 'ShellError';

  constructor(
    override readonly code: ShellErrorCode,
    message: string,
  ) {
    super(message);
  }
}
