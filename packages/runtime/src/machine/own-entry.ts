import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ToolshedError } from '@toolshed/kernel';

/** A file that is started as a process of its own is not where it should be: the host was bundled without it. */
class MissingEntryError extends ToolshedError {
  override readonly name = 'MissingEntryError';
  override readonly code = 'host/missing-file';
}

/** Each such file, and what to do where a bundler left it behind. */
const ENTRIES = {
  worker: {
    what: 'run programs',
    advice:
      'or copy node_modules/@toolshed/runtime/dist/worker.js beside the bundle and give it as openToolshed({ workerFile: new URL("./worker.js", import.meta.url) })',
  },
  'check-process': { what: 'check programs', advice: 'and install it where the bundle runs' },
  'sql-process': { what: 'run SQL', advice: 'and install it where the bundle runs' },
} as const;

/**
 * A file of this package that is started as a process of its own. Found by the package's name and not beside this file,
 * which may have been bundled into another; or where the host says it is.
 */
export function ownEntry(name: keyof typeof ENTRIES, given?: string | URL): string {
  const { what, advice } = ENTRIES[name];
  if (given !== undefined) {
    const file = pathOf(given);
    if (existsSync(file)) return file;
    throw new MissingEntryError(`Cannot ${what}: there is no file "${file}", which "workerFile" names; copy it there`);
  }
  try {
    return createRequire(import.meta.url).resolve(`@toolshed/runtime/${name}`);
  } catch {
    throw new MissingEntryError(
      `Cannot ${what}: @toolshed/runtime/${name} is not found from here, most likely because a bundler put this host into one file. ` +
        `Mark toolshed and @toolshed/* as external, ${advice}`,
    );
  }
}

const pathOf = (given: string | URL): string =>
  given instanceof URL || given.startsWith('file:') ? fileURLToPath(given) : resolve(given);
