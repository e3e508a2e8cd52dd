// `toolshed grants`: lists, adds, revokes and clears remembered approvals and refusals. A person who adds one has to be a person
// (`session/answer/person.ts`); the runtime binds it to the tools.

import { ExecutionId, type Grant, GrantId } from '@toolshed/kernel';
import { describeCondition, PathPattern } from '@toolshed/kernel/runtime';
import type { GrantRequest, SavedProgram, Toolshed } from '@toolshed/runtime';
import { Command, Option } from 'commander';
import { type Act, type Cli, examples, type Outcome } from '../../command/cli.js';
import { readConditionFlag } from '../../command/flags/condition-flag.js';
import { parseCount, parseDuration, shortDuration } from '../../command/flags/duration.js';
import { EXIT } from '../../command/exit-code.js';
import { openToLook } from '../../session/open-for-execution.js';
import { openWithTools } from '../../session/open-with-tools.js';
import { type PageFlags, pageDocument, pageLines, readPage, withPages } from '../../command/paging.js';
import { alignRows, safeText, wrap } from '@toolshed/server/present';
import { type ApproverFlags, approverAt, approverOptions, personAt } from '../../session/answer/person.js';
import { sessionHere } from '../../session/place/session-here.js';
import { UsageError } from '../../command/usage-error.js';

interface AddFlags extends ApproverFlags {
  readonly deny?: true;
  /** True where no name was given. */
  readonly session?: string | true;
  readonly execution?: string;
  readonly always?: true;
  readonly once?: true;
  readonly tools?: readonly string[];
  readonly when?: string;
  readonly expires?: number;
  readonly uses?: number;
  readonly program?: string;
}

export function grantsCommand(act: Act): Command {
  const grants = new Command('grants')
    .description('Approvals and refusals that are remembered: list, add, revoke, clear')
    .addHelpText(
      'after',
      examples(
        'grants',
        'grants add fs.write --session monday --expires 2h',
        `grants add fs.write --always --when '{"at":"path","prefix":"drafts/"}'`,
        'grants add shell.** --deny --session monday',
        'grants clear --session monday',
      ),
    );
  withPages(grants.command('list', { isDefault: true }), 'all')
    .description('Every grant, newest first')
    .action(act(list));
  grants
    .command('add')
    .description('Approve a tool from now on; choose the scope with one of --session, --execution, --once, --always')
    .argument('<path>', 'a tool, or a pattern of whole segments: fs.write, fs.*, github.**')
    .addOption(
      new Option('--deny', 'refuse instead of approving: such calls fail without asking').conflicts(['once', 'uses']),
    )
    .addOption(
      new Option('--session [name]', 'in this session; without a name, that of this folder and terminal').conflicts([
        'execution',
        'once',
        'always',
      ]),
    )
    .addOption(new Option('--execution <id>', 'in this execution (exec_…)').conflicts(['once', 'always']))
    .addOption(new Option('--once', 'for the next such call, wherever it is made').conflicts(['always', 'uses']))
    .addOption(new Option('--always', 'forever, as long as the tool does not change'))
    .option('--when <json>', 'only for arguments that meet this condition')
    .option('--program <path>', 'only calls that this saved program makes, as it is now; team.report@2 for a version')
    .option('--tools <module...>', 'modules that export the tools it is about')
    .option('--expires <duration>', 'it ends after 45s, 15m, 12h, 30d; 8h for a session', parseDuration)
    .option('--uses <count>', 'it ends after this many calls', parseCount)
    .action(act(add));
  grants
    .command('revoke')
    .description('Revoke a grant; its calls ask again')
    .argument('<grant>', 'its id, grant_…')
    .action(act(revoke));
  grants
    .command('clear')
    .description('Revoke every grant of a session')
    .requiredOption('--session [name]', 'the session; without a name, that of this folder and terminal')
    .action(act(clear));
  for (const command of grants.commands)
    if (command.name() !== 'list') for (const option of approverOptions()) command.addOption(option);
  return grants;
}

const untilWords = (cli: Cli, { expiresAt }: Grant): string =>
  expiresAt === undefined ? '' : `, for ${shortDuration(expiresAt - cli.now())}`;

async function list(cli: Cli, flags: PageFlags): Promise<Outcome> {
  await using shed = await openToLook(cli);
  const grants = await readPage(flags, GrantId, (page) => shed.grants.list(page));
  const rows = grants.map((grant) => cells(grant, cli.now()));
  if (rows.length === 0) cli.output.say('No grants: every destructive call asks.');
  else
    cli.output.say(...alignRows([['grant', 'effect', 'tool', 'for', 'by', 'left'].map(cli.output.paint.dim), ...rows]));
  for (const { id, damage, effect } of grants)
    if (damage !== undefined)
      cli.output.say(...wrap(`${id} is damaged: ${safeText(damage)}. ${DAMAGED[effect]}`, cli.output.width));
  for (const { id, program } of grants)
    if (program !== undefined) cli.output.say(`${id} only in the saved program with the digest ${safeText(program)}`);
  for (const { id, when } of grants)
    if (when !== undefined)
      cli.output.say(...wrap(`${id} only where ${safeText(describeCondition(when))}`, cli.output.width));
  cli.output.say(...pageLines(grants));
  return { exitCode: EXIT.done, document: pageDocument(grants) };
}

async function add(cli: Cli, path: string, flags: AddFlags): Promise<Outcome> {
  const pattern = PathPattern.safeParse(path);
  if (!pattern.success) {
    throw new UsageError('grant/invalid-pattern', `Cannot grant "${path}": ${pattern.error.issues[0]?.message}`);
  }
  const scope = scopeFrom(cli, path, flags);
  const { deny, expires, uses, when, tools } = flags;
  const condition = when === undefined ? undefined : readConditionFlag('--when', when);
  const by = deny ? personAt(cli) : await approverAt(cli, flags, `grant "${path}"`);
  // An approval is bound to the tools as they are now, which only a host that has them knows.
  await using shed = await (deny ? openToLook(cli) : openWithTools(cli, tools));
  const program = flags.program === undefined ? undefined : await savedAs(shed, flags.program);
  const grant = await shed.grants.add({
    pattern: pattern.data,
    ...(deny ? { effect: 'deny' as const } : {}),
    scope,
    by: by.principal,
    ...(expires === undefined ? {} : { expiresInMs: expires }),
    ...(uses === undefined ? {} : { uses }),
    ...(condition === undefined ? {} : { when: condition }),
    ...(program === undefined ? {} : { program: program.digest }),
  });
  const where = condition === undefined ? '' : ` where ${safeText(describeCondition(condition))}`;
  const inside = program === undefined ? '' : ` in ${program.path}, version ${program.version},`;
  cli.output.say(
    ...wrap(
      `Calls to ${grant.pattern}${inside}${where} ${deny ? 'are refused' : 'no longer ask'}: ${scopeOf(grant)}${untilWords(cli, grant)}.`,
      cli.output.width,
    ),
    `Undo with  ${cli.prefix} grants revoke ${grant.id}`,
  );
  return { exitCode: EXIT.done, document: grant };
}

/** `path`, or `path@version`. */
function savedAs(shed: Toolshed, named: string): Promise<SavedProgram> {
  const [path = '', version] = named.split('@');
  return shed.programs.get(path, version === undefined ? undefined : parseCount(version));
}

function scopeFrom(cli: Cli, path: string, { session, execution, once, always }: AddFlags): GrantRequest['scope'] {
  if (session !== undefined) return { session: session === true ? sessionHere(cli.environment) : session };
  if (once) return 'once';
  if (always) return 'always';
  const id = ExecutionId.safeParse(execution);
  if (id.success) return { executionId: id.data };
  throw new UsageError(
    'grant/no-scope',
    `Cannot grant "${path}": say for what, with --session <name>, --execution <exec_…>, --once or --always`,
  );
}

async function revoke(cli: Cli, id: string, flags: ApproverFlags): Promise<Outcome> {
  const grant = GrantId.safeParse(id);
  await using shed = await openToLook(cli);
  const refusals = (await shed.grants.list()).filter((one) => one.id === id && one.effect !== 'allow');
  if (refusals.length > 0) await approverAt(cli, flags, `take back the refusal "${id}"`);
  if (!grant.success || !(await shed.grants.revoke(grant.data, cli.environment.user))) {
    throw new UsageError(
      'grant/unknown',
      `Cannot revoke "${id}": there is no such grant. See them with: ${cli.prefix} grants`,
    );
  }
  cli.output.say('Revoked: such calls ask again.');
  return { exitCode: EXIT.done, document: { revoked: grant.data } };
}

async function clear(
  cli: Cli,
  { session: given, ...flags }: ApproverFlags & { readonly session: string | true },
): Promise<Outcome> {
  const session = given === true ? sessionHere(cli.environment) : given;
  await using shed = await openToLook(cli);
  const own = await shed.grants.list({ session });
  if (own.some(({ effect }) => effect !== 'allow')) await approverAt(cli, flags, 'take back refusals');
  const count = await shed.grants.clear(session, cli.environment.user);
  cli.output.say(`Revoked ${count} ${count === 1 ? 'grant' : 'grants'} of session "${safeText(session)}".`);
  return { exitCode: EXIT.done, document: { session, revoked: count } };
}

const DAMAGED = {
  allow: 'It approves nothing.',
  ask: 'It may be a refusal: calls it could cover are asked about, whatever other grants say, until it is revoked.',
  deny: 'The readable part of it still refuses.',
} as const satisfies Record<Grant['effect'], string>;

function cells(grant: Grant, now: number): readonly string[] {
  const { id, effect, pattern, grantedBy, expiresAt, usesLeft } = grant;
  const left = [
    ...(expiresAt === undefined ? [] : [shortDuration(expiresAt - now)]),
    ...(usesLeft === undefined ? [] : [`${usesLeft} uses`]),
  ];
  return [
    id,
    grant.damage === undefined ? effect : 'damaged',
    pattern,
    scopeOf(grant),
    safeText(grantedBy),
    left.join(', '),
  ];
}

function scopeOf(grant: Grant): string {
  if (grant.scope === 'session') return `session "${safeText(grant.session)}"`;
  return grant.scope === 'execution' ? grant.executionId : grant.scope;
}
