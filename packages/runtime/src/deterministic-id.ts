import { randomUUID } from 'node:crypto';
import { canonicalJson } from '@toolshed/kernel/runtime';
import { sha256 } from './digest.js';

/**
 * One id for every dispatch of one call: the same session, the same id of the call in it and the same content give the
 * same id in any process, so a call that a proxy or a client sends again is recognised. Anything else gives
 * another id; so does each call without an id (`undefined`). Meant as `idempotencyKey`.
 *
 * `content` is what was asked for, as JSON; without it, two calls that got the same id by mistake would count as one.
 */
export function deterministicId(session: string, call: string | number | undefined, content: unknown): string {
  if (call === undefined) return `call_${randomUUID()}`;
  return `call_${sha256(canonicalJson([session, call, content ?? null])).slice(0, 40)}`;
}
