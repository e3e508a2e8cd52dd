// For a run of the portable tests alone: says how much of the rest it did not show.

import { globSync } from 'node:fs';

/** For vitest. */
export function setup({ config }: { readonly config: { readonly include: readonly string[] } }): void {
  const all = globSync('test/**/*.test.ts', { exclude: ['**/node_modules/**'] });
  process.stdout.write(
    `NOT SHOWN on ${process.platform}: ${all.length - config.include.length} of ${all.length} files in test/. ` +
      'They need POSIX signals, modes and shells, an OS sandbox, Debian packages, PostgreSQL or Chromium.\n',
  );
}
