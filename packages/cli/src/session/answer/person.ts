// Who gave an answer on the command line, and how sure that is. The journal and the audit log keep the channel:
//   terminal         somebody typed it in a terminal
//   cli-token        an approver's token was given
//   cli-unattended   neither: a script, or an agent with a shell
//
// Threat: an agent that runs this command and approves its own call. Without a terminal only a refusal goes through as
// it is; anything that lets a call run needs a token, or an explicit flag by the author of the script.

import type { AnsweredBy } from '@toolshed/kernel';
import { Option } from 'commander';
import type { Cli } from '../../command/cli.js';
import { mayComplete } from '@toolshed/server/command';
import { withTokens } from '../store/tokens-here.js';
import { UsageError } from '../../command/usage-error.js';

export interface ApproverFlags {
  readonly token?: string;
  readonly yesAsPerson?: true;
}

export const approverOptions = (): readonly Option[] => [
  new Option('--token <token>', "an approver's token, where nobody is at a terminal; also in TOOLSHED_TOKEN"),
  // Not in the help, which agents read, too: docs/guides/terminal.md has it.
  new Option('--yes-as-person', 'approve without a terminal or a token; recorded as unattended')
    .conflicts('token')
    .hideHelp(),
];

/** The user who runs this command, for what needs no approver. */
export const personAt = ({ environment, output }: Cli): AnsweredBy => ({
  principal: environment.user,
  kind: 'person',
  channel: output.isAttended ? 'terminal' : 'cli-unattended',
});

export interface FlowOwner {
  readonly name: string;
  /** By a token for flows, which grants nothing else: its holder learns nothing about the execution. */
  readonly isOwner: boolean;
}

/** Who may complete a flow: an approver, or the holder of a token for this flow. */
export async function flowOwnerAt(cli: Cli, flags: ApproverFlags, flow: string): Promise<FlowOwner> {
  const given = flags.token ?? cli.environment.variable('TOOLSHED_TOKEN');
  const record = given === undefined ? undefined : await withTokens(cli, (tokens) => tokens.verify(given));
  if (record?.kind === 'flow' && mayComplete(record, flow)) return { name: record.name, isOwner: true };
  return { name: (await approverAt(cli, flags, 'complete the flow')).principal, isOwner: false };
}

/** `what` completes "Cannot …". */
export async function approverAt(cli: Cli, { token, yesAsPerson }: ApproverFlags, what: string): Promise<AnsweredBy> {
  const given = token ?? (cli.output.isAttended ? undefined : cli.environment.variable('TOOLSHED_TOKEN'));
  if (given !== undefined) return await holderOf(cli, given, what);
  if (cli.output.isAttended || yesAsPerson) return personAt(cli);
  throw new UsageError(
    'answer/unattended',
    `Cannot ${what}: this was not typed in a terminal. Let a person do it in a terminal or in the inbox, or give an approver's token`,
  );
}

async function holderOf(cli: Cli, token: string, what: string): Promise<AnsweredBy> {
  const record = await withTokens(cli, (tokens) => tokens.verify(token));
  if (record?.kind === 'approver') return { principal: record.name, kind: 'person', channel: 'cli-token' };
  throw new UsageError(
    'answer/bad-token',
    `Cannot ${what}: the token is ${record === undefined ? 'not valid here' : `of the kind "${record.kind}"`}; give an approver's token`,
  );
}
