// What a tool threw, read without trusting it.
//
// Threat: an error whose fields throw when they are read, a proxy, something that is no error at all. Whoever looks at
// it must not fail by that: its call would have no outcome. Nothing here throws.

import { inspect } from 'node:util';
import { type GuestError, ToolshedError, UrlRequiredError } from '@toolshed/kernel';

/** What a tool says to the program on purpose; undefined for a defect, and for what cannot be read. */
export const toldBy = (thrown: unknown): GuestError | undefined =>
  attempt(() => {
    if (!(thrown instanceof ToolshedError)) return undefined;
    const { name, code, message } = thrown;
    if (![name, code, message].every((field) => typeof field === 'string')) return undefined;
    const reason = 'reason' in thrown && typeof thrown.reason === 'string' ? { reason: thrown.reason } : {};
    const required = thrown instanceof UrlRequiredError ? { elicitations: [...thrown.elicitations] } : {};
    return { name, code, message, ...reason, ...required };
  }, undefined);

export const causeOf = (thrown: unknown): unknown =>
  attempt(() => (thrown instanceof Error ? thrown.cause : undefined), undefined);

export const messageOf = (thrown: unknown): string =>
  attempt(
    () => (thrown instanceof Error && typeof thrown.message === 'string' ? thrown.message : 'unknown'),
    'unknown',
  );

/** A field of an error as a text; empty where it is none. */
export const textAt = (error: Error, field: 'name' | 'message' | 'stack'): string =>
  attempt(() => {
    const value: unknown = error[field];
    return typeof value === 'string' ? value : '';
  }, '');

const MAX_DEFECT = 8_000;
const MAX_CAUSES = 4;

/** With its stack and causes, for the host's people. */
export function describeDefect(thrown: unknown): string {
  const parts: string[] = [];
  let one = thrown;
  for (let depth = 0; depth <= MAX_CAUSES && (depth === 0 || one !== undefined); depth++) {
    parts.push(describeOne(one));
    one = causeOf(one);
  }
  const text = parts.join('\nCaused by: ');
  return text.length <= MAX_DEFECT ? text : `${text.slice(0, MAX_DEFECT)}… (${text.length} characters)`;
}

function describeOne(thrown: unknown): string {
  const error = attempt(() => (thrown instanceof Error ? thrown : undefined), undefined);
  if (error === undefined) return attempt(() => inspect(thrown, { depth: 2, customInspect: false }), UNREADABLE);
  return textAt(error, 'stack') || `${textAt(error, 'name')}: ${textAt(error, 'message')}`;
}

const UNREADABLE = '(it cannot be read)';

export function attempt<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
