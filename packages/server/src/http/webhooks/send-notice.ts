// One try to deliver one notice, signed.

import type { Notice } from './notice.js';
import { signatureOf } from './signature.js';

export interface SendDeps {
  readonly secret: string;
  now(): number;
  post(body: string, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<void>;
}

/** How long a receiver may take. */
export const TIMEOUT_MS = 10_000;
/** When a notice that was not taken is sent again: twice as late each time, up to the longest. */
export const RETRY_MS = { first: 1_000, longest: 5 * 60_000 } as const;
/** A notice that is older and is not taken is dropped. */
export const GIVE_UP_MS = 3 * 86_400_000;
/** Requests under way at once. */
export const AT_ONCE = 8;

/** Resolves when the receiver took it. */
export async function sendNotice(notice: Notice, { secret, now, post }: SendDeps, signal: AbortSignal): Promise<void> {
  const body = JSON.stringify(notice);
  const timestamp = String(Math.floor(now() / 1_000));
  const headers = {
    'toolshed-id': notice.id,
    'toolshed-timestamp': timestamp,
    'toolshed-signature': signatureOf(secret, timestamp, body),
  };
  await post(body, headers, AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]));
}
