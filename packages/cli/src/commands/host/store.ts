// `toolshed store copy`: moves a SQLite store to PostgreSQL. The runtime copies and verifies.

import { resolve } from 'node:path';
import { Command } from 'commander';
import { type Act, type Cli, examples, type Outcome } from '../../command/cli.js';
import { EXIT } from '../../command/exit-code.js';
import { UsageError } from '../../command/usage-error.js';
import { chosenStore, isPostgresUrl } from '../../session/store/chosen-store.js';

interface CopyFlags {
  readonly schema?: string;
}

export function storeCommand(act: Act): Command {
  const store = new Command('store')
    .description('Where executions are kept: move them to a database that many nodes share')
    .addHelpText('after', examples('store copy sqlite:toolshed.db postgres://toolshed@db.internal/toolshed'));
  store
    .command('copy')
    .description('Copy a SQLite store that nobody has open into an empty PostgreSQL database, and verify the copy')
    .argument('<from>', 'a SQLite file, as a path or as sqlite:<path>')
    .argument('[to]', 'postgres://…; default: the store that --store, TOOLSHED_STORE or the config names')
    .option('--schema <name>', 'where its tables are; default: toolshed')
    .action(act(copy));
  return store;
}

async function copy(cli: Cli, from: string, to: string | undefined, flags: CopyFlags): Promise<Outcome> {
  if (isPostgresUrl(from))
    throw new UsageError(
      'usage/store-copy',
      'Cannot copy from PostgreSQL: a copy goes from a SQLite file to PostgreSQL; use pg_dump to copy a database',
    );
  const file = resolve(cli.environment.cwd, from.replace(/^sqlite:/, ''));
  const { copyStore } = await import('@toolshed/runtime');
  const copied = await copyStore({ from: file, to: { ...(await targetOf(cli, to)), ...flags } });
  const { address, executions, entries, questions, grants, audit } = copied;
  cli.output.say(
    `Copied ${executions} executions (${entries} entries, ${questions} questions) and ${grants} grants to ${address}.`,
    `The audit log was verified before and after: ${audit.lines} lines, the last of which had the hash ${audit.head}.`,
    `Secrets and tokens were not copied. ${file} stays as it is: keep it as a backup, and start no host on it.`,
  );
  return { exitCode: EXIT.done, document: copied };
}

async function targetOf(cli: Cli, to: string | undefined): Promise<{ readonly url: string; readonly schema?: string }> {
  if (to !== undefined && isPostgresUrl(to)) return { url: to };
  const chosen =
    to === undefined ? chosenStore(await cli.loadConfig(await cli.findConfig()), cli.environment) : undefined;
  if (chosen === undefined || !('postgres' in chosen))
    throw new UsageError('usage/store-copy', 'Cannot copy the store: say where to, with postgres://user@host/database');
  const { postgres: url, ...schema } = chosen;
  return { url, ...schema };
}
