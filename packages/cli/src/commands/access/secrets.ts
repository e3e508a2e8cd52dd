// `toolshed secrets`: lists, sets and removes secrets in the vault of the host. Values are read by
// `session/answer/read-secret.ts` and never printed.

import { type SecretFacts, SecretHandle } from '@toolshed/kernel';
import { Command } from 'commander';
import { type Act, type Cli, examples, type Outcome } from '../../command/cli.js';
import { shortDuration } from '../../command/flags/duration.js';
import { EXIT } from '../../command/exit-code.js';
import { openToLook } from '../../session/open-for-execution.js';
import { type PageFlags, pageDocument, pageLines, readPage, withPages } from '../../command/paging.js';
import { readSecret } from '../../session/answer/read-secret.js';
import { alignRows, safeText } from '@toolshed/server/present';
import { UsageError } from '../../command/usage-error.js';

export function secretsCommand(act: Act): Command {
  const secrets = new Command('secrets')
    .description('Secrets for tools: list, set, rm. Values are never shown')
    .addHelpText(
      'after',
      `${examples('secrets', 'secrets set openai', 'secrets set openai < key.txt', 'secrets rm openai')}

A program hands one to a tool as "secret:<name>" where the config lists its name
under "secrets". A secret somebody gave when asked belongs to that session.`,
    );
  withPages(secrets.command('list', { isDefault: true }), 'all')
    .description('Names and handles, newest first')
    .action(act(list));
  secrets
    .command('set')
    .description('Store a secret under a name; type it unseen, or pipe it in')
    .argument('<name>', 'letters, digits, ".", "_" and "-"')
    .argument('[value...]', 'not here: it would be in the history of your shell')
    .action(act(set));
  secrets
    .command('rm')
    .description('Remove one, or with --session all of a session')
    .argument('[name]', 'a name, or a handle, secret:…')
    .option('--session <name>', 'every secret of this session')
    .action(act(remove));
  return secrets;
}

async function list(cli: Cli, flags: PageFlags): Promise<Outcome> {
  await using shed = await openToLook(cli);
  const secrets = await readPage(flags, SecretHandle, (page) => shed.secrets.list(page));
  const rows = secrets.map((facts) => cells(facts, cli.now()));
  if (rows.length === 0) cli.output.say('No secrets are kept.');
  else cli.output.say(...alignRows([['secret', 'name', 'of', 'kept for'].map(cli.output.paint.dim), ...rows]));
  cli.output.say(...pageLines(secrets));
  return { exitCode: EXIT.done, document: pageDocument(secrets) };
}

async function set(cli: Cli, name: string, value: readonly string[]): Promise<Outcome> {
  // Refused here and not by the parser, which would quote it.
  if (value.length > 0) {
    throw new UsageError(
      'usage/secret-argument',
      'Cannot take a secret from the command line: it is in the shell’s history now. Change it, then type it when asked, or pipe it in',
    );
  }
  await using shed = await openToLook(cli);
  const { lasts, detail } = await shed.secrets.keeping();
  if (!lasts) {
    throw new UsageError(
      'secret/not-kept',
      `Cannot keep a secret: it would be ${detail}. Set TOOLSHED_VAULT_KEY to what "openssl rand -base64 32" prints, or TOOLSHED_VAULT_PASSPHRASE`,
    );
  }
  const facts = await shed.secrets.set(name, await readSecret(cli, `Value of ${safeText(name)} (not shown)`));
  cli.output.say(
    `Kept ${detail}.`,
    `Programs may use it as ${facts.handle} where the config lists it under "secrets".`,
  );
  return { exitCode: EXIT.done, document: { ...facts, kept: detail } };
}

async function remove(
  cli: Cli,
  name: string | undefined,
  { session }: { readonly session?: string },
): Promise<Outcome> {
  if ((name === undefined) === (session === undefined))
    throw new UsageError(
      'usage/what-secret',
      'Cannot remove a secret: give its name, or --session <name> for all of a session',
    );
  await using shed = await openToLook(cli);
  const removed =
    session === undefined ? Number(await shed.secrets.remove(name ?? '')) : await shed.secrets.clear(session);
  if (name !== undefined && removed === 0) {
    throw new UsageError(
      'secret/unknown',
      `Cannot remove "${name}": there is no such secret. See them with: ${cli.prefix} secrets`,
    );
  }
  cli.output.say(`Removed ${removed} ${removed === 1 ? 'secret' : 'secrets'}.`);
  return { exitCode: EXIT.done, document: { removed } };
}

const cells = ({ handle, name, owner, at }: SecretFacts, now: number): readonly string[] => [
  handle,
  safeText(name ?? ''),
  owner === 'shared' ? 'the host' : `session "${safeText(owner.session)}"`,
  shortDuration(now - at),
];
