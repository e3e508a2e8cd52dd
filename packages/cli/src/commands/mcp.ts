import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { type Act, type Cli, examples, type Outcome } from '../command/cli.js';
import { EXIT } from '../command/exit-code.js';
import { type Approvals, createTokenFolder, type McpHost } from '@toolshed/server';
import { UsageError } from '../command/usage-error.js';

interface McpFlags {
  readonly http?: true;
  readonly port: string;
  readonly host: string;
  readonly allowedHost?: readonly string[];
  readonly client?: string;
  readonly approvals?: Approvals;
  readonly tools?: readonly string[];
}

const PATH = '/mcp';

export function mcpCommand(act: Act): Command {
  return new Command('mcp')
    .description('Serve agents over MCP: on standard input and output, or over HTTP')
    .option('--http', 'listen on this machine instead of standard input')
    .option('--port <number>', 'the port to listen on; 0 for any', '4747')
    .option('--host <address>', 'the address to listen on', '127.0.0.1')
    .option('--allowed-host <name...>', 'names of this machine that clients may call it by')
    .option('--client <name>', 'whose executions these are; without it, this connection alone')
    .addOption(
      new Option('--approvals <who>', 'who decides for clients that cannot ask a person').choices(['auto', 'inbox']),
    )
    .option('--tools <module...>', 'modules that export more tools or plugins')
    .addHelpText(
      'after',
      `${examples('mcp --client claude-code', 'mcp --http --port 4747', 'mcp --approvals inbox')}

Clients that can ask a person are asked through. For the others, "auto" lets the
agent pass on what the person said and records it as the agent's word; "inbox"
lets nobody but a person decide, with toolshed resume.`,
    )
    .action(act(serve));
}

async function serve(cli: Cli, flags: McpFlags): Promise<Outcome> {
  const config = await cli.loadConfig(await cli.findConfig());
  const toolModules = (flags.tools ?? []).map((path) => resolve(cli.environment.cwd, path));
  const { clientReaches: reachesPeople } = await import('@toolshed/server');
  await using shed = await cli.open({ kind: 'run', config, keptBy: config, toolModules, reachesPeople });
  const { openMcpHost } = await import('../session/open-mcp-host.js');
  const host = await openMcpHost(cli, {
    shed,
    config,
    toolModules,
    approvals: flags.approvals,
    usualApprovals: 'auto',
    trustsClients: () => true,
    inboxUrl: undefined,
  });
  await (flags.http ? serveHttp(cli, flags, host) : serveStdio(cli, flags, host));
  return { exitCode: EXIT.done, document: undefined };
}

async function serveStdio(cli: Cli, { client }: McpFlags, host: McpHost): Promise<void> {
  const { serveOnStdio } = await import('@toolshed/server');
  const { namedPrincipal } = await import('@toolshed/server');
  await serveOnStdio(host, {
    stdin: cli.stdin,
    stdout: cli.takeStdout(),
    principal: client === undefined ? undefined : namedPrincipal(client),
  });
}

async function serveHttp(cli: Cli, flags: McpFlags, host: McpHost): Promise<void> {
  const { createMcpHttp } = await import('@toolshed/server');
  const { listenOnHttp } = await import('@toolshed/server');
  const { createTokenAuthenticate } = await import('@toolshed/server');
  const { environment, now, output, prefix } = cli;
  const tokens = createTokenFolder({ home: environment.home, now });
  const http = createMcpHttp(host, {
    authenticate: createTokenAuthenticate(tokens),
    isWelcome: ({ id }) => tokens.isValid(id),
    hostnames: [flags.host, ...(flags.allowedHost ?? [])],
    path: PATH,
  });
  await using listening = await listenOnHttp(http, { host: flags.host, port: portOf(flags.port) }, PATH);
  output.announce({ listening: listening.url }, [
    `Serving MCP on ${listening.url}`,
    `Clients send "Authorization: Bearer …" with a token of  ${prefix} token create --kind agent --session <name> --name <client>`,
  ]);
  await cli.untilStopped();
}

function portOf(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new UsageError('usage/port', `Cannot listen on port "${text}": it is not a port. Give a number up to 65535`);
}
