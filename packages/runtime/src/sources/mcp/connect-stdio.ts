// Starts a server and opens a connection to it. A server that exits at the first message of the newer protocol is started again
// with the older one.

import type { ConfigSecrets } from '../config-secrets.js';
import { plainLine } from '../hostile-text.js';
import type { SourceHost } from '../source.js';
import type { StdioServer } from '../source-options.js';
import { type Connection, type ConnectionOptions, openConnection } from './connection.js';
import { proxyPasswords, serverEnvironment } from './server-environment.js';
import { StdioTransport } from './stdio-transport.js';

export interface ConnectStdioDeps {
  readonly host: Pick<SourceHost, 'environment'>;
  readonly secrets: ConfigSecrets;
  readonly connection: ConnectionOptions;
}

export async function connectStdio(
  { command, args, env, cwd }: StdioServer,
  { host, secrets, connection }: ConnectStdioDeps,
): Promise<Connection> {
  const { namespace, log } = connection;
  const values = serverEnvironment(host.environment, await secrets.readAll(env));
  for (const password of proxyPasswords(values)) secrets.hide(password);
  const start = (): StdioTransport =>
    new StdioTransport({
      command,
      args,
      env: values,
      cwd,
      onStderr(line) {
        const stderr = plainLine(secrets.scrub(line), 2_000);
        log.info({ source: namespace, stderr }, 'the MCP server wrote to stderr');
        return stderr;
      },
    });
  const first = start();
  try {
    return await openConnection(first, 'any', connection);
  } catch (error) {
    const isQuitter = first.ended !== undefined;
    await first.close();
    if (!isQuitter) throw error;
    return await startInOlderEra(start(), connection);
  }
}

async function startInOlderEra(transport: StdioTransport, connection: ConnectionOptions): Promise<Connection> {
  try {
    return await openConnection(transport, 'legacy', connection);
  } catch (error) {
    await transport.close();
    throw transport.ended === undefined ? error : new Error(transport.ended, { cause: error });
  }
}
