import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

export interface SourceFile {
  readonly path: string;
  readonly text: string;
  /** Module specifiers it imports, types included. */
  readonly imports: readonly string[];
}

/** The sources a package ships; its tests are free to import more. */
export function sourcesOf(name: string): readonly SourceFile[] {
  const paths = globSync([`packages/${name}/src/**/*.ts`, `packages/${name}/src/**/*.tsx`], { cwd: root })
    .sort()
    .filter((path) => !/\.test\.tsx?$/.test(path));
  return paths.map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const imports = [...text.matchAll(/(?:from|import)\s+'([^']+)'|import\('([^']+)'\)/g)].map(
      ([, a, b]) => a ?? b ?? '',
    );
    return { path, text, imports };
  });
}

/** The files of a package, each with those of the same package that it imports. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

export function importGraph(name: string): ImportGraph {
  const sources = sourcesOf(name);
  const known = new Set(sources.map(({ path }) => path));
  const fileOf = (from: string, specifier: string): readonly string[] => {
    const target = posix.join(posix.dirname(from), specifier);
    return [target, target.replace(/\.js$/, '.ts'), target.replace(/\.js$/, '.tsx')].filter((path) => known.has(path));
  };
  return new Map(
    sources.map(({ path, imports }) => [
      path,
      imports.filter((specifier) => specifier.startsWith('.')).flatMap((specifier) => fileOf(path, specifier)),
    ]),
  );
}
