// Packs the packages as they are published: `node scripts/pack.ts <folder>`.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { publishedPackages, root, stage } from './published.ts';
import { ownRepository } from './release/repository.ts';

const target = resolve(process.argv[2] ?? 'packed');
mkdirSync(target, { recursive: true });

for (const one of publishedPackages()) {
  const staged = mkdtempSync(join(tmpdir(), 'toolshed-pack-'));
  try {
    stage(one, staged, ownRepository(root));
    execFileSync('npm', ['pack', '--silent', '--pack-destination', target], {
      cwd: staged,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
}
