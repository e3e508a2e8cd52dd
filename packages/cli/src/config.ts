// What the machine and its user chose, read once. This file and `own-folders.ts` are the only ones that read the environment.

import { statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import type { Started } from './command/call-again.js';
import { UsageError } from './command/usage-error.js';
import { configFolder, given, homeFolder } from './own-folders.js';

export interface Environment {
  /** Where everything Toolshed keeps lives; no file tool may reach it. */
  readonly home: string;
  /** Where the user's own config may stand; it needs no trust. */
  readonly configHome: string;
  /** Where programs of this user keep their settings. */
  readonly configFolder: string;
  /** The file or the URL of the store, if it was set outside the config. May hold a password. */
  readonly store: string | undefined;
  /** Which nodes continue each other's executions, if it was set outside the config. */
  readonly deployment: string | undefined;
  readonly cwd: string;
  /** How this process was started, for the commands it prints. */
  readonly started: Started;
  readonly user: string;
  readonly logLevel: string | undefined;
  readonly allowsColour: boolean;
  /** Whether the terminal can move its cursor, which prompts and the line that shows progress need. */
  readonly canRedraw: boolean;
  /** What the person edits text with. */
  readonly editor: string;
  /** What opens the vault, if its owner gave something; otherwise its key is in the keyring. */
  readonly vaultKey: { readonly key: string } | { readonly passphrase: string } | undefined;
  /** One variable by name, where a config says that a secret or a source's setting is in it. */
  readonly variable: (name: string) => string | undefined;
}

/** Flags that come before what the environment says. */
interface EnvironmentFlags {
  readonly home?: string;
  readonly store?: string;
  readonly folder?: string;
}

export function readEnvironment({ home, store, folder }: EnvironmentFlags = {}): Environment {
  const { env } = process;
  const cwd = process.cwd();
  return {
    home: resolve(cwd, home ?? known(homeFolder())),
    store: given(store) ?? given(env['TOOLSHED_STORE']),
    deployment: given(env['TOOLSHED_DEPLOYMENT']),
    configHome: join(known(configFolder()), 'toolshed'),
    configFolder: known(configFolder()),
    cwd: folder === undefined ? cwd : folderAt(resolve(cwd, folder)),
    started: {
      script: process.argv[1] ?? '',
      userAgent: given(env['npm_config_user_agent']),
      npmCommand: given(env['npm_command']),
      searchPath: (given(env['PATH']) ?? given(env['Path']) ?? '').split(delimiter),
      cwd,
    },
    user: userName(),
    logLevel: given(env['TOOLSHED_LOG']),
    canRedraw: env['TERM'] !== 'dumb',
    allowsColour: given(env['NO_COLOR']) === undefined && env['TERM'] !== 'dumb',
    editor: given(env['VISUAL']) ?? given(env['EDITOR']) ?? (process.platform === 'win32' ? 'notepad' : 'vi'),
    vaultKey: readVaultKey(given(env['TOOLSHED_VAULT_KEY']), given(env['TOOLSHED_VAULT_PASSPHRASE'])),
    variable: (name) => given(env[name]),
  };
}

/** Undefined if it cannot be determined; the command that needs it says why. */
export function knownEnvironment(): Environment | undefined {
  try {
    return readEnvironment();
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

function folderAt(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path;
  throw new UsageError(
    'usage/folder',
    `Cannot work in "${path}": there is no such folder. Give --folder one that exists`,
  );
}

function readVaultKey(key: string | undefined, passphrase: string | undefined): Environment['vaultKey'] {
  if (key !== undefined) return { key };
  return passphrase === undefined ? undefined : { passphrase };
}

/** A container may run as a number without a name, and without HOME. */
function known(folder: string | undefined): string {
  if (folder !== undefined) return folder;
  throw new UsageError(
    'home/unknown',
    'Cannot tell where your folders are: HOME is not set, and this user has none. Set TOOLSHED_HOME and XDG_CONFIG_HOME, each to a folder of yours',
  );
}

/** A container may run as a number without a name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
