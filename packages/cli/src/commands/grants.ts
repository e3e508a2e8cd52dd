import { type Grant, GrantId, PathPattern } from '@toolshed/kernel';
import { Command } from 'commander';
import { type Act, type Cli, examples, type Outcome } from '../cli.js';
import { parseCount, parseDuration, shortDuration } from '../duration.js';
import { EXIT } from '../exit-code.js';
import { openToLook } from '../open-for-execution.js';
import { alignRows } from '../terminal/columns.js';
import { safeText } from '../terminal/safe-text.js';
import { UsageError } from '../usage-error.js';

interface AddFlags {
  readonly session: string;
  readonly expires?: number;
  readonly uses?: number;
}

export function grantsCommand(act: Act): Command {
  const grants = new Command('grants')
    .description('Approvals that are remembered: list, add, revoke, clear')
    .addHelpText(
      'after',
      examples('grants', 'grants add fs.write --session monday --expires 2h', 'grants clear --session monday'),
    );
  grants.command('list', { isDefault: true }).description('Every grant, newest first').action(act(list));
  grants
    .command('add')
    .description('Approve a tool for a session from now on')
    .argument('<path>', 'a tool, or a pattern of whole segments: fs.write, fs.*, github.**')
    .requiredOption('--session <name>', 'the session it counts in')
    .option('--expires <duration>', 'forget it after 45s, 15m, 12h, 30d', parseDuration)
    .option('--uses <count>', 'forget it after this many calls', parseCount)
    .action(act(add));
  grants.command('revoke').description('Ask again').argument('<grant>', 'its id, grant_…').action(act(revoke));
  grants
    .command('clear')
    .description('Revoke every grant of a session')
    .requiredOption('--session <name>', 'the session')
    .action(act(clear));
  return grants;
}

async function list(cli: Cli): Promise<Outcome> {
  await using shed = await openToLook(cli);
  const grants = await shed.grants.list();
  const rows = grants.map((grant) => cells(grant, cli.now()));
  if (rows.length === 0) cli.output.say('No grants: every destructive call asks.');
  else cli.output.say(...alignRows([['grant', 'tool', 'for', 'by', 'left'].map(cli.output.paint.dim), ...rows]));
  return { exitCode: EXIT.done, document: grants };
}

async function add(cli: Cli, path: string, { session, expires, uses }: AddFlags): Promise<Outcome> {
  const pattern = PathPattern.safeParse(path);
  if (!pattern.success) {
    throw new UsageError('grant/invalid-pattern', `Cannot grant "${path}": ${pattern.error.issues[0]?.message}`);
  }
  await using shed = await openToLook(cli);
  const grant = await shed.grants.add({
    pattern: pattern.data,
    scope: { session },
    by: cli.environment.user,
    ...(expires === undefined ? {} : { expiresInMs: expires }),
    ...(uses === undefined ? {} : { uses }),
  });
  cli.output.say(
    `Calls to ${grant.pattern} in session "${safeText(session)}" no longer ask.`,
    `Undo with  ${cli.prefix} grants revoke ${grant.id}`,
  );
  return { exitCode: EXIT.done, document: grant };
}

async function revoke(cli: Cli, id: string): Promise<Outcome> {
  const grant = GrantId.safeParse(id);
  await using shed = await openToLook(cli);
  if (!grant.success || !(await shed.grants.revoke(grant.data))) {
    throw new UsageError(
      'grant/unknown',
      `Cannot revoke "${id}": there is no such grant. See them with: ${cli.prefix} grants`,
    );
  }
  cli.output.say('Revoked: such calls ask again.');
  return { exitCode: EXIT.done, document: { revoked: grant.data } };
}

async function clear(cli: Cli, { session }: { readonly session: string }): Promise<Outcome> {
  await using shed = await openToLook(cli);
  const count = await shed.grants.clear(session);
  cli.output.say(`Revoked ${count} ${count === 1 ? 'grant' : 'grants'} of session "${safeText(session)}".`);
  return { exitCode: EXIT.done, document: { session, revoked: count } };
}

function cells(grant: Grant, now: number): readonly string[] {
  const { id, pattern, grantedBy, expiresAt, usesLeft } = grant;
  const left = [
    ...(expiresAt === undefined ? [] : [shortDuration(expiresAt - now)]),
    ...(usesLeft === undefined ? [] : [`${usesLeft} uses`]),
  ];
  return [id, pattern, scopeOf(grant), safeText(grantedBy), left.join(', ')];
}

function scopeOf(grant: Grant): string {
  if (grant.scope === 'session') return `session "${safeText(grant.session)}"`;
  return grant.scope === 'execution' ? grant.execution : 'always';
}
