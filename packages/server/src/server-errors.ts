import { ToolshedError } from '@toolshed/kernel';

/** The server could not open its socket. */
export class CannotListenError extends ToolshedError {
  override readonly name = 'CannotListenError';
  override readonly code = 'usage/cannot-listen';

  constructor(address: { readonly host: string; readonly port: number }, { code, message }: NodeJS.ErrnoException) {
    super(`Cannot listen on ${address.host}:${address.port}: ${REASONS[code ?? ''] ?? message}`);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is taken; choose another with --port',
  EACCES: 'this port needs more rights; choose one above 1023',
};

/** Other machines could reach the server, and nobody has a token for it. */
export class NoTokenError extends ToolshedError {
  override readonly name = 'NoTokenError';
  override readonly code = 'usage/no-token';

  constructor(host: string, { only, prefix }: { readonly only: 'mcp' | undefined; readonly prefix: string }) {
    const wanted = only === 'mcp' ? '--kind agent --session <name> --name <client>' : '--kind approver --name <you>';
    super(
      `Cannot listen on ${host}: other machines could reach it and there is no token. Make one with: ${prefix} token create ${wanted}`,
    );
  }
}

/** The file with the key that seals request states is not a key. */
export class InvalidStateKeyError extends ToolshedError {
  override readonly name = 'InvalidStateKeyError';
  override readonly code = 'home/bad-key';

  constructor(file: string) {
    super(`Cannot use "${file}": it is not a key. Remove it; the next start makes a new one`);
  }
}
