// Where a browser comes back to when nodes share one address: whichever node it reaches passes on what it brought to the
// node that sent it away, through the records of the store.
//
// The node that sent it keeps the verifier (PKCE) in its memory, so the code in a record is worth nothing to anybody else.
// A state is known by its digest, is waited for by one node, and is received once.

import { setTimeout as pause } from 'node:timers/promises';
import { type SharedRecords, ToolshedError } from '@toolshed/kernel';
import { z } from 'zod';
import { sha256 } from '../../../digest.js';
import type { OAuthRedirect } from './oauth-redirect.js';

/** `redirectUrl` needs several nodes that share a store, and this host is alone. */
export class NoSharedRedirectError extends ToolshedError {
  override readonly name = 'NoSharedRedirectError';
  override readonly code = 'source/redirect';

  constructor() {
    super(
      'Cannot sign in through "redirectUrl": no nodes share this store; use PostgreSQL, or leave it out on one machine',
    );
  }
}

const AWAITED = 'oauth-awaited';
const RETURNED = 'oauth-returned';
/** A node that waits renews it. */
const LASTS_MS = 60_000;
const RENEW_MS = 15_000;
const LOOK_MS = 500;

const Returned = z.record(z.string(), z.string());

export function openSharedRedirect(url: string, records: SharedRecords): OAuthRedirect {
  return {
    url,
    async visit(state, signal) {
      const key = sha256(state);
      let renewedAt = Number.NEGATIVE_INFINITY;
      for (;;) {
        signal.throwIfAborted();
        const returned = Returned.safeParse((await records.take(RETURNED, key))?.value);
        if (returned.success) return new URLSearchParams(returned.data);
        if (performance.now() - renewedAt > RENEW_MS) {
          renewedAt = performance.now();
          await records.put(AWAITED, key, true, { lastsMs: LASTS_MS });
        }
        await pause(LOOK_MS, undefined, { signal, ref: false });
      }
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/**
 * Passes on what a browser brought back from a sign-in that a source of any node began (`oauth.redirectUrl`). True once
 * for a state that a node waits for.
 */
export async function receiveSignIn(records: SharedRecords, query: Readonly<Record<string, string>>): Promise<boolean> {
  const key = sha256(query['state'] ?? '');
  if ((await records.take(AWAITED, key)) === undefined) return false;
  await records.put(RETURNED, key, query, { lastsMs: LASTS_MS });
  return true;
}
