// A browser that comes back from the sign-in page of a source, at whichever node it arrives.

import type { SharedRecords } from '@toolshed/kernel';
import { receiveSignIn } from '@toolshed/runtime';
import { z } from 'zod';
import { AccessError } from '../access/access-errors.js';
import type { RateLimit } from '../access/rate-limit.js';
import { addressOf, type Route, route } from '../route.js';

export interface SourceSignInDeps {
  readonly records: SharedRecords;
  /** Wrong states, by address. */
  readonly failures: RateLimit;
}

/** What servers add beside a code is passed on: some is checked by the node that asked. */
const Query = z.object({ state: z.string().min(1).max(500) }).catchall(z.string().max(4_000));

export function sourceSignInRoutes({ records, failures }: SourceSignInDeps): readonly Route[] {
  return [
    route({
      id: 'finishSourceSignIn',
      tag: 'Sources',
      method: 'get',
      path: '/v1/oauth/callback',
      summary: 'Come back from the sign-in page of a source',
      access: 'everyone',
      query: Query,
      reply: z.strictObject({ message: z.string() }),
      async handle({ query, context }) {
        if (await receiveSignIn(records, query))
          return { body: { message: 'You can close this page.' }, headers: { 'cache-control': 'no-store' } };
        throw failures.take(addressOf(context))
          ? new AccessError(
              'access/unauthorized',
              401,
              'Cannot sign in: nobody is waiting for this page, or it was already used; begin again from the question',
            )
          : new AccessError(
              'access/rate',
              429,
              'Cannot check another credential: too many wrong ones came from here; wait and try again',
            );
      },
    }),
  ];
}
