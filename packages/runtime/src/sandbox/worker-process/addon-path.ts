// Finds isolated-vm's binary in the host, so that the worker can open it without permission to read files, and refuses
// versions with a known escape.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { ToolshedError } from '@toolshed/kernel';
import { z } from 'zod';
import { ownEntry } from '../../machine/own-entry.js';

export class UnsupportedEngineError extends ToolshedError {
  override readonly name = 'UnsupportedEngineError';
  override readonly code = 'engine/unsupported';
}

const OLDEST_NODE = 24;
/** A program can escape from older ones (GHSA-864f-rcv7-6rh4). */
const OLDEST_ISOLATED_VM = [7, 0, 1] as const;

export interface EngineAddon {
  readonly path: string;
  readonly version: string;
}

export function assertNodeVersion(version: string = process.versions.node): void {
  if (Number(version.split('.')[0]) >= OLDEST_NODE) return;
  throw new UnsupportedEngineError(
    `Cannot start on Node ${version}: ${OLDEST_NODE} or newer is needed. Install Node 26 from https://nodejs.org, or with a version manager (nvm install 26)`,
  );
}

export function assertIsolatedVmVersion(version: string): void {
  if (isAtLeast(version.split('.').map(Number), OLDEST_ISOLATED_VM)) return;
  const wanted = OLDEST_ISOLATED_VM.join('.');
  throw new UnsupportedEngineError(
    `Cannot start with isolated-vm ${version}: versions before ${wanted} have a known escape; run "npm install isolated-vm@${wanted}"`,
  );
}

/** `worker`: the file that uses it, if it is not this package's own. */
export function findAddon(worker?: string): EngineAddon {
  const manifest = findManifest(worker);
  const { version } = z.looseObject({ version: z.string() }).parse(JSON.parse(readFileSync(manifest, 'utf8')));
  assertNodeVersion();
  assertIsolatedVmVersion(version);
  const finder: AddonFinder = createRequire(manifest)('node-gyp-build');
  return { path: finder.path(dirname(manifest)), version };
}

/** Looked for as the worker would, and as the host would where a bundler put this package into it. */
function findManifest(worker: string | undefined): string {
  for (const from of [() => worker ?? ownEntry('worker'), () => import.meta.url]) {
    try {
      return createRequire(from()).resolve('isolated-vm/package.json');
    } catch {
      // The next place.
    }
  }
  throw new UnsupportedEngineError(
    'Cannot start: isolated-vm is not found. It has a binary of its own, so a bundler has to leave it external; run "npm install isolated-vm" where the host runs',
  );
}

/** What isolated-vm itself uses to choose among the binaries it ships. */
interface AddonFinder {
  path(folder: string): string;
}

function isAtLeast(version: readonly number[], wanted: readonly number[]): boolean {
  for (const [index, part] of wanted.entries()) {
    const have = version[index] ?? 0;
    if (have !== part) return have > part;
  }
  return true;
}
