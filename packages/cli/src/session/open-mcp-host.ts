import type { Toolshed } from '@toolshed/runtime';
import type { Cli } from '../command/cli.js';
import type { FolderConfig } from '../config-file/load-config.js';
import { deploymentOf } from './place/deployment.js';
import { isStartedAt, labelsOf } from './place/execution-labels.js';
import { readVersion } from '../own-package.js';
import type { Approvals, McpOptions } from '@toolshed/server';
import { readStateKey } from '@toolshed/server/command';

export interface McpParts {
  readonly shed: Toolshed;
  readonly config: FolderConfig;
  readonly toolModules: readonly string[];
  /** Overrides the config. */
  readonly approvals: Approvals | undefined;
  /** The default. */
  readonly usualApprovals: Approvals;
  readonly trustsClients: (approvals: Approvals) => boolean;
}

/** How this command serves MCP, on standard input or over HTTP. */
export async function mcpOptions(
  { environment, prefix, log }: Pick<Cli, 'environment' | 'prefix' | 'log'>,
  { shed, config, toolModules, ...parts }: McpParts,
): Promise<McpOptions> {
  const deployment = await deploymentOf(config, environment);
  const place = { folder: environment.cwd, isScratch: false, config: config.found, toolModules, deployment };
  const approvals = parts.approvals ?? config.settings.mcp?.approvals ?? parts.usualApprovals;
  const outputTokens = config.settings.mcp?.outputTokens;
  return {
    shed,
    // Nodes that share a store share the key there.
    ...(shed.records === undefined && { stateKey: await readStateKey(environment.home) }),
    approvals,
    ...(outputTokens === undefined ? {} : { outputTokens }),
    trustsClients: parts.trustsClients(approvals),
    isOurs: isStartedAt(place),
    labels: labelsOf(place),
    prefix,
    version: readVersion(),
    log,
  };
}
