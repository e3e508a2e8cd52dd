import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from './sources.ts';

// Slow because it runs npm once for each package: only a real tarball shows what is published.
describe('a packed package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolshed-packed-'));
  const tar = (...args: readonly string[]) => execFileSync('tar', args, { cwd: folder, encoding: 'utf8' });

  beforeAll(() => {
    execFileSync(process.execPath, [join(root, 'scripts', 'pack.ts'), folder], { stdio: 'ignore' });
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(['kernel', 'runtime', 'server', 'client', 'cli'])(
    'has no way inside, and every file it names: %s',
    (name) => {
      const file = name === 'cli' ? 'toolshed-0.1.0.tgz' : `toolshed-${name}-0.1.0.tgz`;
      const manifest = JSON.parse(tar('-xzOf', file, 'package/package.json'));
      const files = new Set(tar('-tzf', file).trim().split('\n'));
      expect(Object.keys(manifest.exports)).toContain('.');
      expect(JSON.stringify(manifest.exports)).not.toContain('internal');
      const named = Object.values<string | object>(manifest.exports).flatMap((one): readonly string[] =>
        typeof one === 'string' ? [one] : Object.values(one),
      );
      for (const one of [...named, ...Object.values<string>(manifest.bin ?? {})])
        expect(files).toContain(join('package', one));
    },
  );
});
