// A store that may not be written to: the error says what to do. The tests may be run by root, whom no permission stops,
// so another user opens it.

import { execFile } from 'node:child_process';
import { chmodSync, chownSync } from 'node:fs';
import { promisify } from 'node:util';
import { openSqliteStore } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { newStoreFolder, type StoreFolder } from '../support/open-stores.ts';
import { verifies } from '../support/verifies.ts';

const call = promisify(execFile);
const RUNTIME = import.meta.resolve('@toolshed/runtime');
const OTHER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** What somebody learns who opens the store and has no more rights than its permissions give. */
async function opened({ path, file }: StoreFolder): Promise<string> {
  const open = `import { openSqliteStore } from ${JSON.stringify(RUNTIME)};
    try { openSqliteStore({ file: ${JSON.stringify(file)} }); console.log('opened') } catch (error) { console.log(error.code, error.message) }`;
  const { stdout } = await call(process.execPath, ['--input-type=module', '-e', open], { ...OTHER, cwd: path });
  return stdout.trim();
}

describe('a SQLite store that may not be written to', () => {
  verifies.each('store/disk-full', [
    ['its file is read-only', 0o700, 0o400, 'access was denied; check the permissions of the file and its folder'],
    ['its folder is read-only', 0o500, 0o600, 'it is read-only; make the file and its folder writable'],
    ['its file cannot be read', 0o700, 0o000, 'access was denied; check the permissions of the file and its folder'],
  ] as const)('says what to do where %s', async (_, folderMode, fileMode, advice) => {
    using folder = newStoreFolder();
    await openSqliteStore({ file: folder.file })[Symbol.asyncDispose]();
    if (OTHER.uid !== undefined) for (const path of [folder.path, folder.file]) chownSync(path, OTHER.uid, OTHER.gid);
    chmodSync(folder.file, fileMode);
    chmodSync(folder.path, folderMode);
    const learnt = await opened(folder);
    chmodSync(folder.path, 0o700);
    expect(learnt).toBe(`store/unavailable Cannot open the store ${folder.file}: ${advice}`);
  });
});
