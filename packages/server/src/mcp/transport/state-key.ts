import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InvalidStateKeyError } from '../../server-errors.js';

const KEY_BYTES = 32;

/** The key states are sealed with. Made once, for its owner alone; two servers that start at once get the same one. */
export async function readStateKey(home: string): Promise<Uint8Array> {
  const file = join(home, 'mcp-state.key');
  const key = (await readIfThere(file)) ?? (await make(file));
  if (key.length === KEY_BYTES) return key;
  throw new InvalidStateKeyError(file);
}

/** Written beside and then linked, so that nobody reads half a key and the first one made is kept. */
async function make(file: string): Promise<Uint8Array> {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, randomBytes(KEY_BYTES), { mode: 0o600, flush: true });
  try {
    await link(draft, file).catch(unlessCode('EEXIST'));
  } finally {
    await rm(draft);
  }
  return await readFile(file);
}

const readIfThere = (file: string): Promise<Uint8Array | undefined> => readFile(file).catch(unlessCode('ENOENT'));

const unlessCode =
  (code: string) =>
  (error: unknown): undefined => {
    if (!(error instanceof Error && 'code' in error && error.code === code)) throw error;
  };
