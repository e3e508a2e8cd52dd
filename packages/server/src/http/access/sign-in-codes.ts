// Codes that a person at a terminal has made for one browser of theirs: what `toolshed open` passes to it.
//
// Who can make one can also make an approver's token: by writing to the data folder, or to the database of the nodes. So a
// code permits nothing that its maker could not do, and no request makes one.
//
// Invariants
//   C1. A code signs in once: taking its record is something one caller can do, however many servers share it.
//   C2. It ends by itself, and soon. What is kept of it is a digest.

import { readdir, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SharedRecords } from '@toolshed/kernel';
import { makeFolder } from '@toolshed/runtime';
import { z } from 'zod';
import { digestOf, newSecret } from './token.js';

/** Codes that each sign one browser in. */
export interface SignInCodes {
  /** Makes a code; its text is in the result and nowhere else. */
  create(wanted: { readonly name: string; readonly expiresInMs: number }): Promise<string>;
  /** Uses a code up: who it signs in; `undefined` if it was used, has expired or is none. */
  take(code: string): Promise<{ readonly name: string } | undefined>;
  /** Whether nobody has used it yet. */
  isUnused(code: string): Promise<boolean>;
}

const Value = z.strictObject({ name: z.string() });
const Kept = z.strictObject({ name: z.string(), expiresAt: z.int() });
type Kept = Readonly<z.infer<typeof Kept>>;

const KIND = 'sign-in-code';

/** In the database that nodes share: they end by its clock. */
export const createSignInRecords = (records: SharedRecords): SignInCodes => ({
  async create({ name, expiresInMs }) {
    const code = newSecret();
    // C2.
    await records.add(KIND, digestOf(code), { name }, { lastsMs: expiresInMs });
    return code;
  },
  async take(code) {
    const value = Value.safeParse((await records.take(KIND, digestOf(code)))?.value);
    return value.success ? value.data : undefined;
  },
  isUnused: async (code) => (await records.get(KIND, digestOf(code))) !== undefined,
});

/** In files of the data folder, each named by the digest of its code. */
export function createSignInFolder({ home, now }: { readonly home: string; now(): number }): SignInCodes {
  const folder = join(home, 'sign-in');
  const fileOf = (code: string): string => join(folder, `${digestOf(code)}.json`);
  const read = async (file: string): Promise<Kept | undefined> => keptIn(await readFile(file, 'utf8').catch(() => ''));

  /** C2. Of a browser that never came. */
  const removeEnded = async (): Promise<void> => {
    for (const name of await readdir(folder)) {
      const file = join(folder, name);
      const kept = name.endsWith('.json') ? await read(file) : undefined;
      if (kept !== undefined && kept.expiresAt <= now()) await unlink(file).catch(() => undefined);
    }
  };

  return {
    async create({ name, expiresInMs }) {
      makeFolder(folder);
      await removeEnded();
      const code = newSecret();
      const draft = `${fileOf(code)}.draft`;
      const kept: Kept = { name, expiresAt: now() + expiresInMs };
      await writeFile(draft, `${JSON.stringify(kept)}\n`, { mode: 0o600, flag: 'wx' });
      await rename(draft, fileOf(code));
      return code;
    },
    async take(code) {
      const file = fileOf(code);
      const kept = await read(file);
      // C1: of several that have read it, one removes it.
      const isTaken = await unlink(file).then(
        () => true,
        () => false,
      );
      return kept !== undefined && isTaken && kept.expiresAt > now() ? { name: kept.name } : undefined;
    },
    isUnused: async (code) => (await read(fileOf(code))) !== undefined,
  };
}

function keptIn(text: string): Kept | undefined {
  try {
    return Kept.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
