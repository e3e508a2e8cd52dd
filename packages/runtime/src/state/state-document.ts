// What programs of one session keep for the programs after them, as one small document, and how a write changes it. Pure:
// `session-state.ts` reads and writes it.
//
// Invariants
//   S1. A write counts once, although its call is attempted again after a crash: the document says of each execution
//       which of its open calls have written, and that everything before `floor` is over. It changes in the same
//       instant as the values.
//   S2. A process that was taken for dead and wakes up changes nothing: its call is below the floor, or has written.
//   S3. A write beyond a quota is refused and changes nothing.

import { type ExecutionId, type JsonValue, ToolError } from '@toolshed/kernel';
import { z } from 'zod';

/** Whose state it is: no other session sees it, and no other agent of the session. */
export interface StateScope {
  readonly session: string;
  readonly agent: string | undefined;
}

export type StateWrite =
  | { readonly kind: 'set'; readonly key: string; readonly value: JsonValue }
  | { readonly kind: 'delete'; readonly key: string };

/** The call that writes, and the calls of its execution whose outcome is not journaled, in order. */
export interface StateWriter {
  readonly execution: ExecutionId;
  readonly call: number;
  readonly open: ReadonlyMap<number, unknown>;
}

const STATE_QUOTAS = { keys: 200, keyCharacters: 200, valueBytes: 32_768, bytes: 131_072 } as const;

/**
 * How many executions are remembered (S1): the last ones that wrote. One that crashed in the middle of a write could repeat it
 * only if as many others wrote to the same session before it continued.
 */
const MOST_WRITERS = 100;

const Writer = z.strictObject({
  execution: z.string(),
  floor: z.int(),
  /** Calls that have written, and whether the key was there before. */
  written: z.array(z.tuple([z.int(), z.boolean()])),
});

/** Read from JSON, so it is JSON. */
const Value = z.custom<JsonValue>((value) => value !== undefined);

export const StateDocument = z.strictObject({
  session: z.string(),
  agent: z.string().nullable(),
  /** A list and not an object, so that no key, such as `__proto__`, means anything. */
  entries: z.array(z.tuple([z.string(), Value, z.int()])),
  writers: z.array(Writer),
});
export type StateDocument = Readonly<z.infer<typeof StateDocument>>;

export const emptyState = ({ session, agent }: StateScope): StateDocument => ({
  session,
  agent: agent ?? null,
  entries: [],
  writers: [],
});

/** The document after a write, and whether the key was there before. The same document if nothing changed. */
export interface Written {
  readonly document: StateDocument;
  readonly existed: boolean;
}

export function applyWrite(document: StateDocument, write: StateWrite, writer: StateWriter, now: number): Written {
  assertKey(write.key);
  const { call, execution, open } = writer;
  const before = document.writers.find((one) => one.execution === execution);
  const earlier = before?.written.find(([number]) => number === call);
  if (earlier) return { document, existed: earlier[1] };
  if (before !== undefined && call < before.floor)
    throw new ToolError(
      'state/superseded',
      `Cannot write "${shown(write.key)}": another process has taken over this execution`,
    );
  const existed = document.entries.some(([key]) => key === write.key);
  const [floor = call] = open.keys();
  const still = (before?.written ?? []).filter(([number]) => open.has(number));
  const others = document.writers.filter((one) => one !== before).slice(1 - MOST_WRITERS);
  const writers = [
    ...others,
    { execution, floor: Math.min(floor, call), written: [...still, [call, existed] as [number, boolean]] },
  ];
  const entries = entriesAfter(document.entries, write, now);
  return { document: { ...document, entries, writers }, existed };
}

type Entries = StateDocument['entries'];

function entriesAfter(entries: Entries, write: StateWrite, now: number): Entries {
  const others = entries.filter(([key]) => key !== write.key);
  if (write.kind === 'delete') return others;
  const size = bytesOf(write.value);
  const refuse = (code: `state/${string}`, state: string, advice: string): never => {
    throw new ToolError(code, `Cannot set "${shown(write.key)}": ${state}; ${advice}`);
  };
  const { keys, valueBytes, bytes } = STATE_QUOTAS;
  if (size > valueBytes)
    refuse('state/too-large', `its value has ${size} bytes, and ${valueBytes} are allowed`, 'keep less, such as an id');
  if (others.length >= keys)
    refuse('state/full', `the session has ${keys} keys, which is the maximum`, 'delete some with store.delete(key)');
  const all = others.reduce((sum, [key, value]) => sum + bytesOf(key) + bytesOf(value), bytesOf(write.key) + size);
  if (all > bytes)
    refuse(
      'state/full',
      `the session would have ${all} bytes, and ${bytes} are allowed`,
      'delete some keys with store.delete(key), or keep less',
    );
  return [...others, [write.key, write.value, now]];
}

/** Threat: a key that no person could read or name, or that is as large as a value. */
export function assertKey(key: string): void {
  const refuse = (state: string): never => {
    throw new ToolError('state/invalid-key', `Cannot use this key: ${state}; name the value with a short text`);
  };
  if (key === '') refuse('it is empty');
  if (key.length > STATE_QUOTAS.keyCharacters) refuse(`it has more than ${STATE_QUOTAS.keyCharacters} characters`);
  if (!key.isWellFormed()) refuse('it contains half a surrogate pair');
}

const bytesOf = (value: JsonValue): number => Buffer.byteLength(JSON.stringify(value));

const shown = (key: string): string => (key.length > 60 ? `${key.slice(0, 60)}…` : key);
