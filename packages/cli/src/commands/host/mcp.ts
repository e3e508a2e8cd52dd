// `toolshed mcp`: opens the host and hands it to the MCP endpoint of `@toolshed/server`, on a pipe or over HTTP. Where the
// config cannot be used yet it serves a host that says what to do (`session/set-up.ts`).

import { resolve } from 'node:path';
import { chosenStore } from '../../session/store/chosen-store.js';
import { warnOfServer } from '../../session/store/look-at-server.js';
import { Command, Option } from 'commander';
import { type Act, type Cli, examples, type Outcome } from '../../command/cli.js';
import { EXIT } from '../../command/exit-code.js';
import { addDrainFlags, type DrainFlags, drainHost } from '../../session/drain-host.js';
import type { Approvals, HttpLimits, McpOptions, McpSetUp } from '@toolshed/server';
import { clientReaches, namedPrincipal } from '@toolshed/server/command';
import { parseHost } from '../../command/flags/parse-host.js';
import { loadServedConfig, trySetUp, whenSetUp } from '../../session/set-up.js';
import { tokensOf } from '../../session/store/tokens-here.js';
import { UsageError } from '../../command/usage-error.js';

interface McpFlags extends DrainFlags {
  readonly http?: true;
  readonly port?: string;
  readonly host?: string;
  readonly allowedHost?: readonly string[];
  readonly client?: string;
  readonly approvals?: Approvals;
  readonly tools?: readonly string[];
}

export function mcpCommand(act: Act): Command {
  const command = new Command('mcp')
    .description('Serve agents over MCP: on standard input and output, or over HTTP')
    .option('--http', 'listen on this machine instead of standard input')
    .option('--port <number>', 'with --http: the port to listen on, 0 for any (default: 4747)')
    .option('--host <address>', 'with --http: the address to listen on; any but loopback needs a token', parseHost)
    .option('--allowed-host <name...>', 'with --http: names of this machine that clients may call it by')
    .option('--client <name>', 'the client that owns these executions; without it, this connection only')
    .addOption(
      new Option('--approvals <who>', 'who decides for clients that cannot ask a person').choices(['auto', 'inbox']),
    )
    .option('--tools <module...>', 'modules that export more tools or plugins');
  return addDrainFlags(command, 'with --http: ')
    .addHelpText(
      'after',
      `${examples('mcp --client claude-code', 'mcp --http --port 4747', 'mcp --approvals inbox')}

Clients that can ask a person are asked through. For the others, "auto" lets the
agent pass on what the person said and records it as the agent's word; "inbox"
lets nobody but a person decide, with "toolshed resume".
Over HTTP, SIGINT and SIGTERM end it once what runs is handed over; a second signal
ends it at once.`,
    )
    .action(act(runServer));
}

async function runServer(cli: Cli, flags: McpFlags): Promise<Outcome> {
  assertFlagsGoTogether(flags);
  await (flags.http ? serveHttp(cli, flags) : serveStdio(cli, flags));
  return { exitCode: EXIT.done, document: undefined };
}

interface Opened {
  readonly mcp: McpOptions;
  readonly limits: HttpLimits;
}

/** An untrusted config is not used at all, and nothing is opened without a trusted one. */
async function openHost(cli: Cli, flags: McpFlags): Promise<Opened> {
  const config = await loadServedConfig(cli);
  const toolModules = (flags.tools ?? []).map((path) => resolve(cli.environment.cwd, path));
  await using opening = new AsyncDisposableStack();
  const shed = opening.use(
    await cli.open({ kind: 'run', config, keptBy: config, toolModules, reachesPeople: clientReaches }),
  );
  void warnOfServer(chosenStore(config, cli.environment), cli.serverLog(), cli.prefix);
  const { mcpOptions } = await import('../../session/open-mcp-host.js');
  const mcp = await mcpOptions(cli, {
    shed,
    config,
    toolModules,
    approvals: flags.approvals,
    usualApprovals: 'auto',
    trustsClients: () => true,
  });
  opening.move();
  return { mcp, limits: config.settings.serve };
}

/** Opens it when the client connects, or at the first call for which it can be opened. */
async function serveStdio(cli: Cli, flags: McpFlags): Promise<void> {
  const { client } = flags;
  const { serveOnStdio } = await import('@toolshed/server');
  await using open = new AsyncDisposableStack();
  const look = async (): Promise<McpSetUp> => {
    const found = await trySetUp(cli, () => openHost(cli, flags));
    if (found.kind === 'waiting') return { kind: 'waiting', because: found.because };
    const { mcp } = found.opened;
    open.use(mcp.shed);
    return { kind: 'ready', mcp };
  };
  const first = await look();
  if (first.kind === 'waiting') cli.serverLog().warn({}, first.because);
  await serveOnStdio({
    setUp: () => (first.kind === 'ready' ? Promise.resolve(first) : look()),
    version: cli.version,
    log: cli.log,
    now: cli.now,
    stdin: cli.stdin,
    stdout: cli.takeStdout(),
    ...(client === undefined ? {} : { principal: namedPrincipal(client) }),
  });
}

/** `toolshed serve` with nothing but `/mcp`: the same guards, tokens, limits and error codes. */
async function serveHttp(cli: Cli, flags: McpFlags): Promise<void> {
  const { serve } = await import('@toolshed/server');
  const { log, output, prefix } = cli;
  const { host = '127.0.0.1', allowedHost: allowedHosts = [] } = flags;
  const stopped = cli.untilStopped();
  const address = { host, port: portOf(flags.port ?? '4747'), allowedHosts, only: 'mcp' } as const;
  const waited = await whenSetUp(cli, address, stopped, () => openHost(cli, flags));
  if (waited.kind === 'stopped') return;
  const { mcp, limits } = waited.opened;
  await using _shed = mcp.shed;
  await using http = await serve({
    shed: mcp.shed,
    mcp,
    tokens: tokensOf(mcp.shed, cli),
    ...address,
    port: waited.port,
    limits,
    log,
  });
  const url = `${http.url}/mcp`;
  output.announce({ listening: url }, [
    `Serving MCP on ${url}`,
    `Clients send "Authorization: Bearer …" with a token of  ${prefix} token create --kind agent --session <name> --name <client>`,
  ]);
  await stopped;
  await drainHost(cli, { shed: mcp.shed, host, flags });
}

/** A flag that would do nothing is refused: its user expects it to work. */
function assertFlagsGoTogether({ http, port, host, allowedHost, client, drainDelay, drainGrace }: McpFlags): void {
  const listening = { '--port': port, '--host': host, '--allowed-host': allowedHost };
  const given = Object.entries({ ...listening, '--drain-delay': drainDelay, '--drain-grace': drainGrace });
  const [idle] = given.flatMap(([flag, value]) => (value === undefined ? [] : [flag]));
  if (!http && idle !== undefined)
    throw new UsageError('usage/mcp-flags', `Cannot serve on standard input with ${idle}: add --http, or leave it out`);
  if (http && client !== undefined)
    throw new UsageError(
      'usage/mcp-flags',
      'Cannot serve over HTTP with --client: tokens decide whose executions they are',
    );
}

function portOf(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new UsageError('usage/port', `Cannot listen on port "${text}": it is not a port. Give a number up to 65535`);
}
