import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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
  const paths = globSync(`packages/${name}/src/**/*.ts`, { cwd: root })
    .sort()
    .filter((path) => !path.endsWith('.test.ts'));
  return paths.map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const imports = [...text.matchAll(/(?:from|import)\s+'([^']+)'|import\('([^']+)'\)/g)].map(
      ([, a, b]) => a ?? b ?? '',
    );
    return { path, text, imports };
  });
}
