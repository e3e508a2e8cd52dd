import type { Toolshed } from '@toolshed/runtime';
import type { Cli } from '../command/cli.js';
import type { FolderConfig } from '../config-file/load-config.js';
import { isStartedAt, labelsOf } from './execution-labels.js';
import { readVersion } from '../own-package.js';
import { type Approvals, createStateSeal, type McpHost, readStateKey } from '@toolshed/server';

export interface McpHostParts {
  readonly shed: Toolshed;
  readonly config: FolderConfig;
  readonly toolModules: readonly string[];
  /** Stands above what the config says. */
  readonly approvals: Approvals | undefined;
  /** What holds where neither says anything. */
  readonly usualApprovals: Approvals;
  readonly trustsClients: (approvals: Approvals) => boolean;
  readonly inboxUrl: McpHost['inboxUrl'];
}

/** How long a call waits for a decision made elsewhere: under the minute after which clients give up. */
const DECISION_WAIT_MS = 20_000;

/** What an MCP server of this command is served with, however it is carried. */
export async function openMcpHost(
  { environment, prefix, log, now }: Pick<Cli, 'environment' | 'prefix' | 'log' | 'now'>,
  { shed, config, toolModules, inboxUrl, ...parts }: McpHostParts,
): Promise<McpHost> {
  const place = { folder: environment.cwd, isScratch: false, config: config.found, toolModules };
  const approvals = parts.approvals ?? config.settings.mcp?.approvals ?? parts.usualApprovals;
  return {
    shed,
    seal: createStateSeal({ key: await readStateKey(environment.home), now }),
    approvals,
    trustsClients: parts.trustsClients(approvals),
    isOurs: isStartedAt(place),
    labels: labelsOf(place),
    inboxUrl,
    prefix,
    version: readVersion(),
    log,
    now,
    decisionWaitMs: DECISION_WAIT_MS,
  };
}
