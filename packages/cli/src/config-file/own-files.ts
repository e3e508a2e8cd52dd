import { dirname, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where this Toolshed itself lies: a tool that imports it by its path gets the one that runs, as by its name. */
const OWN = ['@toolshed/kernel', '@toolshed/runtime'].map(
  (name) => `${dirname(fileURLToPath(import.meta.resolve(name)))}${sep}`,
);

export const isOwnFile = (path: string): boolean => OWN.some((folder) => path.startsWith(folder));
