import { ToolshedError } from '@toolshed/kernel';

export type HttpErrorCode =
  | 'http/invalid-url'
  | 'http/host-not-allowed'
  | 'http/private-address'
  | 'http/header-refused'
  | 'http/redirect-refused'
  | 'http/too-many-redirects'
  | 'http/too-large'
  | 'http/timeout'
  | 'http/cancelled'
  | 'http/unreachable';

export class HttpError extends ToolshedError {
  override readonly name = 'HttpError';

  constructor(
    override readonly code: HttpErrorCode,
    message: string,
  ) {
    super(message);
  }
}
