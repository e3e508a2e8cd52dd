import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
// @boundaries-ignore it belongs to no package
import { publishedPackages, stage } from '../../scripts/published.ts';
// @boundaries-ignore it belongs to no package
import { packedFile } from '../../scripts/release/packed-file.ts';
// @boundaries-ignore it belongs to no package
import { ownRepository, repositoryOf } from '../../scripts/release/repository.ts';
import { root } from './sources.ts';

const packages = publishedPackages().map((one) => [one.manifest.name, one] as const);
const folder = mkdtempSync(join(tmpdir(), 'toolshed-packed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const RELATIVE = /\]\((?![a-z][a-z0-9+.-]*:|#)[^)\s]+\)/gi;

// Slow because it runs npm once for each package: only a real tarball shows what is published.
describe('a packed package', () => {
  const tar = (...args: readonly string[]) => execFileSync('tar', args, { cwd: folder, encoding: 'utf8' });

  beforeAll(() => {
    execFileSync(process.execPath, [join(root, 'scripts', 'pack.ts'), folder], { stdio: 'ignore' });
  }, 120_000);

  it.each(packages)('has no way inside, and every file it names: %s', (_name, { manifest: source }) => {
    const file = packedFile(source);
    const manifest = JSON.parse(tar('-xzOf', file, 'package/package.json'));
    const files = new Set(tar('-tzf', file).trim().split('\n'));
    expect(Object.keys(manifest.exports)).not.toEqual([]);
    expect(JSON.stringify(manifest.exports)).not.toContain('internal');
    const named = Object.values<string | object>(manifest.exports).flatMap((one): readonly string[] =>
      typeof one === 'string' ? [one] : Object.values(one),
    );
    for (const one of [...named, ...Object.values<string>(manifest.bin ?? {})])
      expect(files).toContain(join('package', one));
  });

  it.each(packages)(
    'has a page and a changelog without dead links, and names the repository if there is one: %s',
    (_name, one) => {
      const file = packedFile(one.manifest);
      for (const page of ['README.md', 'CHANGELOG.md'])
        expect(
          tar('-xzOf', file, `package/${page}`)
            .replaceAll(/`[^`\n]*`/g, '')
            .match(RELATIVE),
        ).toBeNull();
      const manifest = JSON.parse(tar('-xzOf', file, 'package/package.json'));
      expect(manifest.repository?.url).toBe(ownRepository(root)?.url);
    },
  );
});

describe('a package whose repository is known', () => {
  const repository = repositoryOf({ repository: { type: 'git', url: 'git+https://git.example/owner/shed.git' } });

  it.each(packages)('says where it comes from, and links to files that are there: %s', (name, one) => {
    const target = join(folder, 'staged', name);
    stage(one, target, repository);
    const directory = one.folder.slice(root.length + 1);
    expect(JSON.parse(readFileSync(join(target, 'package.json'), 'utf8'))).toMatchObject({
      repository: { type: 'git', url: 'git+https://git.example/owner/shed.git', directory },
      homepage: `https://git.example/owner/shed/tree/HEAD/${directory}#readme`,
      bugs: 'https://git.example/owner/shed/issues',
    });
    const readme = readFileSync(join(target, 'README.md'), 'utf8');
    expect(readme.match(RELATIVE)).toBeNull();
    const own = [...readme.matchAll(/\]\(https:\/\/git\.example\/owner\/shed\/(?:blob|raw)\/HEAD\/([^)#]+)/g)];
    const linked = readFileSync(join(one.folder, 'README.md'), 'utf8').match(RELATIVE) ?? [];
    expect(own).toHaveLength(linked.length);
    for (const [, path = ''] of own) expect([path, existsSync(join(root, path))]).toEqual([path, true]);
  });
});
