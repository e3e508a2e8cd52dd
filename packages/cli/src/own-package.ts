// Files of this package, found from wherever its code runs: as modules, or bundled into a few files.

import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

const MANIFEST = findPackageJSON(import.meta.url) ?? '';

/** By its path from the root of the package. */
export const ownFile = (path: string): string => join(dirname(MANIFEST), path);

export function readVersion(): string {
  const manifest: { readonly version: string } = JSON.parse(readFileSync(MANIFEST, 'utf8'));
  return manifest.version;
}
