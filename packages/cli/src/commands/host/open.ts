import { ElicitationId } from '@toolshed/kernel';
import { Command } from 'commander';
import { type Act, type Cli, examples, type Outcome } from '../../command/cli.js';
import { EXIT } from '../../command/exit-code.js';
import { UsageError } from '../../command/usage-error.js';
import { liveServers } from '../../doctor/running-servers.js';
import { openBrowser } from '../../session/open-browser.js';
import { openToLook } from '../../session/open-for-execution.js';

export function openCommand(act: Act): Command {
  return new Command('open')
    .description('Open the inbox in a browser, at a question if you name one')
    .argument('[id]', 'a question (elic_…) or an execution (exec_…); the list of open questions, if not given')
    .addHelpText(
      'after',
      `${examples('open', 'open elic_…')}

It needs a server on this data folder: "toolshed serve". Outside a terminal, and
with --json, it only prints the address.`,
    )
    .action(act(open));
}

async function open(cli: Cli, id: string | undefined): Promise<Outcome> {
  const path = id === undefined ? '/' : await pathOf(cli, id);
  const [server] = await liveServers(cli.environment.home);
  if (server === undefined)
    throw new UsageError(
      'usage/no-server',
      'Cannot open the inbox: no server runs on this data folder. Start one with "toolshed serve"',
    );
  const url = new URL(path, server.page ?? server.url).href;
  const isOpened = cli.output.isInteractive && (await openBrowser(url, cli.environment.variable('BROWSER')));
  cli.output.say(isOpened ? `Opened ${url}` : `Open in a browser:  ${url}`);
  return { exitCode: EXIT.done, document: { url } };
}

/** Where the inbox shows it: the only open question of an execution, or else the execution. */
async function pathOf(cli: Cli, id: string): Promise<string> {
  await using shed = await openToLook(cli);
  const result = await shed.get(id);
  if (ElicitationId.safeParse(id).success) return `/questions/${encodeURIComponent(id)}`;
  const [only, ...others] = result.status === 'paused' ? result.pending : [];
  return only !== undefined && others.length === 0
    ? `/questions/${encodeURIComponent(only.elicitationId)}`
    : `/executions/${encodeURIComponent(result.executionId)}`;
}
