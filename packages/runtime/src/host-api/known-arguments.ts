// The arguments of the host's methods, read by name before anything is done with them.
//
// Threat: a value of another kind that is kept as it is. `grants.revoke(id, 5)` would write a line to the audit log that
// no reader accepts, and a `by` that is a name instead of a principal would be recorded as nobody.

import { type ExecutionId, type GrantId, JournalEntry } from '@toolshed/kernel';
import { inWords, isFunction, passed, readOptions } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import type { Change, ChangeFilter } from '../changes/changes.js';
import { By } from './known-principal.js';

const Id = inWords(z.string(), 'the id of an execution or a question, as a text');
const Program = inWords(z.string(), 'the text of a program');
const reason = z.string().exactOptional();
const by = By.exactOptional();
const Somebody = inWords(z.string().regex(/\S/), 'the name of somebody');
const revokedBy = Somebody.exactOptional();

const KINDS: ReadonlySet<unknown> = new Set(JournalEntry.options.map(({ shape }) => shape.kind.value));
const areKinds = (value: unknown): boolean => value instanceof Set && [...value].every((kind) => KINDS.has(kind));

const Filter: z.ZodType<ChangeFilter> = z.strictObject({
  executions: z.array(passed<ExecutionId>('the id of an execution', (id) => typeof id === 'string')).exactOptional(),
  kinds: passed<NonNullable<ChangeFilter['kinds']>>('a Set of kinds of entries', areKinds).exactOptional(),
} satisfies Record<keyof ChangeFilter, z.ZodType>);

function reader<S extends z.ZodRawShape>(what: string, shape: S) {
  const schema = z.strictObject(shape);
  return (given: { readonly [K in keyof S]: unknown }) => readOptions(what, schema, given);
}

export const readProgram = reader('start the execution', { program: Program });
export const readForked = reader('start the side quest', { elicitationId: Id, program: Program });
export const readCancelled = reader('cancel the execution', { id: Id, reason, by });
export const readTakenOver = reader('take over the execution', { id: Id, by });
export const readRetired = reader('retire the execution', {
  id: Id,
  keep: passed<(remains: readonly string[]) => Promise<void>>('a function (remains) => promise', isFunction),
  by,
});
export const readPosition = reader('read events', { position: z.int().nonnegative() });
export const readAge = reader('prune executions', { olderThanMs: z.number().nonnegative() });
export const readRevoked = reader('revoke the grant', {
  id: passed<GrantId>('the id of a grant, as a text', (id) => typeof id === 'string'),
  by: revokedBy,
});
export const readCleared = reader('clear grants', { session: z.string(), by: revokedBy });
export const readSecretName = reader('remove the secret', { nameOrHandle: z.string() });
export const readSecretSession = reader('clear secrets', { session: z.string() });
export const readStateSession = reader('read the state of a session', { session: z.string() });
export const readClearedState = reader('clear the state of a session', { session: z.string(), by });
export const readSearch = reader('search the tools', {
  query: z.string(),
  limit: z.int().nonnegative().exactOptional(),
  after: z.string().exactOptional(),
});
export const readListener = reader('subscribe to changes', {
  listener: passed<(change: Change) => void>('a function (change) => void', isFunction),
});
export const readChangeFilter = (given: unknown): ChangeFilter => readOptions('subscribe to changes', Filter, given);
