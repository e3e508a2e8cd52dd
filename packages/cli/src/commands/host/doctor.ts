import { type SecretVault, ToolshedError, VaultLockedError } from '@toolshed/kernel';
import type { ClusterState } from '@toolshed/runtime';
import { Command } from 'commander';
import { type Act, type Cli, examples, type Outcome } from '../../command/cli.js';
import { chosenStore } from '../../session/store/chosen-store.js';
import { prepareDataFolder, storeFileIn } from '../../session/store/data-folder.js';
import { deploymentOf } from '../../session/place/deployment.js';
import { EXIT } from '../../command/exit-code.js';
import { ADVICE, clusterFindings, strandedFindings } from '../../session/store/cluster-view.js';
import { openWithTools } from '../../session/open-with-tools.js';
import { padEnd, safeText, wrap } from '@toolshed/server/present';
import { UsageError } from '../../command/usage-error.js';

interface Finding {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
  readonly advice?: string;
}

export function doctorCommand(act: Act): Command {
  return new Command('doctor')
    .description('What this machine offers: Node, the sandbox, the data folder, the config and its policy')
    .addHelpText('after', examples('doctor', 'doctor --json'))
    .action(act(doctor));
}

interface StoreLook {
  readonly findings: readonly Finding[];
  readonly cluster?: ClusterState;
}

async function doctor(cli: Cli): Promise<Outcome> {
  const { describeMachine } = await import('@toolshed/runtime');
  const kept = await store(cli);
  const findings = [
    ...(await describeMachine()),
    await dataFolder(cli),
    ...kept.findings,
    await secrets(cli),
    await config(cli),
    await policy(cli),
  ];
  const { paint, width } = cli.output;
  for (const { name, ok, detail, advice } of findings) {
    const text = [...wrap(detail, width - 20), ...(advice === undefined ? [] : wrap(`→ ${advice}`, width - 20))];
    const lines = text.map((line, i) => (i === 0 ? line : ' '.repeat(20) + line));
    cli.output.say(`${ok ? paint.green('✔') : paint.red('✖')} ${paint.bold(padEnd(name, 18))}${lines.join('\n')}`);
  }
  const isHealthy = findings.every(({ ok }) => ok);
  return { exitCode: isHealthy ? EXIT.done : EXIT.failed, document: { ok: isHealthy, ...kept, findings } };
}

async function dataFolder({ environment }: Cli): Promise<Finding> {
  return await finding('data folder', async () => {
    await prepareDataFolder(environment.home);
    return storeFileIn(environment.home);
  });
}

/** Whether the store can be opened and, if it is a database, how its server is set up and what runs on it. */
async function store(cli: Cli): Promise<StoreLook> {
  const name = 'store';
  try {
    const chosen = chosenStore(await cli.loadConfig(await cli.findConfig()), cli.environment);
    if ('sqlite' in chosen) return { findings: [{ name, ok: true, detail: chosen.sqlite }] };
    const { lookAtServer } = await import('../../session/store/look-at-server.js');
    const { address, findings, cluster, stranded } = await lookAtServer(chosen);
    return {
      cluster,
      findings: [
        { name, ok: true, detail: `PostgreSQL at ${address}` },
        ...findings.map(({ code, problem }) => ({ name, ok: ADVICE.has(code), detail: problem })),
        ...clusterFindings(cluster),
        ...strandedFindings(stranded),
      ],
    };
  } catch (error) {
    if (error instanceof ToolshedError) return { findings: [{ name, ok: false, detail: error.message }] };
    throw error;
  }
}

async function secrets(cli: Cli): Promise<Finding> {
  const name = 'secrets';
  const { openVaultAlone } = await import('../../compose.js');
  try {
    await using opened = await openVaultAlone(await cli.loadConfig(await cli.findConfig()), cli.environment);
    const damage = await damagedSecrets(opened.vault);
    if (damage !== undefined) return { name, ok: false, detail: damage };
    const { lasts, detail } = await opened.vault.keeping();
    return lasts ? { name, ok: true, detail } : { name, ok: true, detail, advice: VAULT_ADVICE };
  } catch (error) {
    if (error instanceof ToolshedError) return { name, ok: false, detail: error.message };
    throw error;
  }
}

/** Calls that use such a secret are refused, and it may be long until somebody makes one. */
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

const VAULT_ADVICE = 'To keep secrets, set TOOLSHED_VAULT_KEY to what "openssl rand -base64 32" prints';

async function config(cli: Cli): Promise<Finding> {
  return await finding('config', async () => {
    const loaded = await cli.loadConfig(await cli.findConfig());
    const file = loaded.found?.file ?? 'none: fs tools in the folder a program is started in';
    const { name, configDigest } = await deploymentOf(loaded, cli.environment);
    return name === undefined ? file : `${file}; deployment "${name}"${configDigest ? `, digest ${configDigest}` : ''}`;
  });
}

/** A misspelt deny rule would silently deny nothing. */
async function policy(cli: Cli): Promise<Finding> {
  const name = 'policy';
  try {
    await using shed = await openWithTools(cli);
    const rules = shed.policy.rules();
    const unmatched = rules.filter(({ tools }) => tools.length === 0).map(({ text }) => safeText(text));
    if (unmatched.length === 0)
      return { name, ok: true, detail: `${rules.length} ${rules.length === 1 ? 'rule' : 'rules'}` };
    const detail = `no tool here matches ${unmatched.map((text) => `"${text}"`).join(', ')}`;
    return { name, ok: false, detail, advice: 'Correct the pattern, or remove the rule' };
  } catch (error) {
    if (error instanceof ToolshedError) return { name, ok: false, detail: error.message };
    throw error;
  }
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
