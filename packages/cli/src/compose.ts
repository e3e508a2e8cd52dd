// The composition root: the only file that chooses adapters.

import { hostname } from 'node:os';
import { dirname, resolve } from 'node:path';
import { type EntryOf, type Plugin, SecretHandle, type SharedRecords, type Tool, type ToolLog } from '@toolshed/kernel';
import {
  fsPlugin,
  httpPlugin,
  openPostgresStore,
  openToolshed,
  type OpenOptions,
  openVault,
  shellPlugin,
  type SourceInput,
  sqlPlugin,
  type Toolshed,
  type VaultOption,
} from '@toolshed/runtime';
import { splitLabels } from './command/flags/split-labels.js';
import type { Environment } from './config.js';
import type { FolderConfig } from './config-file/load-config.js';
import { importTools } from './config-file/tool-modules.js';
import { chosenStore, type ChosenStore, filesOf } from './session/store/chosen-store.js';
import { prepareDataFolder, vaultFileIn } from './session/store/data-folder.js';

/** What a command wants to open the shed for. */
export type ShedChoice =
  /** To look and to keep grants: no tools, and nothing is run. */
  | { readonly kind: 'look'; readonly config: FolderConfig }
  /** To run programs with the tools of a config and of modules named on the command line. */
  | {
      readonly kind: 'run';
      readonly config: FolderConfig;
      /** The config that says where executions are kept: the one that applies here, whichever brings the tools. */
      readonly keptBy: FolderConfig;
      readonly toolModules: readonly string[];
      /** Whether the person who called the command is asked questions that no channel takes. */
      readonly asksHere?: boolean;
      /** How people are reached other than by channels. Default: through the terminal. */
      readonly reachesPeople?: NonNullable<OpenOptions['reachesPeople']>;
      /** Whether a worker is started at once. Default: true, because a program is about to run. */
      readonly prepares?: boolean;
      /** Which executions are woken by this process. Default: none. */
      readonly wakes?: (started: EntryOf<'started'>) => boolean;
    };

export interface ComposeDeps {
  readonly environment: Environment;
  readonly log: ToolLog;
}

export async function openShed(choice: ShedChoice, deps: ComposeDeps): Promise<Toolshed> {
  const shed = await openChosen(choice, deps);
  return endsByItself(choice) ? channelsFirst(shed, choice.config) : shed;
}

/** Whether the command ends when nothing is left to do: it runs one program and its side quests. */
const endsByItself = (choice: ShedChoice): boolean => choice.kind === 'run' && choice.asksHere !== undefined;

/** For such a command: it waits as long as a channel has a question. */
function channelsFirst(shed: Toolshed, { settings }: FolderConfig): Toolshed {
  if (settings.channels.length === 0) return shed;
  return {
    ...shed,
    execute: (program, options) => shed.execute(program, { ...options, waitForChannels: true }),
    resume: (id, answer, options) => shed.resume(id, answer, { ...options, waitForChannels: true }),
  };
}

async function openChosen(choice: ShedChoice, { environment, log }: ComposeDeps): Promise<Toolshed> {
  const {
    policy,
    limits,
    quotas,
    capacity,
    sandbox,
    hibernateAfterMs,
    toolTimeoutMs,
    lingerMs,
    maxWarm,
    durability,
    check,
    pruneAfterMs,
  } = choice.config.settings;
  await prepareDataFolder(environment.home);
  const store = chosenStore(choice.kind === 'run' ? choice.keptBy : choice.config, environment);
  return await openToolshed({
    tools: choice.kind === 'look' ? [] : await toolsFor(choice, environment, store),
    sources: choice.kind === 'look' ? [] : sourcesOf(choice.config, environment),
    // What the vault does not have.
    sourceDeps: { secrets: async (name) => environment.variable(name), environment: environment.variable },
    store,
    vault: vaultFor(store, environment),
    sharedSecrets: choice.config.settings.secrets,
    policy,
    log,
    // Other executions were started with other tools and rules, so a command wakes none of them.
    wakes: (choice.kind === 'run' && choice.wakes) || false,
    prepares: choice.kind === 'run' && choice.prepares !== false,
    ...(limits === undefined ? {} : { limits }),
    ...(quotas === undefined ? {} : { quotas }),
    placement: placementOf(choice.config, environment),
    capacity: { spareWorker: !endsByItself(choice), ...capacity },
    ...(sandbox === undefined ? {} : { sandbox }),
    ...(hibernateAfterMs === undefined ? {} : { hibernateAfterMs }),
    ...(toolTimeoutMs === undefined ? {} : { toolTimeoutMs }),
    ...(lingerMs === undefined ? {} : { lingerMs }),
    ...(maxWarm === undefined ? {} : { maxWarm }),
    ...(durability === undefined ? {} : { durability }),
    ...(check === undefined ? {} : { check }),
    ...(pruneAfterMs === undefined ? {} : { pruneAfterMs }),
    ...askingOptions(choice),
  });
}

/** The labels of this machine; its own name is one. */
function placementOf({ settings }: FolderConfig, { variable }: Environment): readonly string[] {
  const text = variable('TOOLSHED_PLACEMENT');
  const given = text === undefined ? settings.placement : splitLabels(text);
  return [...new Set([...(given ?? []), MACHINE_LABEL])];
}

const MACHINE_LABEL = `machine-${hostname().replaceAll(/[^A-Za-z0-9._-]/g, '-')}`.slice(0, 63);

/** Who is asked. A command that only reads asks nobody, and cancels no question for lack of a person. */
function askingOptions(choice: ShedChoice): Partial<OpenOptions> {
  const { channels, middleware, kinds, whenNobody, questionsExpireInMs, reminders, sessionGrantsExpireInMs } =
    choice.config.settings;
  const expiry = {
    ...(questionsExpireInMs === undefined ? {} : { questionsExpireInMs }),
    ...(sessionGrantsExpireInMs === undefined ? {} : { sessionGrantsExpireInMs }),
  };
  if (choice.kind === 'look') return expiry;
  const reachesPeople = choice.reachesPeople ?? choice.asksHere ?? false;
  const asked = { channels, middleware, kinds, whenNobody: whenNobody ?? 'park', reachesPeople };
  return { ...expiry, ...asked, ...(reminders === undefined ? {} : { reminders }) };
}

/** A secret of the host by its name, for what the host itself does; programs cannot get it. */
export async function readHostSecret(
  name: string,
  config: FolderConfig,
  environment: Environment,
): Promise<string | undefined> {
  const handle = SecretHandle.safeParse(`secret:${name}`);
  if (!handle.success) return undefined;
  await using opened = await openVaultAlone(config, environment);
  const kept = await opened.vault.get(handle.data);
  return kept?.facts.owner === 'shared' ? kept.value : undefined;
}

/** Nodes that share a store share its secrets; otherwise they are in a file of this machine. */
const vaultFor = (store: ChosenStore, { home, vaultKey }: Environment): VaultOption =>
  'postgres' in store
    ? { in: 'store', ...vaultKey }
    : { file: vaultFileIn(home), ...(vaultKey ?? { keyring: 'if-there' }) };

/** The vault without a host, for a command that wants nothing else. */
export async function openVaultAlone(config: FolderConfig, environment: Environment) {
  const chosen = chosenStore(config, environment);
  await using opening = new AsyncDisposableStack();
  const store = 'postgres' in chosen ? opening.use(await openPostgres(chosen)) : undefined;
  const vault = opening.use(openVault(vaultFor(chosen, environment), store));
  const opened = opening.move();
  return { vault, [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose]() };
}

/** The records that nodes share, without a host; none if the store is a file. */
export async function openRecords(
  config: FolderConfig,
  environment: Environment,
): Promise<AsyncDisposable & { readonly records: SharedRecords | undefined }> {
  const chosen = chosenStore(config, environment);
  if (!('postgres' in chosen)) return { records: undefined, [Symbol.asyncDispose]: async () => undefined };
  return await openPostgres(chosen);
}

const openPostgres = ({ postgres: url, ...rest }: Extract<ChosenStore, { postgres: string }>) =>
  openPostgresStore({ url, ...rest });

async function toolsFor(
  { config, toolModules }: Extract<ShedChoice, { kind: 'run' }>,
  environment: Environment,
  store: ChosenStore,
): Promise<readonly (Tool | Plugin)[]> {
  // One after another: what one of them is still importing, another could not `require`.
  const named: (Tool | Plugin)[] = [];
  for (const file of toolModules) named.push(...(await importTools(file)));
  return [...builtInTools(config, environment, store), ...(await config.tools()), ...named];
}

/**
 * Where several machines may share the store, no tool of one of them is offered that nobody asked for: every execution
 * would need that machine, and would wait for it if it died.
 */
const toolsByDefault = (store: ChosenStore): NonNullable<FolderConfig['settings']['tools']> =>
  'postgres' in store ? {} : { fs: {} };

function builtInTools(
  { found, settings }: FolderConfig,
  { home, cwd }: Environment,
  store: ChosenStore,
): readonly Plugin[] {
  const base = found === undefined ? cwd : dirname(found.file);
  const { fs, http, sql, shell } = settings.tools ?? toolsByDefault(store);
  const deny = [home, ...filesOf(store), ...(fs?.deny ?? [])];
  return [
    ...(fs ? [fsPlugin({ ...fs, root: rootFor(fs.root, base), deny })] : []),
    ...(http ? [httpPlugin(http)] : []),
    ...(sql ? [sqlPlugin({ ...sql, file: resolve(base, sql.file) })] : []),
    ...(shell ? [shellPlugin({ ...shell, cwd: resolve(base, shell.cwd) })] : []),
  ];
}

function sourcesOf({ found, settings }: FolderConfig, { cwd }: Environment): readonly SourceInput[] {
  const base = found === undefined ? cwd : dirname(found.file);
  return settings.sources.map((source) => {
    if ('openapi' in source)
      return /^https?:/i.test(source.openapi) ? source : { ...source, openapi: resolve(base, source.openapi) };
    if ('graphql' in source)
      return source.schema === undefined ? source : { ...source, schema: resolve(base, source.schema) };
    return 'url' in source.mcp
      ? source
      : { ...source, mcp: { ...source.mcp, cwd: resolve(base, source.mcp.cwd ?? '.') } };
  });
}

/** A scratch copy overrides a configured root: a program that asked to work on a copy works on nothing else. */
function rootFor(root: string | undefined, base: string): (labels: Readonly<Record<string, string>>) => string {
  return ({ folder = base, scratch }) => (root === undefined || scratch !== undefined ? folder : resolve(base, root));
}

/** Threat: a program that edits its own journal. A store outside the data folder is as unreachable as one inside. */
