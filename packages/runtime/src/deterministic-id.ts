import { randomUUID } from 'node:crypto';
import { canonicalJson } from '@toolshed/kernel/runtime';
import { sha256 } from './digest.js';

/**
 * One id for every dispatch of one call: the same session, the same id of the call in it and the same content give the
 * same id in any process, so that what a proxy or a client sends again is known for what it was. Anything else gives
 * another one; so does a call without an id (`undefined`), each time. Meant as `idempotencyKey`.
 *
 * `content` is what was asked for, as JSON; without it two calls that were given one id by mistake would be one.
 */
export function deterministicId(session: string, call: string | number | undefined, content: unknown): string {
  if (call === undefined) return `call_${randomUUID()}`;
  return `call_${sha256(canonicalJson([session, call, content ?? null])).slice(0, 40)}`;
}
