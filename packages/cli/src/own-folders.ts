// Where the user's folders are. The command needs this before anything else is loaded, so this file loads nothing.

import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where everything Toolshed keeps lives, as the environment has it. Undefined if it cannot be determined. */
export function homeFolder(): string | undefined {
  const chosen = given(process.env['TOOLSHED_HOME']);
  if (chosen !== undefined) return chosen;
  const data = dataFolder();
  return data === undefined ? undefined : join(data, 'toolshed');
}

/** Where programs of this user keep their settings. */
export function configFolder(): string | undefined {
  const { env, platform } = process;
  if (platform === 'win32') return given(env['APPDATA']) ?? inOwnFolder('AppData', 'Roaming');
  if (platform === 'darwin') return inOwnFolder('Library', 'Application Support');
  return given(env['XDG_CONFIG_HOME']) ?? inOwnFolder('.config');
}

function dataFolder(): string | undefined {
  const { env, platform } = process;
  if (platform === 'win32') return given(env['LOCALAPPDATA']) ?? inOwnFolder('AppData', 'Local');
  if (platform === 'darwin') return inOwnFolder('Library', 'Application Support');
  return given(env['XDG_DATA_HOME']) ?? inOwnFolder('.local', 'share');
}

/** A container may run as a number without a name, and without HOME. */
function inOwnFolder(...names: readonly string[]): string | undefined {
  try {
    return join(homedir(), ...names);
  } catch {
    return undefined;
  }
}

/** A variable set to nothing is not set. */
export const given = (value: string | undefined): string | undefined => (value === '' ? undefined : value);
