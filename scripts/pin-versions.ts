// For an image that is the same whenever it is built: `node scripts/pin-versions.ts <folder>` writes a manifest beside
// packed packages that installs them with the versions of this checkout's lockfile. Who installs them from a registry gets
// ranges instead, and shares libraries with the rest of a project.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { publishedPackages, root } from './published.ts';
import { packedFile } from './release/packed-file.ts';

interface Locked {
  readonly version?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}

/** Libraries that are there in one version; of the others, ranges choose. */
function lockedVersions(): Readonly<Record<string, string>> {
  const lock: { readonly packages: Readonly<Record<string, Locked>> } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  );
  const versions = new Map<string, Set<string>>();
  for (const [path, { version, dev, link }] of Object.entries(lock.packages)) {
    const name = path.split('node_modules/').at(-1) ?? '';
    if (!path.includes('node_modules/') || version === undefined || dev || link) continue;
    versions.set(name, (versions.get(name) ?? new Set()).add(version));
  }
  return Object.fromEntries([...versions].flatMap(([name, all]) => (all.size === 1 ? [[name, [...all].join()]] : [])));
}

const folder = resolve(process.argv[2] ?? 'packed');
const packed = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
const dependencies = publishedPackages().map(({ manifest }) => {
  const file = packedFile(manifest);
  if (!packed.includes(file))
    throw new Error(`Cannot pin versions in ${folder}: ${file} is not there; run scripts/pack.ts`);
  return [manifest.name, `file:./${file}`];
});
const manifest = { private: true, dependencies: Object.fromEntries(dependencies), overrides: lockedVersions() };
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
