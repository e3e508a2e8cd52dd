// A server that an agent's client starts cannot show an error to anybody: a client only says "failed to connect". So where
// the config cannot be used, agents are served all the same, and learn what to ask their person for. Nothing runs until the
// config can be used, and then the next call works without a restart.
//
// Threat: an agent reads this. It names `trust`, which does nothing without a person at a terminal, and `doctor`, which
// only looks, and never a command that approves a call.

import { setTimeout as pause } from 'node:timers/promises';
import { ToolshedError } from '@toolshed/kernel';
import { createTokenFolder } from '@toolshed/server/command';
import { safeLines } from '@toolshed/server/present';
import type { Cli } from '../command/cli.js';
import type { FolderConfig } from '../config-file/load-config.js';

export type SetUp<T> =
  | { readonly kind: 'ready'; readonly opened: T }
  | { readonly kind: 'waiting'; readonly because: string; readonly error: ToolshedError };

const MOST_CHARACTERS = 2_000;

/** The config of this folder, for a server: an agent reads why it cannot be used. */
export const loadServedConfig = async (cli: Cli): Promise<FolderConfig> =>
  await cli.loadConfig(await cli.findConfig(), () => adviceOnTrust(cli));

/** Opens what a server serves. A person at a terminal sees at once what is wrong, as with any other command. */
export async function trySetUp<T>(cli: Cli, open: () => Promise<T>): Promise<SetUp<T>> {
  try {
    return { kind: 'ready', opened: await open() };
  } catch (error) {
    if (cli.output.isInteractive || !(error instanceof ToolshedError)) throw error;
    return { kind: 'waiting', because: wordsFor(error, cli), error };
  }
}

function wordsFor({ code, message }: ToolshedError, cli: Cli): string {
  const reason = safeLines(message).join(' ').slice(0, MOST_CHARACTERS);
  const advice =
    code === 'config/untrusted'
      ? ''
      : ` Ask the user to correct it; \`${cli.prefix} doctor\`, ${WHERE}${cli.environment.cwd}, says what is wrong.`;
  return `Toolshed is not set up, and nothing was run: ${reason.replace(/\.?$/, '.')}${advice} Then call again: no restart is needed.`;
}

const WHERE = 'run in their own terminal in ';

const adviceOnTrust = ({ prefix, environment }: Cli): string =>
  `Ask the user to run \`${prefix} trust\` in their own terminal in ${environment.cwd}`;

export interface Address {
  readonly host: string;
  readonly port: number;
  readonly url?: string;
  readonly allowedHosts?: readonly string[];
  readonly trustedProxies?: readonly string[];
  readonly only?: 'mcp';
}

/** `port`: the one it already listened on. */
export type Waited<T> =
  | { readonly kind: 'ready'; readonly opened: T; readonly port: number }
  | { readonly kind: 'stopped'; readonly signal: 'SIGINT' | 'SIGTERM' };

const LOOK_MS = 1_000;

/** For a server that listens: stands in for it until what it serves can be opened, or somebody stops it. */
export async function whenSetUp<T>(
  cli: Cli,
  address: Address,
  stopped: Promise<'SIGINT' | 'SIGTERM'>,
  open: () => Promise<T>,
): Promise<Waited<T>> {
  let found = await trySetUp(cli, open);
  if (found.kind === 'ready') return { ...found, port: address.port };
  // What is wrong with the store, the secrets or the port is for the operator of the server.
  if (!isConfigUnusable(found.error)) throw found.error;
  const { serveWaiting } = await import('@toolshed/server');
  const log = cli.serverLog();
  let because = found.because;
  await using waiting = await serveWaiting({
    ...address,
    tokens: createTokenFolder({ home: cli.environment.home, now: cli.now }),
    because: () => because,
    prefix: cli.prefix,
    version: cli.version,
    log,
    now: cli.now,
  });
  const url = `${waiting.url}/mcp`;
  cli.output.announce({ waiting: url, because }, [`Listening on ${url}, and waiting:`, because]);
  for (;;) {
    const signal = await Promise.race([stopped, pause(LOOK_MS)]);
    if (signal !== undefined) return { kind: 'stopped', signal };
    found = await trySetUp(cli, open);
    if (found.kind === 'ready') return { ...found, port: waiting.port };
    because = found.because;
  }
}

/** A person has to trust or correct the file. A missing secret is an operator's mistake, and ends the command as usual. */
const isConfigUnusable = ({ code }: ToolshedError): boolean =>
  code.startsWith('config/') && code !== 'config/webhook-secret';
