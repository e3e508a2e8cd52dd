import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { z } from 'zod';

const Manifest = z.object({ version: z.string() });

/** Of the package that this code is in; bundled into the command, of the command, which has the same. */
export function ownVersion(): string | undefined {
  try {
    const file = findPackageJSON(import.meta.url);
    return file === undefined ? undefined : Manifest.parse(JSON.parse(readFileSync(file, 'utf8'))).version;
  } catch {
    return undefined;
  }
}
