import { resolve } from 'node:path';
import { chosenStore } from '../../session/store/chosen-store.js';
import { warnOfServer } from '../../session/store/look-at-server.js';
import { Command, Option } from 'commander';
import { type Act, type Cli, examples, type Outcome } from '../../command/cli.js';
import { EXIT } from '../../command/exit-code.js';
import { addDrainFlags, type DrainFlags, drainHost } from '../../session/drain-host.js';
import type { Approvals, HttpLimits, McpOptions } from '@toolshed/server';
import { clientReaches, namedPrincipal } from '@toolshed/server/command';
import { parseHost } from '../../command/parse-host.js';
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
    .option('--host <address>', "with --http: another address than this machine's own needs a token", parseHost)
    .option('--allowed-host <name...>', 'with --http: names of this machine that clients may call it by')
    .option('--client <name>', 'whose executions these are; without it, this connection alone')
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
lets nobody but a person decide, with toolshed resume.
Over HTTP, SIGINT and SIGTERM end it once what runs is handed over; a second signal
ends it at once.`,
    )
    .action(act(runServer));
}

async function runServer(cli: Cli, flags: McpFlags): Promise<Outcome> {
  assertFlagsGoTogether(flags);
  const config = await cli.loadConfig(await cli.findConfig());
  const toolModules = (flags.tools ?? []).map((path) => resolve(cli.environment.cwd, path));
  await using shed = await cli.open({ kind: 'run', config, keptBy: config, toolModules, reachesPeople: clientReaches });
  void warnOfServer(chosenStore(config, cli.environment), cli.serverLog());
  const { mcpOptions } = await import('../../session/open-mcp-host.js');
  const mcp = await mcpOptions(cli, {
    shed,
    config,
    toolModules,
    approvals: flags.approvals,
    usualApprovals: 'auto',
    trustsClients: () => true,
  });
  await (flags.http ? serveHttp(cli, flags, mcp, config.settings.serve) : serveStdio(cli, flags, mcp));
  return { exitCode: EXIT.done, document: undefined };
}

async function serveStdio(cli: Cli, { client }: McpFlags, mcp: McpOptions): Promise<void> {
  const { serveOnStdio } = await import('@toolshed/server');
  await serveOnStdio({
    ...mcp,
    stdin: cli.stdin,
    stdout: cli.takeStdout(),
    ...(client === undefined ? {} : { principal: namedPrincipal(client) }),
  });
}

/** `toolshed serve` with nothing but `/mcp`: the same guards, tokens, limits and error codes. */
async function serveHttp(cli: Cli, flags: McpFlags, mcp: McpOptions, limits: HttpLimits): Promise<void> {
  const { serve } = await import('@toolshed/server');
  const { log, now, output, prefix } = cli;
  const { host = '127.0.0.1' } = flags;
  const stopped = cli.untilStopped();
  await using http = await serve({
    shed: mcp.shed,
    only: 'mcp',
    mcp,
    tokens: tokensOf(mcp.shed, cli),
    host,
    port: portOf(flags.port ?? '4747'),
    allowedHosts: flags.allowedHost ?? [],
    limits,
    log,
    now,
  });
  const url = `${http.url}/mcp`;
  output.announce({ listening: url }, [
    `Serving MCP on ${url}`,
    `Clients send "Authorization: Bearer …" with a token of  ${prefix} token create --kind agent --session <name> --name <client>`,
  ]);
  await stopped;
  await drainHost(cli, { shed: mcp.shed, host, flags });
}

/** A flag that would do nothing is refused: who gives it believes it does. */
function assertFlagsGoTogether({ http, port, host, allowedHost, client, drainDelay, drainGrace }: McpFlags): void {
  const listening = { '--port': port, '--host': host, '--allowed-host': allowedHost };
  const given = Object.entries({ ...listening, '--drain-delay': drainDelay, '--drain-grace': drainGrace });
  const [idle] = given.flatMap(([flag, value]) => (value === undefined ? [] : [flag]));
  if (!http && idle !== undefined)
    throw new UsageError('usage/mcp-flags', `Cannot serve on standard input with ${idle}: add --http, or leave it out`);
  if (http && client !== undefined)
    throw new UsageError(
      'usage/mcp-flags',
      'Cannot serve over HTTP with --client: tokens say whose executions they are',
    );
}

function portOf(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new UsageError('usage/port', `Cannot listen on port "${text}": it is not a port. Give a number up to 65535`);
}
