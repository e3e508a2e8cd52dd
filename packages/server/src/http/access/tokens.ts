// Who may use the HTTP API and MCP. Where tokens are kept is another matter: in files of one machine, or in records that
// nodes share.
//
// A browser's token counts only together with the token it came from, so revoking that one signs the browser out as well.

import type { SharedRecords } from '@toolshed/kernel';
import { readOptions } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import type { SignInCodes } from './sign-in-codes.js';
import {
  claimedId,
  digestOf,
  FlowPattern,
  isDigestOf,
  newSecret,
  newTokenId,
  TokenId,
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
  /** What is stored of it. */
  readonly record: TokenRecord;
  /** Shown once; only its digest is stored. */
  readonly text: string;
  /** Of a `browser` token: the key its page must send with every change. */
  readonly key: string;
}

/** Who may use the HTTP API and MCP. */
export interface Tokens {
  /** Makes a token; its text is in the result and nowhere else. */
  create(wanted: NewToken): Promise<CreatedToken>;
  /** Those that are valid, oldest first. */
  list(): Promise<readonly TokenRecord[]>;
  /** Whether there was such a token. */
  revoke(id: string): Promise<boolean>;
  /** The valid token with this text; `undefined` for anything else. */
  verify(text: string): Promise<TokenRecord | undefined>;
  /** Whether a token that was verified before is still valid. */
  isValid(id: string): Promise<boolean>;
  /** Where nodes share them; links that sign a browser in are shared there as well. */
  readonly records?: SharedRecords;
  /** Codes that were made for one browser each, beside the link that a server shows. */
  readonly signInCodes?: SignInCodes;
}

/** Where the records of tokens are kept. */
export interface TokenKeep {
  add(record: TokenRecord, lastsMs: number | undefined): Promise<void>;
  /** Reads what is kept now, so that revoking takes effect at once. */
  read(id: string): Promise<TokenRecord | undefined>;
  list(): Promise<readonly TokenRecord[]>;
  remove(id: string): Promise<boolean>;
  hasExpired(record: TokenRecord): boolean;
}

const facts = { name: z.string().min(1), expiresInMs: z.int().positive().exactOptional() };

const KnownNewToken: z.ZodType<NewToken> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('agent'), ...facts, session: z.string().min(1) }),
  z.strictObject({ kind: z.literal('approver'), ...facts }),
  z.strictObject({ kind: z.literal('flow'), ...facts, flow: FlowPattern.exactOptional() }),
  z.strictObject({ kind: z.literal('metrics'), ...facts }),
  z.strictObject({ kind: z.literal('browser'), ...facts, parent: z.string().exactOptional() }),
]);

export function createTokens(keep: TokenKeep, now: () => number): Omit<Tokens, 'records' | 'signInCodes'> {
  const isCurrent = async (record: TokenRecord): Promise<boolean> => {
    if (keep.hasExpired(record)) return false;
    if (record.kind !== 'browser' || record.parent === undefined) return true;
    const parent = await keep.read(record.parent);
    return parent?.kind === 'approver' && !keep.hasExpired(parent);
  };
  const current = async (id: string): Promise<TokenRecord | undefined> => {
    const record = await keep.read(id);
    return record !== undefined && (await isCurrent(record)) ? record : undefined;
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
      await keep.add(record, expiresInMs);
      return { record, text, key };
    },
    async list() {
      const valid: TokenRecord[] = [];
      for (const record of await keep.list()) {
        if (await isCurrent(record)) valid.push(record);
        else await keep.remove(record.id);
      }
      return valid.sort((a, b) => a.createdAt - b.createdAt);
    },
    revoke: async (id) => TokenId.safeParse(id).success && (await keep.remove(id)),
    isValid: async (id) => (await current(id)) !== undefined,
    async verify(text) {
      const id = claimedId(text);
      const record = id === undefined ? undefined : await keep.read(id);
      if (record === undefined || !isDigestOf(record.digest, text)) return undefined;
      return (await isCurrent(record)) ? record : undefined;
    },
  };
}
