// Tokens in the data folder, one small file each, named by the token's id.
//
// Any number of processes make, read and revoke them without a lock: a file appears whole or not at all, nothing is
// ever changed in place, and a token is revoked for every server the moment its file is gone.

import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { claimedId, digestOf, isDigestOf, newSecret, newTokenId, TokenRecord, tokenText } from './token.js';

export type NewToken =
  | { readonly kind: 'agent'; readonly name: string; readonly session: string; readonly expiresInMs?: number }
  | { readonly kind: 'approver' | 'browser'; readonly name: string; readonly expiresInMs?: number };

export interface CreatedToken {
  readonly record: TokenRecord;
  /** Shown once, kept nowhere. */
  readonly text: string;
  /** Of a `browser` token: what its page must send along to change anything. */
  readonly key: string;
}

export interface Tokens {
  create(wanted: NewToken): Promise<CreatedToken>;
  /** Those that are valid, oldest first. */
  list(): Promise<readonly TokenRecord[]>;
  /** Whether it was there. */
  revoke(id: string): Promise<boolean>;
  /** The valid token this text is; `undefined` for anything else. */
  verify(text: string): Promise<TokenRecord | undefined>;
}

export interface TokenFolderDeps {
  readonly home: string;
  now(): number;
}

export function createTokenFolder({ home, now }: TokenFolderDeps): Tokens {
  const folder = join(home, 'tokens');
  const fileOf = (id: string): string => join(folder, `${id}.json`);
  const isValid = ({ expiresAt }: TokenRecord): boolean => expiresAt === undefined || expiresAt > now();

  const read = async (id: string): Promise<TokenRecord | undefined> => {
    const text = await readFile(fileOf(id), 'utf8').catch(ifAbsent(undefined));
    return text === undefined ? undefined : TokenRecord.parse(JSON.parse(text));
  };

  return {
    async create(wanted) {
      const [id, secret, key] = [newTokenId(), newSecret(), newSecret()];
      const text = tokenText(id, secret);
      const { expiresInMs, ...chosen } = wanted;
      const record = TokenRecord.parse({
        version: 1,
        id,
        ...chosen,
        digest: digestOf(text),
        ...(wanted.kind === 'browser' ? { key: digestOf(key) } : {}),
        createdAt: now(),
        ...(expiresInMs === undefined ? {} : { expiresAt: now() + expiresInMs }),
      });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const draft = join(folder, `${id}.draft`);
      await writeFile(draft, `${JSON.stringify(record)}\n`, { mode: 0o600, flag: 'wx', flush: true });
      await rename(draft, fileOf(id));
      return { record, text, key };
    },
    async list() {
      const names = await readdir(folder).catch(ifAbsent([]));
      const ids = names.flatMap((name) => /^([0-9a-f]{16})\.json$/.exec(name)?.[1] ?? []);
      const records = (await Promise.all(ids.map(read))).filter((record) => record !== undefined);
      for (const expired of records.filter((record) => !isValid(record))) await rm(fileOf(expired.id), { force: true });
      return records.filter(isValid).toSorted((a, b) => a.createdAt - b.createdAt);
    },
    async revoke(id) {
      if (!/^[0-9a-f]{16}$/.test(id)) return false;
      return await rm(fileOf(id)).then(() => true, ifAbsent(false));
    },
    async verify(text) {
      const id = claimedId(text);
      const record = id === undefined ? undefined : await read(id);
      return record !== undefined && isDigestOf(record.digest, text) && isValid(record) ? record : undefined;
    },
  };
}

const ifAbsent =
  <T>(otherwise: T) =>
  (error: unknown): T => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return otherwise;
    throw error;
  };
