// The packages that are published, each as it is published. The workspace's own tests reach inside a package through
// "./internal/*"; nobody else may. What the workspace pins exactly is a range for those who install, so that they get
// one copy of a library they use as well; our own packages go together.

import { cpSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { publishedReadme } from './release/readme-links.ts';
import { addressesOf, type Repository } from './release/repository.ts';

export const root = resolve(import.meta.dirname, '..');

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly files: readonly string[];
  readonly exports: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly scripts?: unknown;
  readonly devDependencies?: unknown;
}

export interface PublishedPackage {
  readonly folder: string;
  readonly manifest: Manifest;
}

const read = (file: string): Manifest => JSON.parse(readFileSync(file, 'utf8'));

/** Each after those it depends on. */
export function publishedPackages(): readonly PublishedPackage[] {
  const all = globSync('packages/*/package.json', { cwd: root })
    .map((file) => ({ folder: dirname(join(root, file)), manifest: read(join(root, file)) }))
    .filter(({ manifest }) => manifest.private !== true);
  const sorted: PublishedPackage[] = [];
  const add = (one: PublishedPackage): void => {
    if (sorted.includes(one)) return;
    for (const other of all) if (other.manifest.name in (one.manifest.dependencies ?? {})) add(other);
    sorted.push(one);
  };
  for (const one of all) add(one);
  return sorted;
}

/** Puts what is published of a package into a folder. The repository is where its sources are, if that is known. */
export function stage(one: PublishedPackage, target: string, repository: Repository | undefined): void {
  const { folder, manifest } = one;
  const directory = relative(root, folder).replaceAll(sep, '/');
  const published = {
    ...publishedManifest(manifest),
    ...(repository === undefined ? {} : addressesOf(repository, directory)),
  };
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
  for (const file of manifest.files)
    if (existsSync(join(folder, file))) cpSync(join(folder, file), join(target, file), { recursive: true });
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');
  writeFileSync(join(target, 'README.md'), publishedReadme(readme, { directory, repository }));
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  writeFileSync(join(target, 'CHANGELOG.md'), publishedReadme(changelog, { directory: '.', repository }));
  cpSync(join(root, 'LICENSE'), join(target, 'LICENSE'));
}

function publishedManifest({ scripts: _scripts, devDependencies: _dev, ...manifest }: Manifest): object {
  const exports = Object.entries(manifest.exports).filter(([key]) => !key.startsWith('./internal'));
  const ranges = Object.entries(manifest.dependencies ?? {}).map(([name, version]) => [name, rangeOf(name, version)]);
  return {
    ...manifest,
    author: 'The Toolshed authors',
    files: [...manifest.files, 'CHANGELOG.md'],
    exports: Object.fromEntries(exports),
    dependencies: Object.fromEntries(ranges),
    publishConfig: { access: 'public' },
  };
}

/** A library before its first version promises nothing from one to the next. */
const rangeOf = (name: string, version: string): string =>
  name.startsWith('@toolshed/') || !/^[1-9]/.test(version) ? version : `^${version}`;
