import { resolve } from 'node:path';
import { Command } from 'commander';
import { type Act, type Cli, examples, type Outcome } from '../cli.js';
import { createFolderTrust } from '../config-file/folder-trust.js';
import type { FoundConfig } from '../config-file/find-config.js';
import { EXIT } from '../exit-code.js';
import { safeText } from '../terminal/safe-text.js';
import { UsageError } from '../usage-error.js';

export function trustCommand(act: Act): Command {
  return new Command('trust')
    .description("Use this folder's config from now on, until it changes")
    .argument('[file]', 'the config; the nearest one, if not given')
    .addHelpText(
      'after',
      `${examples('trust', 'trust ./toolshed.config.ts')}

A config decides which tools programs get, and a .ts config runs when it is
loaded, with every file it imports: read them first. Packages it imports from
node_modules are not covered.`,
    )
    .action(act(trust));
}

async function trust(cli: Cli, file: string | undefined): Promise<Outcome> {
  const found = await configToTrust(cli, file);
  const list = createFolderTrust(cli.environment.home);
  const { modulesOf } = await import('../config-file/load-config.js');
  const { readModuleGraph } = await import('../config-file/module-graph.js');
  const trusted = new Set<string>();
  const trustOne = async (path: string): Promise<void> => {
    const { files, digest } = await readModuleGraph(path);
    await list.trust(path, digest);
    for (const covered of [path, ...[...files.keys()].slice(1)]) trusted.add(covered);
  };
  await trustOne(found.file);
  const { settings } = await cli.loadConfig(found);
  for (const path of modulesOf(found.file, settings)) await trustOne(path);
  cli.output.say('Trusted, until one of them changes:', ...[...trusted].map((path) => `  ${safeText(path)}`));
  return { exitCode: EXIT.done, document: { trusted: [...trusted] } };
}

async function configToTrust(cli: Cli, file: string | undefined): Promise<FoundConfig> {
  if (file !== undefined) return { file: resolve(cli.environment.cwd, file), origin: 'folder' };
  const found = await cli.findConfig();
  if (found?.origin === 'folder') return found;
  throw new UsageError(
    'config/not-found',
    `Cannot trust a config: there is none in "${cli.environment.cwd}" or above it`,
  );
}
