// A token is shown once; what is kept of it is a digest.
//
// The digest is plain SHA-256. Slow hashes protect what people choose; 256 random bits cannot be guessed at any speed,
// and a slow hash would let anybody keep the server busy with wrong ones.

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

export const TokenId = z.string().regex(/^[0-9a-f]{16}$/);

/** An id of a flow, or the beginning of one with a final "*". */
export const FlowPattern = z
  .string()
  .regex(/^[\w.:~-]+\*?$/, 'is made of letters, digits and . : ~ _ -, with a final * for all that begin so')
  .max(200);

const common = {
  version: z.literal(1),
  id: TokenId,
  name: z.string(),
  digest: z.string(),
  createdAt: z.int(),
  expiresAt: z.int().optional(),
};

/**
 * What is kept of a token. `browser` tokens are cookies, and useless without the key the page keeps, and without
 * the token they were signed in with (`parent`), if it was one.
 */
export const TokenRecord = z.discriminatedUnion('kind', [
  z.strictObject({ ...common, kind: z.literal('agent'), session: z.string() }),
  z.strictObject({ ...common, kind: z.literal('approver') }),
  /** `flow`: the one it may complete, or with a final "*" all that begin so; any, if absent. */
  z.strictObject({ ...common, kind: z.literal('flow'), flow: FlowPattern.optional() }),
  z.strictObject({ ...common, kind: z.literal('metrics') }),
  z.strictObject({ ...common, kind: z.literal('browser'), key: z.string(), parent: TokenId.optional() }),
]);
export type TokenRecord = Readonly<z.infer<typeof TokenRecord>>;

const TEXT = /^tsh_([0-9a-f]{16})_([A-Za-z0-9_-]{43})$/;

export const newTokenId = (): string => randomBytes(8).toString('hex');
export const newSecret = (): string => randomBytes(32).toString('base64url');
export const tokenText = (id: string, secret: string): string => `tsh_${id}_${secret}`;

/** The id a text claims to be the token of; `undefined` if it is not a token at all. */
export const claimedId = (text: string): string | undefined => TEXT.exec(text)?.[1];

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** In a time that does not depend on how much of it is right. */
export const isDigestOf = (digest: string, text: string): boolean => {
  const [known, given] = [Buffer.from(digest, 'hex'), Buffer.from(digestOf(text), 'hex')];
  return known.length === given.length && timingSafeEqual(known, given);
};
