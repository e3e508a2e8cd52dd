// What the machine and its user chose, read once. The only file that reads the environment.

import { homedir, userInfo } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import type { Started } from './command/call-again.js';

export interface Environment {
  /** Where everything Toolshed keeps lives; no file tool may reach it. */
  readonly home: string;
  /** Where the user's own config may stand; it needs no trust. */
  readonly configHome: string;
  /** The file or the URL of the store, where it was said outside of the config. May hold a password. */
  readonly store: string | undefined;
  /** Which nodes continue each other's executions, where it was said outside of the config. */
  readonly deployment: string | undefined;
  readonly cwd: string;
  /** How this process was started, for the commands it prints. */
  readonly started: Started;
  readonly user: string;
  readonly logLevel: string | undefined;
  readonly allowsColour: boolean;
  /** What the person edits text with. */
  readonly editor: string;
  /** What opens the vault, where its owner gave something; otherwise its key is in the keyring. */
  readonly vaultKey: { readonly key: string } | { readonly passphrase: string } | undefined;
  /** One variable by name, where a config says that a secret or a source's setting is in it. */
  readonly variable: (name: string) => string | undefined;
}

/** Flags that come before what the environment says. */
interface EnvironmentFlags {
  readonly home?: string;
  readonly store?: string;
}

export function readEnvironment({ home, store }: EnvironmentFlags = {}): Environment {
  const { env } = process;
  const cwd = process.cwd();
  return {
    home: resolve(cwd, home ?? given(env['TOOLSHED_HOME']) ?? join(dataFolder(), 'toolshed')),
    store: given(store) ?? given(env['TOOLSHED_STORE']),
    deployment: given(env['TOOLSHED_DEPLOYMENT']),
    configHome: join(configFolder(), 'toolshed'),
    cwd,
    started: {
      script: process.argv[1] ?? '',
      userAgent: given(env['npm_config_user_agent']),
      npmCommand: given(env['npm_command']),
      searchPath: (given(env['PATH']) ?? given(env['Path']) ?? '').split(delimiter),
      cwd,
    },
    user: userName(),
    logLevel: given(env['TOOLSHED_LOG']),
    allowsColour: given(env['NO_COLOR']) === undefined && env['TERM'] !== 'dumb',
    editor: given(env['VISUAL']) ?? given(env['EDITOR']) ?? (process.platform === 'win32' ? 'notepad' : 'vi'),
    vaultKey: readVaultKey(given(env['TOOLSHED_VAULT_KEY']), given(env['TOOLSHED_VAULT_PASSPHRASE'])),
    variable: (name) => given(env[name]),
  };
}

function readVaultKey(key: string | undefined, passphrase: string | undefined): Environment['vaultKey'] {
  if (key !== undefined) return { key };
  return passphrase === undefined ? undefined : { passphrase };
}

function dataFolder(): string {
  const { env, platform } = process;
  if (platform === 'win32') return given(env['LOCALAPPDATA']) ?? join(homedir(), 'AppData', 'Local');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support');
  return given(env['XDG_DATA_HOME']) ?? join(homedir(), '.local', 'share');
}

function configFolder(): string {
  const { env, platform } = process;
  if (platform === 'win32') return given(env['APPDATA']) ?? join(homedir(), 'AppData', 'Roaming');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support');
  return given(env['XDG_CONFIG_HOME']) ?? join(homedir(), '.config');
}

/** A container may run as a number without a name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** A variable set to nothing is not set. */
const given = (value: string | undefined): string | undefined => (value === '' ? undefined : value);
