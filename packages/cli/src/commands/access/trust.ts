// `toolshed trust`: shows a config with every file it imports, asks, and records the answer (`config-file/folder-trust.ts`).

import { resolve } from 'node:path';
import { Command } from 'commander';
import { type Act, type Cli, examples, type Outcome } from '../../command/cli.js';
import { createFolderTrust } from '../../config-file/folder-trust.js';
import type { FoundConfig } from '../../config-file/find-config.js';
import { EXIT } from '../../command/exit-code.js';
import { trustConfig } from '../../session/trust-config.js';
import { type ApproverFlags, approverAt, approverOptions } from '../../session/answer/person.js';
import { alignRows, safeText } from '@toolshed/server/present';
import { UsageError } from '../../command/usage-error.js';

interface TrustFlags extends ApproverFlags {
  readonly list?: true;
}

export function trustCommand(act: Act): Command {
  const command = new Command('trust')
    .description("Read this folder's config and use it from now on, until it changes")
    .argument('[file]', 'the config; the nearest one, if not given')
    .option('--list', 'what is trusted, since when, by whom and how')
    .addHelpText(
      'after',
      `${examples('trust', 'trust ./toolshed.config.ts', 'trust --list')}

A config decides which tools programs get, and a config that is a module runs when
it is loaded, with every file it imports. It is shown, and you are asked. Packages it
imports from node_modules are not covered.`,
    )
    .action(
      act((cli: Cli, file: string | undefined, flags: TrustFlags) =>
        flags.list ? list(cli) : trust(cli, file, flags),
      ),
    );
  for (const option of approverOptions()) command.addOption(option);
  return command;
}

/** Threat: an agent that writes a config and trusts it, and so gives itself the tools it wants. */
async function trust(cli: Cli, file: string | undefined, flags: TrustFlags): Promise<Outcome> {
  const found = await configToTrust(cli, file);
  const by = await approverAt(cli, flags, `trust "${found.file}"`);
  const isAsked = cli.output.isInteractive && by.channel === 'terminal' && !flags.yesAsPerson;
  // Nothing is trusted unread: a terminal that cannot ask does not count as a yes.
  if (by.channel === 'terminal' && !cli.environment.canRedraw && !flags.yesAsPerson)
    throw new UsageError(
      'usage/no-prompt',
      'Cannot ask whether you trust it: this terminal cannot show a prompt (TERM=dumb). Use another terminal',
    );
  const trusted = await trustConfig(cli, found, { by, isAsked });
  cli.output.say('Trusted, until one of them changes:', ...[...trusted].map((path) => `  ${safeText(path)}`));
  return { exitCode: EXIT.done, document: { trusted: [...trusted] } };
}

async function list(cli: Cli): Promise<Outcome> {
  const files = Object.entries(await createFolderTrust(cli.environment.home).list());
  const rows = files.map(([file, record]) =>
    'at' in record
      ? [new Date(record.at).toISOString(), safeText(record.by), safeText(record.channel), safeText(file)]
      : ['', '', '', safeText(file)],
  );
  if (rows.length === 0) cli.output.say('No config is trusted.');
  else cli.output.say(...alignRows([['since', 'by', 'how', 'file'].map(cli.output.paint.dim), ...rows]));
  return { exitCode: EXIT.done, document: files.map(([file, record]) => ({ file, ...record })) };
}

async function configToTrust(cli: Cli, file: string | undefined): Promise<FoundConfig> {
  if (file !== undefined) return { file: resolve(cli.environment.cwd, file), origin: 'folder' };
  const found = await cli.findConfig();
  if (found?.origin === 'folder') return found;
  throw new UsageError(
    'config/not-found',
    `Cannot trust a config: there is none in "${cli.environment.cwd}" or above it. Name its file, or write one with: ${cli.prefix} init`,
  );
}
