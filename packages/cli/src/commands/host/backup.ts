// `toolshed backup`: copies the data folder into one file (`backup/write-backup.ts`).

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { safeText, wrap } from '@toolshed/server/present';
import { Command } from 'commander';
import { keptKindOf, type KeptKind } from '../../backup/kept-files.js';
import { SECRETS_IN_WORDS, sealedWith } from '../../backup/sealed-with.js';
import { writeBackup, type WrittenBackup } from '../../backup/write-backup.js';
import { type Act, type Cli, examples, type Outcome } from '../../command/cli.js';
import { EXIT } from '../../command/exit-code.js';
import { UsageError } from '../../command/usage-error.js';
import { chosenStore } from '../../session/store/chosen-store.js';
import { prepareDataFolder } from '../../session/store/data-folder.js';

export function backupCommand(act: Act): Command {
  return new Command('backup')
    .description('Copy the data folder into one new file, while servers and programs use it')
    .argument('<file>', 'the file to write; it must not exist yet')
    .addHelpText('after', examples('backup /backups/monday.toolshed-backup'))
    .action(act(backup));
}

async function backup(cli: Cli, file: string): Promise<Outcome> {
  const { home, cwd } = cli.environment;
  const to = resolve(cwd, file);
  const store = chosenStore(await cli.loadConfig(await cli.findConfig()), cli.environment);
  if (!('sqlite' in store))
    throw new UsageError(
      'usage/backup',
      'Cannot back up: executions, tokens and secrets are in PostgreSQL. Back the database up with pg_dump, and keep TOOLSHED_VAULT_KEY elsewhere',
    );
  if (!existsSync(store.sqlite))
    throw new UsageError(
      'usage/backup',
      `Cannot back up: there is no store "${store.sqlite}". Name the data folder with --home`,
    );
  await prepareDataFolder(home);
  const written = await writeBackup({ home, store: store.sqlite, to });
  say(cli, to, written);
  const { bytes, audit, files, left } = written;
  return {
    exitCode: audit.kind === 'intact' ? EXIT.done : EXIT.failed,
    document: { file: to, bytes, audit, secrets: sealedWith(files), files: files.map(({ name }) => name), left },
  };
}

const WORDS: Readonly<Record<Exclude<KeptKind, 'vault'>, string>> = {
  tokens: 'tokens, as digests: those who have them can still use them',
  trust: 'which configs are trusted',
  'mcp key': 'the key that seals the state MCP clients carry for a pause',
  webhooks: 'webhook positions',
  retired: 'what was kept of damaged executions',
};

function say({ output, prefix }: Cli, to: string, { bytes, audit, files, left }: WrittenBackup): void {
  const { paint, width } = output;
  const kinds = new Set(files.map(({ name }) => keptKindOf(name)));
  const also = Object.entries(WORDS).flatMap(([kind, words]) =>
    [...kinds].some((one) => one === kind) ? [words] : [],
  );
  const lines = [
    `Executions, questions, grants and the audit log${audit.kind === 'intact' ? ` (${audit.lines} lines, head ${audit.head})` : ''}.`,
    ...(also.length === 0 ? [] : [`Also ${also.join('; ')}.`]),
    SECRETS_IN_WORDS[sealedWith(files)],
    ...(left.length === 0 ? [] : [`Not in it: ${left.map(safeText).join(', ')}.`]),
    'Configs, tools and the files programs work on are not in it: they are not in the data folder.',
    'Keep it where only you can read it: journals hold what programs printed and people answered.',
  ];
  output.say(`Backed up to ${to} (${(bytes / 1e6).toFixed(1)} MB)`, ...lines.flatMap((line) => bullet(line, width)));
  if (audit.kind === 'broken')
    output.say(
      `${paint.red('✖')} The store is damaged, and so is this backup: ${safeText(audit.problem)}`,
      `See: ${prefix} audit verify`,
    );
}

const bullet = (line: string, width: number): readonly string[] =>
  wrap(line, width - 4).map((piece, index) => `${index === 0 ? '  - ' : '    '}${piece}`);
