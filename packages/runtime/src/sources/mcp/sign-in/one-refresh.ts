// Renews the tokens of a source at one node at a time.
//
// Threat: a server that gives a new refresh token with each renewal takes one that comes twice for a stolen one, and ends
// the sign-in for everybody. Two nodes whose access token ends at the same time would send the same one.
//
// The SDK reads tokens, sends them and saves what it got in three steps; the request in the middle is where they are
// joined: who may send it looks again first, and has it until what came is saved.

import { setTimeout as pause } from 'node:timers/promises';
import type { FetchLike, StoredOAuthTokens } from '@modelcontextprotocol/client';
import type { SharedRecords } from '@toolshed/kernel';
import { sha256 } from '../../../digest.js';

export interface OneRefreshDeps {
  readonly key: string;
  readonly fetch: FetchLike;
  /** Where nodes agree who renews; without, this host is alone. */
  readonly records: SharedRecords | undefined;
  /** As they are stored now. */
  tokens(): Promise<StoredOAuthTokens | undefined>;
}

export interface OneRefresh {
  readonly fetch: FetchLike;
  /** What the last renewal brought is stored. */
  saved(): Promise<void>;
}

const REFRESHING = 'oauth-refreshing';
/** A node that dies meanwhile holds up the others for this long. */
const LASTS_MS = 30_000;
const LOOK_MS = 100;

export function createOneRefresh({ key, fetch, records, tokens }: OneRefreshDeps): OneRefresh {
  const name = sha256(key);
  let heldSince: number | undefined;

  async function hold(): Promise<void> {
    while (records !== undefined && !(await records.add(REFRESHING, name, true, { lastsMs: LASTS_MS })))
      await pause(LOOK_MS, undefined, { ref: false });
    heldSince = performance.now();
  }

  async function release(): Promise<void> {
    const isOurs = heldSince !== undefined && performance.now() - heldSince < LASTS_MS;
    heldSince = undefined;
    // One that lasted too long may be another node's by now.
    if (isOurs) await records?.take(REFRESHING, name);
  }

  return {
    saved: release,
    async fetch(url, init) {
      const sent = refreshTokenIn(init?.body);
      if (sent === undefined) return await fetch(url, init);
      await hold();
      try {
        const stored = await tokens();
        if (stored?.refresh_token !== undefined && stored.refresh_token !== sent) return Response.json(stored);
        const response = await fetch(url, init);
        if (!response.ok) await release();
        return response;
      } catch (error) {
        await release();
        throw error;
      }
    },
  };
}

function refreshTokenIn(body: unknown): string | undefined {
  if (typeof body !== 'string' && !(body instanceof URLSearchParams)) return undefined;
  const form = new URLSearchParams(body);
  return form.get('grant_type') === 'refresh_token' ? (form.get('refresh_token') ?? undefined) : undefined;
}
