// Journals hold what people answered, and the key of MCP states lets its reader imitate a pause. The folder is made for its
// owner alone; somebody may have opened it since, or copied files into it.

import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { filesIn } from '../backup/kept-files.js';
import type { Finding } from './finding.js';

const OTHERS = 0o077;
const ENTER = 0o011;

/** `store` may be elsewhere. Windows has no such modes. */
export async function folderPermissions(home: string, store: string | undefined): Promise<Finding> {
  const name = 'permissions';
  if (process.platform === 'win32') return { name, ok: true, detail: 'as Windows gives them to folders of a user' };
  const open: string[] = [];
  const isEntered = await isOpen(home, ENTER);
  for (const file of isEntered ? await privateFiles(home) : []) if (await isOpen(file, OTHERS)) open.push(file);
  if (store !== undefined && !store.startsWith(join(home, '/')) && (await isOpen(store, OTHERS))) open.push(store);
  if (open.length === 0)
    return { name, ok: true, detail: `${isEntered ? `the files in ${home}` : home}: for the owner alone` };
  const [first = ''] = open;
  const more = open.length === 1 ? '' : ` and ${open.length - 1} more`;
  return { name, ok: false, detail: `others can read or write ${first}${more}`, advice: `Run: chmod -R go= ${home}` };
}

async function privateFiles(home: string): Promise<readonly string[]> {
  const stores = (await readdir(home)).filter((name) => name.startsWith('shed.db'));
  return [...stores, ...(await filesIn(home)).kept].map((name) => join(home, name));
}

const isOpen = async (path: string, mask: number): Promise<boolean> =>
  ((await stat(path).catch(() => ({ mode: 0 }))).mode & mask) !== 0;
