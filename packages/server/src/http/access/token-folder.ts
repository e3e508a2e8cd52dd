// Tokens in the data folder, one small file each, named by the token's id.
//
// Any number of processes create, read and revoke them without a lock: a file appears whole or not at all and is never
// changed in place. A token is revoked for every server the moment its file is removed.
//
// A file that cannot be read is an invalid token; it does not affect the others.

import { readFileSync } from 'node:fs';
import { readdir, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inWords, readOptions } from '@toolshed/kernel/runtime';
import { makeFolder } from '@toolshed/runtime';
import { z } from 'zod';
import { aFunction } from '../../host-parts.js';
import { createSignInFolder } from './sign-in-codes.js';
import { TokenRecord } from './token.js';
import { createTokens, type Tokens } from './tokens.js';

/** Where `createTokenFolder` keeps tokens. */
export interface TokenFolderDeps {
  /** The data folder. */
  readonly home: string;
  /** Default: `Date.now`. */
  readonly now?: () => number;
}

const KnownDeps: z.ZodType<TokenFolderDeps> = z.strictObject({
  home: inWords(z.string().min(1), 'the path of a folder'),
  now: aFunction<() => number>('() => milliseconds').exactOptional(),
} satisfies Record<keyof TokenFolderDeps, z.ZodType>);

/**
 * The tokens in the folder `tokens` of a data folder, which `toolshed token` uses as well.
 *
 * @example
 * ```ts
 * const tokens = createTokenFolder({ home: '/var/lib/toolshed' });
 * const { text } = await tokens.create({ kind: 'agent', name: 'triage', session: 'monday' });
 * ```
 */
export function createTokenFolder(given: TokenFolderDeps): Tokens {
  const { home, now = Date.now } = readOptions('open the tokens', KnownDeps, given);
  const folder = join(home, 'tokens');
  const fileOf = (id: string): string => join(folder, `${id}.json`);
  const parsed = new Map<string, { readonly text: string; readonly record: TokenRecord }>();

  /** Read for every request; the file has a few hundred bytes. */
  const read = (id: string): TokenRecord | undefined => {
    const text = readIfThere(fileOf(id));
    if (text === undefined) {
      parsed.delete(id);
      return undefined;
    }
    const before = parsed.get(id);
    if (before?.text === text) return before.record;
    const record = recordIn(text);
    if (record === undefined) parsed.delete(id);
    else parsed.set(id, { text, record });
    return record;
  };

  const tokens = createTokens(
    {
      async add(record) {
        makeFolder(folder);
        const draft = join(folder, `${record.id}.draft`);
        await writeFile(draft, `${JSON.stringify(record)}\n`, { mode: 0o600, flag: 'wx', flush: true });
        await rename(draft, fileOf(record.id));
      },
      read: async (id) => read(id),
      async list() {
        const names = await readdir(folder).catch(ifAbsent([]));
        const ids = names.flatMap((name) => /^([0-9a-f]{16})\.json$/.exec(name)?.[1] ?? []);
        return ids.map(read).filter((record) => record !== undefined);
      },
      remove: async (id) => await unlink(fileOf(id)).then(() => true, ifAbsent(false)),
      hasExpired: ({ expiresAt }) => expiresAt !== undefined && expiresAt <= now(),
    },
    now,
  );
  return { ...tokens, signInCodes: createSignInFolder({ home, now }) };
}

function recordIn(text: string): TokenRecord | undefined {
  try {
    return TokenRecord.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    return ifAbsent(undefined)(error);
  }
}

const ifAbsent =
  <T>(otherwise: T) =>
  (error: unknown): T => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return otherwise;
    throw error;
  };
