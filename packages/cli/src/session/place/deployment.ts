// Nodes on several machines that serve the same programs with the same tools are one deployment. Its name says so where
// the paths of their configs cannot: what one of them started, the others wake and continue.
//
// The digest of the config is for people: nodes are upgraded one after another, so two configs may differ for a while.

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Environment } from '../../config.js';
import type { FolderConfig } from '../../config-file/load-config.js';

export interface Deployment {
  /** Without a name, executions belong to the config they were started with, by its path. */
  readonly name: string | undefined;
  readonly configDigest: string | undefined;
}

const DIGEST_LENGTH = 12;

export async function deploymentOf(
  { found, settings }: FolderConfig,
  { deployment }: Pick<Environment, 'deployment'>,
): Promise<Deployment> {
  const text = found && (await readFile(found.file).catch(() => undefined));
  return {
    name: deployment ?? settings.deployment,
    configDigest: text && createHash('sha256').update(text).digest('hex').slice(0, DIGEST_LENGTH),
  };
}
