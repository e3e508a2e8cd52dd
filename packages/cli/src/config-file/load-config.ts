// From a file on disk to settings and tools.
//
// Invariant: a file of kind `folder`, and each module it names, is read as text and found trusted before it is
// parsed or imported.

import { readFile } from 'node:fs/promises';
import { dirname, extname, resolve } from 'node:path';
import type { Plugin, Tool } from '@toolshed/kernel';
import { UsageError } from '../usage-error.js';
import { checkConfig, type Config } from './config-schema.js';
import type { FoundConfig } from './find-config.js';
import type { FolderTrust, TrustVerdict } from './folder-trust.js';
import { parseJsonFile } from './json-text.js';
import { importModule, importTools, toolsAmong } from './tool-modules.js';

export interface FolderConfig {
  /** `undefined` where no config applies. */
  readonly found: FoundConfig | undefined;
  readonly settings: Config;
  /** Imports what the config names, and no sooner. */
  tools(): Promise<readonly (Tool | Plugin)[]>;
}

export interface LoadDeps {
  readonly trust: FolderTrust;
  /** Shows a file to the person and asks; absent where there is nobody to ask. */
  readonly askTrust?: ((file: string, text: string, verdict: TrustVerdict) => Promise<boolean>) | undefined;
  /** The command that trusts a config, for advice. */
  readonly trustCommand: (config: string) => string;
}

export async function loadConfig(found: FoundConfig | undefined, deps: LoadDeps): Promise<FolderConfig> {
  if (found === undefined) return { found, settings: checkConfig('', {}), tools: async () => [] };
  const { file } = found;
  const admit = (path: string): Promise<string> => readAdmitted(path, found, deps);
  const text = await admit(file);
  const { settings, plugins } = extname(file) === '.json' ? readJson(file, text) : await readModule(file);
  return {
    found,
    settings,
    async tools() {
      const paths = settings.modules.map((path) => resolve(dirname(file), path));
      const imported: (Tool | Plugin)[] = [];
      for (const path of paths) {
        await admit(path);
        imported.push(...(await importTools(path)));
      }
      return [...plugins, ...imported];
    },
  };
}

async function readAdmitted(file: string, config: FoundConfig, deps: LoadDeps): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    const problem = error instanceof Error ? error.message : String(error);
    throw new UsageError('config/unreadable', `Cannot read "${file}": ${problem}`);
  });
  if (config.origin !== 'folder') return text;
  const verdict = await deps.trust.verdictOn(file, text);
  if (verdict === 'trusted') return text;
  if (deps.askTrust === undefined || !(await deps.askTrust(file, text, verdict))) {
    throw untrusted(file, verdict, deps.trustCommand(config.file));
  }
  await deps.trust.trust(file, text);
  return text;
}

function untrusted(file: string, verdict: TrustVerdict, command: string): UsageError {
  const state = verdict === 'changed' ? 'it changed since you trusted it' : 'you have not trusted it yet';
  return new UsageError('config/untrusted', `Cannot use "${file}": ${state}. Read it, then run: ${command}`);
}

function readJson(file: string, text: string): { settings: Config; plugins: readonly (Tool | Plugin)[] } {
  return { settings: checkConfig(file, parseJsonFile(file, text)), plugins: [] };
}

async function readModule(file: string): Promise<{ settings: Config; plugins: readonly (Tool | Plugin)[] }> {
  const { default: settings = {}, plugins } = await importModule(file);
  return { settings: checkConfig(file, settings), plugins: toolsAmong([plugins]) };
}
