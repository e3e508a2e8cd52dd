// `toolshed init`: shows the files it would write and the entry of a client, asks, and writes them (`init/`).

import { relative } from 'node:path';
import { alignRows, safeText } from '@toolshed/server/present';
import { Command, Option } from 'commander';
import { type Act, type Cli, examples, type Outcome } from '../../command/cli.js';
import { EXIT } from '../../command/exit-code.js';
import { UsageError } from '../../command/usage-error.js';
import type { FoundConfig } from '../../config-file/find-config.js';
import { addClient, type AddedClient } from '../../init/add-client.js';
import { type Client, CLIENTS } from '../../init/client-entry.js';
import { readIfThere, writeIfNew } from '../../init/new-files.js';
import { nextSteps, type Step } from '../../init/next-steps.js';
import { configFile, type FolderFacts, readFolderFacts, toolFiles, toolPathIn } from '../../init/starter-files.js';
import { personAt } from '../../session/answer/person.js';
import { isTrusted, trustConfig } from '../../session/trust-config.js';

interface InitFlags {
  readonly client?: readonly Client[];
  readonly yes?: true;
}

export function initCommand(act: Act): Command {
  return new Command('init')
    .description('Write a config, a first tool and its test into this folder, and give it to agents')
    .addOption(new Option('--client <name...>', 'also add it to these clients').choices(CLIENTS))
    .option('--yes', 'write without asking, for scripts; the config is not trusted')
    .addHelpText(
      'after',
      `${examples('init', 'init --client claude-code', 'init --client cursor vscode --yes')}

Files that are there already are kept. What is written into a client's file is shown
first, and you are asked. At the end you read the config, and are asked whether to trust it.`,
    )
    .action(act(init));
}

async function init(cli: Cli, { client = [], yes }: InitFlags): Promise<Outcome> {
  const { cwd } = cli.environment;
  const isAsked = cli.output.isInteractive && !yes;
  if (!isAsked && !yes)
    throw new UsageError(
      'usage/unattended',
      `Cannot set up "${cwd}": nobody can be asked here. Run it in a terminal, or add --yes; a person then trusts the config`,
    );
  const facts = await readFolderFacts(cwd);
  const files = await writeFiles(cli, facts);
  const clients: AddedClient[] = [];
  for (const one of new Set(client)) {
    const added = await addClient(cli, one, isAsked ? 'person' : 'nobody');
    cli.output.say(`${added.name}: ${added.state} (${safeText(added.file)})`);
    clients.push(added);
  }
  const trusted = isAsked ? await askForTrust(cli) : await wasTrusted(cli);
  const next = nextSteps({
    folder: cwd,
    facts,
    prefix: cli.prefix,
    hasTool: files.hasTool,
    isTrusted: trusted,
    clients,
  });
  showSteps(cli, next);
  const { written, kept } = files;
  return { exitCode: EXIT.done, document: { written, kept, clients, trusted, next } };
}

interface WrittenFiles {
  readonly written: readonly string[];
  readonly kept: readonly string[];
  readonly hasTool: boolean;
}

/** A config that is there decides about tools; only one that names the first tool gets it. */
async function writeFiles(cli: Cli, facts: FolderFacts): Promise<WrittenFiles> {
  const { cwd } = cli.environment;
  const known = await configHere(cli);
  const namesTool = known === undefined || (await readIfThere(known.file))?.includes(`./${toolPathIn(facts)}`) === true;
  const tools = namesTool ? toolFiles(facts) : [];
  const written: string[] = [];
  const kept: string[] = known === undefined ? [] : [relative(cwd, known.file)];
  for (const file of [...(known === undefined ? [configFile(facts)] : []), ...tools])
    ((await writeIfNew(cwd, file)) ? written : kept).push(file.path);
  cli.output.say(
    ...written.map((path) => `${cli.output.paint.green('✔')} wrote ${path}`),
    ...kept.map((path) => `  kept ${safeText(path)}, as it was`),
    ...(namesTool ? [] : [`  no first tool: ${safeText(relative(cwd, known?.file ?? ''))} does not name one`]),
    ...(known === undefined && !facts.hasPackages ? ['  no first tool: tools of your own need a package.json'] : []),
  );
  return { written, kept, hasTool: tools.length > 0 };
}

/** Also one in a folder above: another one here would silently put its policy out of force. */
async function configHere(cli: Cli): Promise<FoundConfig | undefined> {
  const found = await cli.findConfig();
  return found?.origin === 'user' ? undefined : found;
}

/** The files are shown. A person who says no can still run `trust` later. */
async function askForTrust(cli: Cli): Promise<boolean> {
  const found = await configHere(cli);
  if (found?.origin !== 'folder') return true;
  try {
    await trustConfig(cli, found, { by: personAt(cli), isAsked: true });
    return true;
  } catch (error) {
    if (error instanceof UsageError && error.code === 'config/untrusted') return false;
    throw error;
  }
}

/** Whether a person has trusted it before; `doctor` reports a broken one. */
async function wasTrusted(cli: Cli): Promise<boolean> {
  const found = await configHere(cli);
  if (found?.origin !== 'folder') return true;
  try {
    return await isTrusted(cli, found);
  } catch (error) {
    if (error instanceof UsageError) return false;
    throw error;
  }
}

function showSteps({ output }: Cli, steps: readonly Step[]): void {
  const rows = steps.map(({ run, why }) => [`  ${run}`, output.paint.dim(why)]);
  output.say('', 'Next:', ...alignRows(rows));
}
