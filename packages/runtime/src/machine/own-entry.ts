import { createRequire } from 'node:module';

/**
 * A file of this package that is started as a process of its own. Found by the package's name and not beside this file,
 * which may have been bundled into another.
 */
export const ownEntry = (name: 'worker' | 'sql-process'): string =>
  createRequire(import.meta.url).resolve(`@toolshed/runtime/${name}`);
