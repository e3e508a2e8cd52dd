// The libraries of this Toolshed, as configs and tools import them: always the ones that run them, by name or by path.
// A folder may have a copy of its own, and the errors and definitions of that copy would not be recognised here.

import { registerHooks } from 'node:module';
import { dirname, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

declare global {
  /** Set where the command was put into a few files. */
  var IS_BUNDLED: true | undefined;
}

/** Each package, and its file in the bundle. */
const NAMES = { toolshed: 'toolshed', '@toolshed/kernel': 'kernel', '@toolshed/runtime': 'runtime' } as const;

const OWN = Object.entries(NAMES).map(([name, file]) => {
  const installed = import.meta.resolve(name);
  const running = globalThis.IS_BUNDLED ? new URL(`./${file}.js`, import.meta.url).href : installed;
  return { name, installed, running };
});

const FOLDERS = OWN.flatMap(({ installed, running }) => [installed, running]).map(
  (url) => `${dirname(fileURLToPath(url))}${sep}`,
);

export const isOwnFile = (path: string): boolean => FOLDERS.some((folder) => path.startsWith(folder));

let shared: Promise<unknown> | undefined;

/** From now on, whatever this process imports. They are loaded first: `require` cannot wait for one that is loading. */
export async function shareOwnPackages(): Promise<void> {
  if (!globalThis.IS_BUNDLED) return;
  shared ??= share();
  await shared;
}

function share(): Promise<unknown> {
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const named = OWN.find(({ name }) => name === specifier);
      if (named) return { url: named.running, shortCircuit: true };
      const resolved = nextResolve(specifier, context);
      const own = OWN.find(({ installed }) => installed === resolved.url);
      return own ? { ...resolved, url: own.running } : resolved;
    },
  });
  return Promise.all(OWN.map(({ running }) => import(running)));
}
