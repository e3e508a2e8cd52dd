// `toolshed open`: makes a link that signs a browser in once, and hands it to the browser without showing it to the list of
// processes (`session/hand-to-browser.ts`).

import { ElicitationId } from '@toolshed/kernel';
import { Command } from 'commander';
import { type Act, type Cli, examples, type Outcome } from '../../command/cli.js';
import { EXIT } from '../../command/exit-code.js';
import { UsageError } from '../../command/usage-error.js';
import { liveServers } from '../../doctor/running-servers.js';
import { mayBeSignedIn, openSignInPage } from '../../session/hand-to-browser.js';
import { openBrowser } from '../../session/open-browser.js';
import { openToLook } from '../../session/open-for-execution.js';
import { prepareDataFolder } from '../../session/store/data-folder.js';
import { withTokens } from '../../session/store/tokens-here.js';

export function openCommand(act: Act): Command {
  return new Command('open')
    .description('Open the inbox in a browser, signed in, at a question if you name one')
    .argument('[id]', 'a question (elic_…) or an execution (exec_…); the list of open questions, if not given')
    .addHelpText(
      'after',
      `${examples('open', 'open elic_…')}

It needs a server on this data folder: "toolshed serve". Outside a terminal, and
with --json, it only prints the address, and signs nobody in.`,
    )
    .action(act(open));
}

async function open(cli: Cli, id: string | undefined): Promise<Outcome> {
  const { output, environment } = cli;
  await prepareDataFolder(environment.home);
  const path = id === undefined ? '/' : await pathOf(cli, id);
  const servers = await liveServers(environment.home);
  const server = servers.find(mayBeSignedIn) ?? servers[0];
  if (server === undefined)
    throw new UsageError(
      'usage/no-server',
      'Cannot open the inbox: no server runs on this data folder. Start one with "toolshed serve"',
    );
  const address = new URL(path, server.page ?? server.url);
  const outcome: Outcome = { exitCode: EXIT.done, document: { url: address.href } };
  // Threat: an agent that calls this command and signs itself in. Only somebody at a terminal is given a link that does.
  if (!output.isInteractive || !output.isAttended) {
    output.say(`Open in a browser:  ${address.href}`);
    return outcome;
  }
  if (mayBeSignedIn(server)) return await openSignedIn(cli, address, outcome);
  const isOpened = await openBrowser(address.href, environment.variable('BROWSER'));
  output.say(isOpened ? `Opened ${address.href}` : `Open in a browser:  ${address.href}`);
  return outcome;
}

async function openSignedIn(cli: Cli, address: URL, outcome: Outcome): Promise<Outcome> {
  const { output, environment, now, prefix } = cli;
  const { home, user } = environment;
  return await withTokens(cli, async ({ signInCodes: codes }) => {
    if (codes === undefined) throw new TypeError('The tokens of the command have codes');
    await using page = await openSignInPage(address, { codes, home, user, now });
    const isOpened = await openBrowser(page.file, environment.variable('BROWSER'));
    output.say(
      isOpened ? `Opened ${address.href}` : `Open in a browser:  ${address.href}`,
      isOpened ? 'If it does not appear, or asks you to sign in, open this link:' : 'This link signs it in:',
      `  ${output.paint.cyan(page.link)}`,
      'It works once, for two minutes, and while this command runs.',
    );
    const used = await output.during('Waiting for the browser; Ctrl-C stops', page.whenUsed());
    if (used === true) {
      output.say('Signed in.');
      return outcome;
    }
    const why = used === 'interrupted' ? 'Stopped' : 'No browser signed in within two minutes';
    output.say(`${why}: the link no longer works. Make another with  ${prefix} open`);
    return { ...outcome, exitCode: EXIT.failed };
  });
}

/** Where the inbox shows it: the only open question of an execution, or else the execution. */
async function pathOf(cli: Cli, id: string): Promise<string> {
  await using shed = await openToLook(cli);
  const result = await shed.get(id);
  if (ElicitationId.safeParse(id).success) return `/questions/${encodeURIComponent(id)}`;
  // A plan is read and approved on a page of its own.
  if (result.purpose?.kind === 'plan') return `/plans/${encodeURIComponent(result.executionId)}`;
  const [only, ...others] = result.status === 'paused' ? result.pending : [];
  return only !== undefined && others.length === 0
    ? `/questions/${encodeURIComponent(only.elicitationId)}`
    : `/executions/${encodeURIComponent(result.executionId)}`;
}
