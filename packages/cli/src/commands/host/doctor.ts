// `toolshed doctor`: gathers findings about config, store, sources, disk, nodes and isolation (`doctor/`), and prints
// each with what to do.

import { type SecretVault, ToolshedError, VaultLockedError } from '@toolshed/kernel';
import type { ClusterState, Toolshed } from '@toolshed/runtime';
import { Command } from 'commander';
import { type Act, type Cli, examples, type Outcome } from '../../command/cli.js';
import { chosenStore } from '../../session/store/chosen-store.js';
import { prepareDataFolder, storeFileIn } from '../../session/store/data-folder.js';
import { deploymentOf } from '../../session/place/deployment.js';
import { withPrefix } from '../../command/own-commands.js';
import { EXIT } from '../../command/exit-code.js';
import { ADVICE, clusterFindings } from '../../session/store/cluster-view.js';
import type { FolderConfig } from '../../config-file/load-config.js';
import { padEnd, safeText, wrap } from '@toolshed/server/present';
import { UsageError } from '../../command/usage-error.js';
import { wrapProse } from '../../terminal/view/wrap-prose.js';
import { diskRoom } from '../../doctor/disk-room.js';
import type { Finding } from '../../doctor/finding.js';
import { folderPermissions } from '../../doctor/folder-permissions.js';
import { runningServers } from '../../doctor/running-servers.js';
import { sourceFindings } from '../../doctor/source-findings.js';

export function doctorCommand(act: Act): Command {
  return new Command('doctor')
    .description(
      'What this machine offers: Node, the sandbox, the data folder, servers, the config, its sources and policy',
    )
    .addHelpText('after', examples('doctor', 'doctor --json'))
    .action(act(doctor));
}

interface StoreLook {
  readonly findings: readonly Finding[];
  readonly cluster?: ClusterState;
}

async function doctor(cli: Cli): Promise<Outcome> {
  const { describeMachine } = await import('@toolshed/runtime');
  const loaded = await load(cli);
  const kept = await ifLoaded(loaded, 'store', (config) => store(cli, config));
  const findings: readonly Finding[] = [
    ...(await describeMachine()),
    ...(await dataFolder(cli, loaded)),
    ...kept.findings,
    ...(await runningServers(cli.environment.home, cli.version)),
    ...(await ifLoaded(loaded, 'secrets', async (config) => ({ findings: [await secrets(cli, config)] }))).findings,
    await config(cli, loaded),
    ...(await ifLoaded(loaded, 'tools', async (config) => ({ findings: await tools(cli, config) }))).findings,
  ];
  const { paint, width } = cli.output;
  for (const { name, ok, warning, detail, advice } of findings) {
    const mark = ok ? (warning ? paint.yellow('!') : paint.green('✔')) : paint.red('✖');
    const text = [
      ...linesOf(detail, width - 20),
      ...(advice === undefined ? [] : wrapProse(`→ ${advice}`, cli.prefix, width - 20)),
    ];
    const lines = text.map((line, i) => (i === 0 ? line : ' '.repeat(20) + line));
    cli.output.say(`${mark} ${paint.bold(padEnd(name, 18))}${lines.join('\n')}`);
  }
  const isHealthy = findings.every(({ ok }) => ok);
  return { exitCode: isHealthy ? EXIT.done : EXIT.failed, document: { ok: isHealthy, ...kept, findings } };
}

/** An error may have lines of its own; each is laid out by itself. */
const linesOf = (detail: string, width: number): readonly string[] =>
  detail.split('\n').flatMap((line) => wrap(safeText(line), width));

/** The config is read once: whatever is wrong with it is wrong for everything that needs it. */
type Loaded =
  | { readonly kind: 'loaded'; readonly config: FolderConfig }
  | { readonly kind: 'broken'; readonly problem: string };

async function load(cli: Cli): Promise<Loaded> {
  try {
    return { kind: 'loaded', config: await cli.loadConfig(await cli.findConfig()) };
  } catch (error) {
    if (error instanceof UsageError) return { kind: 'broken', problem: error.message };
    throw error;
  }
}

/** A check that needs the config says where the problem is, and does not repeat it. */
async function ifLoaded<T extends StoreLook>(
  loaded: Loaded,
  name: string,
  look: (config: FolderConfig) => Promise<T>,
): Promise<StoreLook> {
  if (loaded.kind === 'loaded') return await look(loaded.config);
  return { findings: [{ name, ok: false, detail: 'cannot be checked: see config' }] };
}

/** The folder's contents and free space are checked once the folder can be used. */
async function dataFolder(cli: Cli, loaded: Loaded): Promise<readonly Finding[]> {
  const { home } = cli.environment;
  const folder = await finding('data folder', async () => {
    await prepareDataFolder(home);
    return storeFileIn(home);
  });
  if (!folder.ok) return [folder];
  const chosen = loaded.kind === 'loaded' ? chosenStore(loaded.config, cli.environment) : undefined;
  const store = chosen !== undefined && 'sqlite' in chosen ? chosen.sqlite : undefined;
  return [folder, await folderPermissions(home, store), await diskRoom(home, cli.prefix)];
}

/** Whether the store can be opened and, if it is a database, how its server is set up and what runs on it. */
async function store(cli: Cli, config: FolderConfig): Promise<StoreLook> {
  const name = 'store';
  try {
    const chosen = chosenStore(config, cli.environment);
    if ('sqlite' in chosen) return { findings: [{ name, ok: true, detail: chosen.sqlite }] };
    const { lookAtServer } = await import('../../session/store/look-at-server.js');
    const { address, findings, cluster } = await lookAtServer(chosen);
    return {
      cluster,
      findings: [
        { name, ok: true, detail: `PostgreSQL at ${address}` },
        ...findings.map(({ code, problem }) => ({ name, ok: ADVICE.has(code), detail: problem })),
        ...clusterFindings(cluster, cli.version),
      ],
    };
  } catch (error) {
    if (error instanceof ToolshedError)
      return { findings: [{ name, ok: false, detail: withPrefix(error.message, cli.prefix) }] };
    throw error;
  }
}

async function secrets(cli: Cli, config: FolderConfig): Promise<Finding> {
  const name = 'secrets';
  const { openVaultAlone } = await import('../../compose.js');
  try {
    await using opened = await openVaultAlone(config, cli.environment);
    const damage = await damagedSecrets(opened.vault);
    if (damage !== undefined) return { name, ok: false, detail: damage };
    const { lasts, detail } = await opened.vault.keeping();
    return lasts ? { name, ok: true, detail } : { name, ok: true, warning: true, detail, advice: VAULT_ADVICE };
  } catch (error) {
    if (error instanceof ToolshedError) return { name, ok: false, detail: withPrefix(error.message, cli.prefix) };
    throw error;
  }
}

/** Calls that use such a secret are refused, but it may take long until one is made. */
async function damagedSecrets(vault: Pick<SecretVault, 'list' | 'get'>): Promise<string | undefined> {
  const all = await vault.list();
  const problems: string[] = [];
  for (const { handle } of all) {
    try {
      await vault.get(handle);
    } catch (error) {
      if (!(error instanceof VaultLockedError)) throw error;
      problems.push(error.message);
    }
  }
  return problems.length === 0 ? undefined : `${problems.length} of ${all.length} cannot be opened: ${problems[0]}`;
}

const NO_TOOLS =
  'none: no built-in tools, since several machines may share the store; ' +
  '"tools": { "fs": { "placement": "<label>" } } offers the files of hosts with that label';

const VAULT_ADVICE = 'To keep secrets, set TOOLSHED_VAULT_KEY to what "openssl rand -base64 32" prints';

async function config(cli: Cli, loaded: Loaded): Promise<Finding> {
  if (loaded.kind === 'broken') return { name: 'config', ok: false, detail: loaded.problem };
  return await finding('config', async () => {
    const byDefault =
      'postgres' in chosenStore(loaded.config, cli.environment)
        ? NO_TOOLS
        : `none: fs tools in the folder a program is started in; \`${cli.prefix} init\` writes one`;
    const file = loaded.config.found?.file ?? byDefault;
    const { name, configDigest } = await deploymentOf(loaded.config, cli.environment);
    return name === undefined ? file : `${file}; deployment "${name}"${configDigest ? `, digest ${configDigest}` : ''}`;
  });
}

/** Opens what a program started here would have: sources connect, and rules meet tools. */
async function tools(cli: Cli, config: FolderConfig): Promise<readonly Finding[]> {
  try {
    await using shed = await cli.open({ kind: 'run', config, keptBy: config, toolModules: [], prepares: false });
    return [...sourceFindings(config, shed), policy(shed)];
  } catch (error) {
    if (error instanceof ToolshedError)
      return [{ name: 'tools', ok: false, detail: withPrefix(error.message, cli.prefix) }];
    throw error;
  }
}

/** A misspelt deny rule would silently deny nothing. */
function policy(shed: Pick<Toolshed, 'policy'>): Finding {
  const name = 'policy';
  const rules = shed.policy.rules();
  const unmatched = rules.filter((rule) => rule.tools.length === 0).map(({ text }) => safeText(text));
  if (unmatched.length === 0)
    return { name, ok: true, detail: `${rules.length} ${rules.length === 1 ? 'rule' : 'rules'}` };
  const detail = `no tool here matches ${unmatched.map((text) => `"${text}"`).join(', ')}`;
  return { name, ok: false, detail, advice: 'Correct the pattern, or remove the rule' };
}

/** Only errors that the person can fix become a finding; anything else is a defect and propagates. */
async function finding(name: string, look: () => Promise<string>): Promise<Finding> {
  try {
    return { name, ok: true, detail: await look() };
  } catch (error) {
    if (error instanceof UsageError) return { name, ok: false, detail: error.message };
    throw error;
  }
}
