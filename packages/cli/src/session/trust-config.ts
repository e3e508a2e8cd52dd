// A person reads a config, with every file that it names and that these import, and has it used until one of them changes.

import type { AnsweredBy } from '@toolshed/kernel';
import type { Cli } from '../command/cli.js';
import { UsageError } from '../command/usage-error.js';
import type { FoundConfig } from '../config-file/find-config.js';
import { createFolderTrust } from '../config-file/folder-trust.js';

export interface TrustGiver {
  readonly by: AnsweredBy;
  /** Whether the files are shown and the person at the terminal is asked; what is trusted already is not asked about. */
  readonly isAsked: boolean;
}

/** Every file that is trusted now. Throws `config/untrusted` if the person said no. */
export async function trustConfig(
  cli: Cli,
  found: FoundConfig,
  { by, isAsked }: TrustGiver,
): Promise<ReadonlySet<string>> {
  const folderTrust = createFolderTrust(cli.environment.home);
  const { modulesOf } = await import('../config-file/load-config.js');
  const { readModuleGraph } = await import('../config-file/module-graph.js');
  const { askTrust } = await import('../terminal/prompt/ask-trust.js');
  const trusted = new Set<string>();
  const trustOne = async (path: string): Promise<void> => {
    const graph = await readModuleGraph(path);
    const { files, digest } = graph;
    const verdict = await folderTrust.verdictOn(path, digest);
    if (isAsked && verdict !== 'trusted' && !(await askTrust(path, graph, verdict, await cli.terminal())))
      throw new UsageError('config/untrusted', `Cannot use "${path}": you did not trust it`);
    await folderTrust.trust(path, { digest, at: cli.now(), by: by.principal, channel: by.channel });
    for (const covered of [path, ...[...files.keys()].slice(1)]) trusted.add(covered);
  };
  await trustOne(found.file);
  const { settings } = await cli.loadConfig(found);
  for (const path of modulesOf(found.file, settings)) await trustOne(path);
  return trusted;
}

/** Whether a person has trusted all of it, as it is now. Asks nobody. */
export async function isTrusted(cli: Cli, found: FoundConfig): Promise<boolean> {
  const folderTrust = createFolderTrust(cli.environment.home);
  const { modulesOf } = await import('../config-file/load-config.js');
  const { readModuleGraph } = await import('../config-file/module-graph.js');
  const isKnown = async (path: string): Promise<boolean> =>
    (await folderTrust.verdictOn(path, (await readModuleGraph(path)).digest)) === 'trusted';
  if (!(await isKnown(found.file))) return false;
  const { settings } = await cli.loadConfig(found);
  for (const path of modulesOf(found.file, settings)) if (!(await isKnown(path))) return false;
  return true;
}
