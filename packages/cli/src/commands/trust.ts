import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Command } from 'commander';
import { type Act, type Cli, examples, type Outcome } from '../cli.js';
import { createFolderTrust } from '../config-file/folder-trust.js';
import type { FoundConfig } from '../config-file/find-config.js';
import { EXIT } from '../exit-code.js';
import { UsageError } from '../usage-error.js';

export function trustCommand(act: Act): Command {
  return new Command('trust')
    .description("Use this folder's config from now on, until it changes")
    .argument('[file]', 'the config; the nearest one, if not given')
    .addHelpText(
      'after',
      `${examples('trust', 'trust ./toolshed.config.ts')}

A config decides which tools programs get, and a .ts config runs when it is
loaded: read it first.`,
    )
    .action(act(trust));
}

async function trust(cli: Cli, file: string | undefined): Promise<Outcome> {
  const found = await configToTrust(cli, file);
  const list = createFolderTrust(cli.environment.home);
  await list.trust(found.file, await read(found.file));
  const { settings } = await cli.loadConfig(found);
  const modules = settings.modules.map((path) => resolve(dirname(found.file), path));
  for (const path of modules) await list.trust(path, await read(path));
  const trusted = [found.file, ...modules];
  cli.output.say('Trusted, until it changes:', ...trusted.map((path) => `  ${path}`));
  return { exitCode: EXIT.done, document: { trusted } };
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

async function read(file: string): Promise<string> {
  return await readFile(file, 'utf8').catch(() => {
    throw new UsageError('config/unreadable', `Cannot trust "${file}": it cannot be read`);
  });
}
