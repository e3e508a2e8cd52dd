// npm run docs: builds the site of docs/ into docs/.vitepress/dist. A dead link fails the build.
// The site's builder has a lockfile of its own, so that `npm ci` stays small for everybody who does not build the site.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const DOCS = join(import.meta.dirname, '../docs');

const run = (command: string, args: readonly string[]): void => {
  const { status } = spawnSync(command, args, { cwd: DOCS, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
};

if (!existsSync(join(DOCS, 'node_modules/vitepress'))) run('npm', ['ci']);
run('npm', ['run', process.argv[2] ?? 'build']);
