// Tokens in the data folder, one small file each, named by the token's id.
//
// Any number of processes create, read and revoke them without a lock: a file appears whole or not at all and is never
// changed in place. A token is revoked for every server the moment its file is gone, and so is every browser that signed
// in with it: a browser's token counts only together with the token it came from.
//
// A file that cannot be read is an invalid token; it does not affect the others.

import { readFileSync } from 'node:fs';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inWords, readOptions } from '@toolshed/kernel/runtime';
import { makeFolder } from '@toolshed/runtime';
import { z } from 'zod';
import { aFunction } from '../../host-parts.js';
import {
  claimedId,
  digestOf,
  FlowPattern,
  isDigestOf,
  newSecret,
  newTokenId,
  TokenRecord,
  tokenText,
} from './token.js';

/** Whom a new token is for. */
export type NewToken =
  | { readonly kind: 'agent'; readonly name: string; readonly session: string; readonly expiresInMs?: number }
  | { readonly kind: 'approver'; readonly name: string; readonly expiresInMs?: number }
  /** `flow`: the id of a flow, or a prefix with a final "*". Default: any flow. */
  | { readonly kind: 'flow'; readonly name: string; readonly flow?: string; readonly expiresInMs?: number }
  | { readonly kind: 'metrics'; readonly name: string; readonly expiresInMs?: number }
  /** `parent`: the id of the token the browser signed in with; it is valid only as long as that one is. */
  | { readonly kind: 'browser'; readonly name: string; readonly expiresInMs?: number; readonly parent?: string };

/** A new token, whose text is shown once. */
export interface CreatedToken {
  readonly record: TokenRecord;
  /** Shown once; only its digest is stored. */
  readonly text: string;
  /** Of a `browser` token: the key its page must send with every change. */
  readonly key: string;
}

/** Who may use the HTTP API and MCP. */
export interface Tokens {
  create(wanted: NewToken): Promise<CreatedToken>;
  /** Those that are valid, oldest first. */
  list(): Promise<readonly TokenRecord[]>;
  /** Whether there was such a token. */
  revoke(id: string): Promise<boolean>;
  /** The valid token with this text; `undefined` for anything else. */
  verify(text: string): Promise<TokenRecord | undefined>;
  /** Whether a token that was verified before is still valid. */
  isValid(id: string): Promise<boolean>;
}

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

const facts = { name: z.string().min(1), expiresInMs: z.int().positive().exactOptional() };

const KnownNewToken: z.ZodType<NewToken> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('agent'), ...facts, session: z.string().min(1) }),
  z.strictObject({ kind: z.literal('approver'), ...facts }),
  z.strictObject({ kind: z.literal('flow'), ...facts, flow: FlowPattern.exactOptional() }),
  z.strictObject({ kind: z.literal('metrics'), ...facts }),
  z.strictObject({ kind: z.literal('browser'), ...facts, parent: z.string().exactOptional() }),
]);

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
  const isCurrent = (record: TokenRecord): boolean => {
    if (record.expiresAt !== undefined && record.expiresAt <= now()) return false;
    if (record.kind !== 'browser' || record.parent === undefined) return true;
    const parent = read(record.parent);
    return parent?.kind === 'approver' && isCurrent(parent);
  };

  const parsed = new Map<string, { readonly text: string; readonly record: TokenRecord }>();

  /** Read for every request, so that revoking takes effect at once; the file has a few hundred bytes. */
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

  return {
    async create(wanted) {
      const [id, secret, key] = [newTokenId(), newSecret(), newSecret()];
      const text = tokenText(id, secret);
      const { expiresInMs, ...chosen } = readOptions('create the token', KnownNewToken, wanted);
      const record = TokenRecord.parse({
        version: 1,
        id,
        ...chosen,
        digest: digestOf(text),
        ...(chosen.kind === 'browser' ? { key: digestOf(key) } : {}),
        createdAt: now(),
        ...(expiresInMs === undefined ? {} : { expiresAt: now() + expiresInMs }),
      });
      makeFolder(folder);
      const draft = join(folder, `${id}.draft`);
      await writeFile(draft, `${JSON.stringify(record)}\n`, { mode: 0o600, flag: 'wx', flush: true });
      await rename(draft, fileOf(id));
      return { record, text, key };
    },
    async list() {
      const names = await readdir(folder).catch(ifAbsent([]));
      const ids = names.flatMap((name) => /^([0-9a-f]{16})\.json$/.exec(name)?.[1] ?? []);
      const records = ids.map(read).filter((record) => record !== undefined);
      for (const expired of records.filter((record) => !isCurrent(record)))
        await rm(fileOf(expired.id), { force: true });
      return records.filter(isCurrent).toSorted((a, b) => a.createdAt - b.createdAt);
    },
    async revoke(id) {
      if (!/^[0-9a-f]{16}$/.test(id)) return false;
      return await rm(fileOf(id)).then(() => true, ifAbsent(false));
    },
    async isValid(id) {
      const record = read(id);
      return record !== undefined && isCurrent(record);
    },
    async verify(text) {
      const id = claimedId(text);
      const record = id === undefined ? undefined : read(id);
      return record !== undefined && isDigestOf(record.digest, text) && isCurrent(record) ? record : undefined;
    },
  };
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
