import { Command, Option } from 'commander';
import { type Act, type Cli, examples, type Outcome } from '../cli.js';
import { prepareDataFolder } from '../data-folder.js';
import { parseDuration, shortDuration } from '../duration.js';
import { EXIT } from '../exit-code.js';
import type { TokenRecord } from '../http/access/token.js';
import { createTokenFolder, type NewToken, type Tokens } from '../http/access/token-folder.js';
import { type ApproverFlags, approverAt, approverOptions } from '../person.js';
import { alignRows } from '../terminal/columns.js';
import { safeText } from '../terminal/safe-text.js';
import { UsageError } from '../usage-error.js';

interface CreateFlags extends ApproverFlags {
  readonly kind: 'agent' | 'approver';
  readonly name: string;
  readonly session?: string;
  readonly expires?: number;
}

export function tokenCommand(act: Act): Command {
  const token = new Command('token')
    .description('Who may use the HTTP API: create, list, revoke')
    .addHelpText(
      'after',
      examples(
        'token create --kind agent --session monday --name triage',
        'token create --kind approver --name ada --expires 30d',
        'token revoke 4f0c…',
      ),
    );
  const create = token
    .command('create')
    .description('Make a token; it is shown once')
    .addOption(
      new Option('--kind <kind>', 'an agent starts programs, an approver answers')
        .choices(['agent', 'approver'])
        .makeOptionMandatory(),
    )
    .requiredOption('--name <name>', 'whose it is; answers carry it')
    .option('--session <name>', 'the one session an agent may use')
    .option('--expires <duration>', 'worth nothing after 12h, 30d, 8w', parseDuration)
    .action(act(make));
  for (const option of approverOptions()) create.addOption(option);
  token.command('list', { isDefault: true }).description('Every valid token').action(act(list));
  token.command('revoke').description('Make a token worth nothing').argument('<id>', 'its id').action(act(revoke));
  return token;
}

async function make(cli: Cli, flags: CreateFlags): Promise<Outcome> {
  await prepareDataFolder(cli.environment.home);
  const wanted = wantedBy(flags);
  // Whoever has one approves with it.
  if (wanted.kind === 'approver') await approverAt(cli, flags, 'make a token for an approver');
  const { record, text } = await tokensOf(cli).create(wanted);
  cli.output.say(text, '', `It is not shown again. Undo with  ${cli.prefix} token revoke ${record.id}`);
  return { exitCode: EXIT.done, document: { ...shown(record), token: text } };
}

function wantedBy({ kind, name, session, expires }: CreateFlags): NewToken {
  const common = { name, ...(expires === undefined ? {} : { expiresInMs: expires }) };
  if (kind === 'approver') {
    if (session !== undefined)
      throw new UsageError('usage/session', 'Cannot tie an approver to a session: leave out --session');
    return { kind, ...common };
  }
  if (session === undefined)
    throw new UsageError('usage/session', 'Cannot make a token for an agent: name its --session');
  return { kind, session, ...common };
}

async function list(cli: Cli): Promise<Outcome> {
  const records = await tokensOf(cli).list();
  const rows = records.map((record) => cells(record, cli.now()));
  if (rows.length === 0) cli.output.say(`No tokens. Make one with  ${cli.prefix} token create`);
  else cli.output.say(...alignRows([['token', 'kind', 'name', 'session', 'left'].map(cli.output.paint.dim), ...rows]));
  return { exitCode: EXIT.done, document: records.map(shown) };
}

async function revoke(cli: Cli, id: string): Promise<Outcome> {
  if (!(await tokensOf(cli).revoke(id))) {
    throw new UsageError(
      'usage/unknown-token',
      `Cannot revoke "${id}": there is no such token. See them with: ${cli.prefix} token`,
    );
  }
  cli.output.say('Revoked: it is worth nothing from now on.');
  return { exitCode: EXIT.done, document: { revoked: id } };
}

const tokensOf = ({ environment, now }: Cli): Tokens => createTokenFolder({ home: environment.home, now });

const shown = ({ id, kind, name, createdAt, expiresAt, ...rest }: TokenRecord): object => ({
  id,
  kind,
  name,
  ...('session' in rest ? { session: rest.session } : {}),
  createdAt,
  ...(expiresAt === undefined ? {} : { expiresAt }),
});

const cells = (record: TokenRecord, now: number): readonly string[] => [
  record.id,
  record.kind,
  safeText(record.name),
  record.kind === 'agent' ? safeText(record.session) : '',
  record.expiresAt === undefined ? '' : shortDuration(record.expiresAt - now),
];
