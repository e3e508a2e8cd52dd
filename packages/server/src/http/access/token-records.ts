// Tokens that all nodes of a store share. One that is revoked at any node is revoked at every node at once, because each
// request reads it; its expiry is decided by the store's clock, not by the nodes'.

import type { SharedRecord, SharedRecords } from '@toolshed/kernel';
import { hasMethods, passed, readOptions } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import { aFunction } from '../../host-parts.js';
import { createSignInRecords } from './sign-in-codes.js';
import { TokenRecord } from './token.js';
import { createTokens, type Tokens } from './tokens.js';

/** Where `createTokenRecords` keeps tokens. */
export interface TokenRecordsDeps {
  /** Those of the store: `shed.records`, or `store.records`. */
  readonly records: SharedRecords;
  /** Default: `Date.now`. */
  readonly now?: () => number;
}

const KnownDeps: z.ZodType<TokenRecordsDeps> = z.strictObject({
  records: passed<SharedRecords>('the records of a store', hasMethods('add', 'put', 'get', 'list', 'take')),
  now: aFunction<() => number>('() => milliseconds').exactOptional(),
} satisfies Record<keyof TokenRecordsDeps, z.ZodType>);

const KIND = 'token';
const PAGE = 500;

/**
 * Tokens in the database that nodes share, which `toolshed token` uses as well where the store is one.
 *
 * @example
 * ```ts
 * await using shed = await openToolshed({ tools, store: { postgres: 'postgres://…' } });
 * if (shed.records === undefined) throw new Error('This store shares no records');
 * await using server = await serve({ shed, tokens: createTokenRecords({ records: shed.records }) });
 * ```
 */
export function createTokenRecords(given: TokenRecordsDeps): Tokens {
  const { records, now = Date.now } = readOptions('open the tokens', KnownDeps, given);

  async function list(after?: string): Promise<readonly SharedRecord[]> {
    const page = await records.list(KIND, { limit: PAGE, ...(after === undefined ? {} : { after }) });
    return page.length < PAGE ? page : [...page, ...(await list(page.at(-1)?.key))];
  }

  const tokens = createTokens(
    {
      async add(record, lastsMs) {
        await records.add(KIND, record.id, record, lastsMs === undefined ? {} : { lastsMs });
      },
      async read(id) {
        const kept = await records.get(KIND, id);
        return kept && recordOf(kept);
      },
      list: async () => (await list()).map(recordOf).filter((record) => record !== undefined),
      remove: async (id) => (await records.take(KIND, id)) !== undefined,
      hasExpired: () => false,
    },
    now,
  );
  return { ...tokens, records, signInCodes: createSignInRecords(records) };
}

/** A malformed record, or one stored under the id of another, is an invalid token. */
function recordOf({ key, value }: SharedRecord): TokenRecord | undefined {
  const record = TokenRecord.safeParse(value);
  return record.success && record.data.id === key ? record.data : undefined;
}
