// `toolshed serve`: opens the host and hands it to `serve` of `@toolshed/server`, with tokens, webhooks and the inbox;
// drains it when it is told to stop.

import { resolve } from 'node:path';
import type { PendingElicitation } from '@toolshed/kernel';
import { Command, InvalidArgumentError } from 'commander';
import { startFirstExample } from '../../session/program/bundled-example.js';
import { type Act, type Cli, examples, type Outcome } from '../../command/cli.js';
import type { FolderConfig } from '../../config-file/load-config.js';
import { deploymentOf } from '../../session/place/deployment.js';
import { isStartedAt, labelsOf } from '../../session/place/execution-labels.js';
import { EXIT } from '../../command/exit-code.js';
import { addDrainFlags, type DrainFlags, drainHost } from '../../session/drain-host.js';
import type { Approvals, WebhookOptions } from '@toolshed/server';
import { clientReaches, isLoopback } from '@toolshed/server/command';
import { chosenStore } from '../../session/store/chosen-store.js';
import { warnOfServer } from '../../session/store/look-at-server.js';
import { removeEndedPages } from '../../session/hand-to-browser.js';
import { addressOf, leaveServingNote } from '../../session/serving-note.js';
import { ownFile } from '../../own-package.js';
import { parseHost } from '../../command/flags/parse-host.js';
import { loadServedConfig, whenSetUp } from '../../session/set-up.js';
import { tokensOf } from '../../session/store/tokens-here.js';
import { UsageError } from '../../command/usage-error.js';

interface ServeFlags extends DrainFlags {
  readonly port: number;
  readonly host: string;
  readonly url?: string;
  readonly allowedHost?: readonly string[];
  readonly trustedProxy?: readonly string[];
  readonly tools?: readonly string[];
  readonly example: boolean;
}

export function serveCommand(act: Act): Command {
  const command = new Command('serve')
    .description('HTTP API, events and the web inbox; by default on this machine only')
    .option('--port <number>', 'listen here', parsePort, 4180)
    .option('--host <address>', 'the address to listen on; any but loopback needs a token', parseHost, '127.0.0.1')
    .option('--url <address>', 'the public address, if a proxy is in front: https://shed.example.org', parseUrl)
    .option('--allowed-host <name...>', 'further names and addresses that requests may call it by, on any port')
    .option('--trusted-proxy <address...>', 'proxies that name their clients: addresses, or ranges such as 10.0.0.0/8')
    .option('--tools <module...>', 'modules that export more tools or plugins');
  return addDrainFlags(command)
    .option('--no-example', 'do not start the example where nothing has run yet')
    .addHelpText(
      'after',
      `${examples('serve', 'serve --port 8080 --tools ./my-tools.ts', 'serve --host 0.0.0.0 --url https://shed.example.org')}

It prints a link that signs one browser in. Scripts need a token: "toolshed token create".
Waiting executions continue while it runs. SIGINT and SIGTERM end it, once what runs is handed over; nothing is lost. A
second signal ends it at once.`,
    )
    .action(act(runServer));
}

async function openHost(cli: Cli, flags: ServeFlags) {
  const { environment } = cli;
  const config = await loadServedConfig(cli);
  const { reminders } = config.settings;
  const to = await readWebhooks(config, cli);
  const webhooks = { home: environment.home, to, ...(reminders === undefined ? {} : { reminders }) };
  const toolModules = (flags.tools ?? []).map((path) => resolve(environment.cwd, path));
  const deployment = await deploymentOf(config, environment);
  const labels = labelsOf({ folder: environment.cwd, isScratch: false, config: config.found, toolModules, deployment });
  const isOurs = isStartedAt({ config: config.found, toolModules, deployment });
  const choice = { kind: 'run', config, keptBy: config, toolModules, wakes: isOurs } as const;
  // A person may open the inbox later; a client that can ask its person does so at once.
  const reachesPeople = (question: PendingElicitation): boolean | 'later' => clientReaches(question) || 'later';
  const toolshed = await cli.open({ ...choice, reachesPeople });
  return { config, webhooks, toolModules, labels, isOurs, toolshed };
}

async function runServer(cli: Cli, flags: ServeFlags): Promise<Outcome> {
  const { environment, output } = cli;
  const { host, url: publicUrl, allowedHost: allowedHosts = [], trustedProxy: trustedProxies = [] } = flags;
  const stopped = cli.untilStopped();
  const given = { host, port: flags.port, allowedHosts, trustedProxies };
  const address = { ...given, ...(publicUrl === undefined ? {} : { url: publicUrl }) };
  const waited = await whenSetUp(cli, address, stopped, () => openHost(cli, flags));
  if (waited.kind === 'stopped') return { exitCode: EXIT.done, document: { stopped: waited.signal } };
  const { config, webhooks, toolModules, labels, isOurs, toolshed } = waited.opened;
  await using _toolshed = toolshed;
  const [{ serve }, { mcpOptions }] = await Promise.all([
    import('@toolshed/server'),
    import('../../session/open-mcp-host.js'),
  ]);
  const log = cli.serverLog();
  void warnOfServer(chosenStore(config, environment), log, cli.prefix);
  // An agent's token approves nothing, in either protocol, unless the config lets its client pass on answers.
  const trustsClients = (approvals: Approvals): boolean => approvals === 'auto';
  const parts = { shed: toolshed, config, toolModules, approvals: undefined, usualApprovals: 'inbox' } as const;
  await using http = await serve({
    shed: toolshed,
    isOurs,
    tokens: tokensOf(toolshed, cli),
    ...address,
    port: waited.port,
    limits: config.settings.serve,
    labels,
    webhooks,
    mcp: await mcpOptions({ ...cli, log }, { ...parts, trustsClients }),
    inbox: ownFile('dist/inbox/'),
    user: environment.user,
    version: cli.version,
    log,
    onSignIn: () => announce(),
  });
  const mayShowCode = isLoopback(host) || http.url.startsWith('https:');
  const announce = (): void => {
    const login = mayShowCode ? { loginUrl: http.loginUrl } : {};
    output.announce({ listening: http.url, port: http.port, ...login }, [
      `Listening on ${http.url}`,
      ...(mayShowCode ? [`Sign a browser in with  ${http.loginUrl}`] : []),
    ]);
  };
  const page = publicUrl === undefined ? {} : { page: http.url };
  const note = { pid: process.pid, version: cli.version, url: addressOf(host, http.port), ...page };
  await removeEndedPages(environment.home, cli.now);
  await using _note = await leaveServingNote(environment.home, note);
  announce();
  if (flags.example) await startFirstExample(cli, toolshed, { config, toolModules });
  const signal = await stopped;
  await drainHost(cli, { shed: toolshed, host, flags });
  return { exitCode: EXIT.done, document: { stopped: signal } };
}

async function readWebhooks(config: FolderConfig, cli: Cli): Promise<WebhookOptions['to']> {
  return await Promise.all(
    config.settings.webhooks.map(async ({ url, secret, secretEnv, allowPrivate, escalation }) => {
      if (typeof secret === 'string') return { url, secret, allowPrivate, escalation };
      const found = await (secret ? cli.hostSecret(secret.secret, config) : cli.environment.variable(secretEnv ?? ''));
      if (found !== undefined) return { url, secret: found, allowPrivate, escalation };
      const state = secret
        ? `the vault has no secret "${secret.secret}". Keep one with: ${cli.prefix} secrets set ${secret.secret}`
        : `the variable ${secretEnv} is not set. Set it to the secret that signs the webhook`;
      throw new UsageError('config/webhook-secret', `Cannot notify ${url}: ${state}`);
    }),
  );
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('Use a port: 0 (any free one) to 65535');
  return port;
}

function parseUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.pathname !== '/') {
    throw new InvalidArgumentError('Use an address without a path: https://shed.example.org');
  }
  return url.origin;
}
