// What a tool threw, read without trusting it.
//
// Threat: an error whose fields throw when they are read, a proxy, something that is not an error at all. The code that
// reads it must not fail because of that: its call would have no outcome. Nothing here throws.

import { inspect } from 'node:util';
import { ToolshedError } from '@toolshed/kernel';
import { type GuestError, UrlRequiredError } from '@toolshed/kernel/runtime';

/** What a tool deliberately tells the program; undefined for a defect, and for what cannot be read. */
export const errorForProgram = (thrown: unknown): GuestError | undefined =>
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

/** A field of an error as a text; empty if it is not a text. */
export const textAt = (error: Error, field: 'name' | 'message' | 'stack'): string =>
  attempt(() => {
    const value: unknown = error[field];
    return typeof value === 'string' ? value : '';
  }, '');

const MAX_FACTS = 20;
const MAX_INNER = 10;

/**
 * What an error says beside its name, message and stack, such as the state of a database. Objects are left out: they
 * may be a whole request, with its credentials.
 */
export const factsOf = (error: Error): Readonly<Record<string, string | number | boolean>> =>
  Object.fromEntries(
    attempt(() => Object.keys(error), [])
      .filter((key) => !READ_APART.has(key))
      .slice(0, MAX_FACTS)
      .flatMap((key) => {
        const value: unknown = attempt(() => Reflect.get(error, key), undefined);
        return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
          ? [[key, value] as const]
          : [];
      }),
  );

const READ_APART: ReadonlySet<string> = new Set(['name', 'message', 'stack', 'cause', 'errors']);

/** The errors that an error of several holds. */
export const innerOf = (thrown: unknown): readonly unknown[] =>
  attempt(() => {
    const inner = thrown instanceof Error && 'errors' in thrown ? thrown.errors : undefined;
    return Array.isArray(inner) ? Array.from(inner.slice(0, MAX_INNER)) : [];
  }, []);

/** Of what is read; more than is kept, so that no secret is cut in two before it is taken out. */
const MAX_READ = 64_000;
const MAX_KEPT = 8_000;
const MAX_CAUSES = 4;

/** With its stack, its causes and the errors it holds, for the host's people. To be kept once secrets are out of it. */
export const describeDefect = (thrown: unknown): string =>
  describeAll(thrown, 0, { left: MAX_READ }).slice(0, MAX_READ);

export const keptDefect = (text: string): string =>
  text.length <= MAX_KEPT ? text : `${text.slice(0, MAX_KEPT)}… (${text.length} characters)`;

/** Until there is more than can be kept: errors that hold each other would not end by themselves. */
function describeAll(thrown: unknown, depth: number, room: { left: number }): string {
  const one = describeOne(thrown);
  room.left -= one.length;
  const parts = [one];
  if (depth >= MAX_CAUSES) return one;
  for (const inner of innerOf(thrown))
    if (room.left > 0) parts.push(`\nOne of its errors: ${describeAll(inner, depth + 1, room)}`);
  const cause = causeOf(thrown);
  if (cause !== undefined && room.left > 0) parts.push(`\nCaused by: ${describeAll(cause, depth + 1, room)}`);
  return parts.join('');
}

function describeOne(thrown: unknown): string {
  const error = attempt(() => (thrown instanceof Error ? thrown : undefined), undefined);
  if (error === undefined) return attempt(() => inspect(thrown, AS_DATA), UNREADABLE);
  const head = textAt(error, 'stack') || `${textAt(error, 'name')}: ${textAt(error, 'message')}`;
  const facts = Object.entries(factsOf(error)).map(([key, value]) => `\n    ${key}: ${value}`);
  return `${head}${facts.join('')}`;
}

/** An error that is not an `Error`, such as one of zod, has its message behind a getter. */
const AS_DATA = { depth: 2, customInspect: false, getters: true } as const;

const UNREADABLE = '(cannot be read)';

export function attempt<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
