import { ToolshedError } from '@toolshed/kernel';

interface Issue {
  readonly field: string;
  readonly message: string;
}

/** A request that the server cannot serve as it was sent. */
export class RequestError extends ToolshedError {
  override readonly name = 'RequestError';

  constructor(
    override readonly code: `request/${string}` | `execution/${string}` | `grant/${string}` | `tool/${string}`,
    readonly status: 400 | 404 | 405 | 409 | 413 | 415 | 422,
    message: string,
    readonly issues: readonly Issue[] = [],
  ) {
    super(message);
  }
}

/** The same code and status as what went wrong, without anything about the question. */
export class FlowRefusedError extends ToolshedError {
  override readonly name = 'FlowRefusedError';

  constructor(
    override readonly code: ToolshedError['code'],
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** The server is stopping and starts nothing more. */
export class StoppingError extends ToolshedError {
  override readonly name = 'StoppingError';
  override readonly code = 'server/stopping';

  constructor() {
    super(
      'Cannot take this request: the server is stopping. Nothing was changed; send it again once the server is back',
    );
  }
}
