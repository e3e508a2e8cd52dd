// Packs the packages for publishing: `node scripts/pack.ts <folder>`. The workspace's own tests reach inside a package
// through "./internal/*"; nobody else may, so the manifest that is packed does not have it.

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const PACKAGES = ['kernel', 'runtime', 'server', 'cli'];
const root = resolve(import.meta.dirname, '..');
const target = resolve(process.argv[2] ?? 'packed');
mkdirSync(target, { recursive: true });

for (const name of PACKAGES) {
  const folder = join(root, 'packages', name);
  const staged = mkdtempSync(join(tmpdir(), `toolshed-pack-${name}-`));
  try {
    const {
      scripts: _scripts,
      devDependencies: _dev,
      ...manifest
    } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const exports = Object.fromEntries(
      Object.entries(manifest.exports).filter(([key]) => !key.startsWith('./internal')),
    );
    writeFileSync(join(staged, 'package.json'), `${JSON.stringify({ ...manifest, exports }, null, 2)}\n`);
    for (const file of [...manifest.files, 'README.md'])
      if (existsSync(join(folder, file))) cpSync(join(folder, file), join(staged, file), { recursive: true });
    execFileSync('npm', ['pack', '--silent', '--pack-destination', target], {
      cwd: staged,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
}
