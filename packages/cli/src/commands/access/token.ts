// `toolshed token`: makes, lists and revokes the tokens of the HTTP API, beside the store (`session/store/tokens-here.ts`).

import { pageIn } from '@toolshed/kernel/runtime';
import { Command, Option } from 'commander';
import { z } from 'zod';
import { type Act, type Cli, examples, type Outcome } from '../../command/cli.js';
import { prepareDataFolder } from '../../session/store/data-folder.js';
import { parseDuration, shortDuration } from '../../command/flags/duration.js';
import { EXIT } from '../../command/exit-code.js';
import type { NewToken, TokenRecord } from '@toolshed/server';
import { FlowPattern } from '@toolshed/server/command';
import { type PageFlags, pageDocument, pageLines, readPage, withPages } from '../../command/paging.js';
import { type ApproverFlags, approverAt, approverOptions } from '../../session/answer/person.js';
import { alignRows, safeText } from '@toolshed/server/present';
import { withTokens } from '../../session/store/tokens-here.js';
import { UsageError } from '../../command/usage-error.js';

interface CreateFlags extends ApproverFlags {
  readonly kind: 'agent' | 'approver' | 'flow' | 'metrics';
  readonly name: string;
  readonly session?: string;
  readonly flow?: string;
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
        'token create --kind flow --name oauth-callback --expires 90d',
        'token revoke 4f0c…',
      ),
    );
  const create = token
    .command('create')
    .description('Make a token; it is shown once')
    .addOption(
      new Option(
        '--kind <kind>',
        'an agent starts programs, an approver answers, a flow’s owner completes flows; metrics reads /metrics',
      )
        .choices(['agent', 'approver', 'flow', 'metrics'])
        .makeOptionMandatory(),
    )
    .requiredOption('--name <name>', 'whose it is; answers carry it')
    .option('--session <name>', 'the one session an agent may use')
    .option('--flow <id>', 'the one flow it may complete; with a final *, all ids with that prefix')
    .option('--expires <duration>', 'how long it is valid: 12h, 30d, 8w', parseDuration)
    .action(act(make));
  for (const option of approverOptions()) create.addOption(option);
  withPages(token.command('list', { isDefault: true }), 'all')
    .description('Every valid token')
    .action(act(list));
  token
    .command('revoke')
    .description('Revoke a token; it stops working at once')
    .argument('<id>', 'its id')
    .action(act(revoke));
  return token;
}

async function make(cli: Cli, flags: CreateFlags): Promise<Outcome> {
  await prepareDataFolder(cli.environment.home);
  const wanted = wantedBy(flags);
  // Its bearer approves with it, or completes a flow in the place of a tool.
  if (wanted.kind === 'approver' || wanted.kind === 'flow')
    await approverAt(cli, flags, `make a token for ${wanted.kind === 'flow' ? 'flows' : 'an approver'}`);
  const { record, text } = await withTokens(cli, (tokens) => tokens.create(wanted));
  cli.output.say(text, '', `It is not shown again. Undo with  ${cli.prefix} token revoke ${record.id}`);
  return { exitCode: EXIT.done, document: { ...shown(record), token: text } };
}

function wantedBy({ kind, name, session, flow, expires }: CreateFlags): NewToken {
  if (flow !== undefined && kind !== 'flow')
    throw new UsageError(
      'usage/flow',
      `Cannot tie a token of kind "${kind}" to a flow: leave out --flow, or use --kind flow`,
    );
  const common = { name, ...(expires === undefined ? {} : { expiresInMs: expires }) };
  if (kind !== 'agent' && session !== undefined)
    throw new UsageError('usage/session', `Cannot tie a token of kind "${kind}" to a session: leave out --session`);
  if (kind === 'approver' || kind === 'metrics') return { kind, ...common };
  if (kind === 'flow') return { kind, ...common, ...(flow === undefined ? {} : { flow: flowPattern(flow) }) };
  if (session === undefined)
    throw new UsageError(
      'usage/session',
      'Cannot make a token for an agent: say which session it may use, with --session <name>',
    );
  return { kind, session, ...common };
}

function flowPattern(text: string): string {
  const pattern = FlowPattern.safeParse(text);
  if (pattern.success) return pattern.data;
  throw new UsageError(
    'usage/flow',
    `Cannot make a token for the flow "${text}": it ${pattern.error.issues[0]?.message}`,
  );
}

async function list(cli: Cli, flags: PageFlags): Promise<Outcome> {
  const all = await withTokens(cli, (tokens) => tokens.list());
  const records = await readPage(flags, z.string(), async ({ before, limit }) =>
    pageIn(all, { after: before, limit }, ({ id }) => id),
  );
  const rows = records.map((record) => cells(record, cli.now()));
  if (rows.length === 0) cli.output.say(`No tokens. Make one with  ${cli.prefix} token create`);
  else cli.output.say(...alignRows([['token', 'kind', 'name', 'only', 'left'].map(cli.output.paint.dim), ...rows]));
  cli.output.say(...pageLines(records));
  return { exitCode: EXIT.done, document: { ...pageDocument(records), items: records.map(shown) } };
}

async function revoke(cli: Cli, id: string): Promise<Outcome> {
  if (!(await withTokens(cli, (tokens) => tokens.revoke(id)))) {
    throw new UsageError(
      'usage/unknown-token',
      `Cannot revoke "${id}": there is no such token. See them with: ${cli.prefix} token`,
    );
  }
  cli.output.say('Revoked: it no longer works.');
  return { exitCode: EXIT.done, document: { revoked: id } };
}

const shown = ({ id, kind, name, createdAt, expiresAt, ...rest }: TokenRecord): object => ({
  id,
  kind,
  name,
  ...('session' in rest ? { session: rest.session } : {}),
  ...('flow' in rest ? { flow: rest.flow } : {}),
  createdAt,
  ...(expiresAt === undefined ? {} : { expiresAt }),
});

function boundTo(record: TokenRecord): string {
  if (record.kind === 'agent') return `session ${safeText(record.session)}`;
  return record.kind === 'flow' && record.flow !== undefined ? `flow ${safeText(record.flow)}` : '';
}

const cells = (record: TokenRecord, now: number): readonly string[] => [
  record.id,
  record.kind,
  safeText(record.name),
  boundTo(record),
  record.expiresAt === undefined ? '' : shortDuration(record.expiresAt - now),
];
