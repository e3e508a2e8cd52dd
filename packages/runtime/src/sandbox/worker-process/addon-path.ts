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
/** Older ones can be left by a program (GHSA-864f-rcv7-6rh4). */
const OLDEST_ISOLATED_VM = [7, 0, 1] as const;

export interface EngineAddon {
  readonly path: string;
  readonly version: string;
}

export function assertNodeVersion(version: string = process.versions.node): void {
  if (Number(version.split('.')[0]) >= OLDEST_NODE) return;
  throw new UnsupportedEngineError(
    `Cannot start on Node ${version}: ${OLDEST_NODE} or newer is needed; install it, or start with "npx toolshed", which brings one`,
  );
}

export function assertIsolatedVmVersion(version: string): void {
  if (isAtLeast(version.split('.').map(Number), OLDEST_ISOLATED_VM)) return;
  const wanted = OLDEST_ISOLATED_VM.join('.');
  throw new UnsupportedEngineError(
    `Cannot start with isolated-vm ${version}: versions before ${wanted} have a known escape; run "npm install isolated-vm@${wanted}"`,
  );
}

export function findAddon(): EngineAddon {
  const manifest = createRequire(ownEntry('worker')).resolve('isolated-vm/package.json');
  const { version } = z.looseObject({ version: z.string() }).parse(JSON.parse(readFileSync(manifest, 'utf8')));
  assertNodeVersion();
  assertIsolatedVmVersion(version);
  const finder: AddonFinder = createRequire(manifest)('node-gyp-build');
  return { path: finder.path(dirname(manifest)), version };
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
