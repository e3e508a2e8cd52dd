// A text in the person's own editor.
//
// The file is private, lies in the data folder that no tool can access, and is removed afterwards.

import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { makeFolder } from '@toolshed/runtime';
import { join } from 'node:path';

export interface Editor {
  /** What the person called it: `vim`, `code --wait`. */
  readonly name: string;
  /** The text as the person left it; `undefined` if the editor did not end well. */
  edit(text: string, fileName: string): Promise<string | undefined>;
}

export function createEditor(name: string, home: string): Editor {
  return {
    name,
    async edit(text, fileName) {
      makeFolder(home);
      const folder = await mkdtemp(join(home, 'edit-'));
      try {
        const file = join(folder, fileName);
        await writeFile(file, text, { mode: 0o600 });
        return (await run(name, file)) ? await readFile(file, 'utf8') : undefined;
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/** The name may bring arguments, so a shell reads it; the file is an argument of its own, never part of a command line. */
async function run(name: string, file: string): Promise<boolean> {
  const isWindows = process.platform === 'win32';
  const child = isWindows
    ? spawn(`${name} "${file}"`, { shell: true, stdio: 'inherit' })
    : spawn('/bin/sh', ['-c', `${name} "$@"`, 'editor', file], { stdio: 'inherit' });
  // Ctrl-C in an editor is the editor's.
  const ignore = (): void => undefined;
  process.on('SIGINT', ignore);
  try {
    return await new Promise((resolve) => {
      child.once('error', () => resolve(false));
      child.once('exit', (code) => resolve(code === 0));
    });
  } finally {
    process.off('SIGINT', ignore);
  }
}
