import type { JsonValue } from '../journal/canonical-json.js';
import { ToolshedError } from '../toolshed-error.js';

/** A record that every node of a store sees. */
export interface SharedRecord {
  /** Its name among those of its kind. */
  readonly key: string;
  /** What was written last. */
  readonly value: JsonValue;
  /** Another one after each write, also where a record was removed and written again. */
  readonly version: string;
}

/** How long a record is there. */
export interface RecordLife {
  /** By the clock of the store, from the moment of writing; default: until it is taken. */
  readonly lastsMs?: number;
}

/** Which records of a kind to list. */
export interface RecordPage {
  /** Only keys that sort after this one. */
  readonly after?: string;
  /** At most this many. */
  readonly limit: number;
}

/** Longer keys are refused. */
const MAX_RECORD_KEY = 400;

/** Values whose JSON is longer are refused: records are small, and what is large has a table of its own. */
const MAX_RECORD_VALUE = 262_144;

/** A key or a value that is too long for a record; nothing was written. */
export class RecordTooLargeError extends ToolshedError {
  override readonly name = 'RecordTooLargeError';
  override readonly code = 'record/too-large';
}

/**
 * Small records, `(kind, key)` to a JSON value, that all nodes of a store share: tokens, codes that are used once, marks
 * that a node does something.
 *
 * - What a promise resolved for is seen by every call that any node makes afterwards.
 * - A record whose time is over, by the clock of the store, is not there: no two machines have to agree on the time.
 * - `add` writes a record that is not there. Of several callers at once it is true for exactly one.
 * - `put` writes a record, whether it is there or not.
 * - `replace` writes a record if `version` is still its version. Of several callers with one version it is true for
 *   exactly one.
 * - `take` removes a record. Of several callers at once exactly one gets it.
 * - `list` yields the records of a kind by their keys, in the order of their UTF-16 code units or of their bytes.
 * - A call that rejects with StoreUnavailableError may have been carried out.
 * - A key or a value that is too long is refused with RecordTooLargeError.
 */
export interface SharedRecords {
  /** Whether it was not there, and is now. */
  add(kind: string, key: string, value: JsonValue, life?: RecordLife): Promise<boolean>;
  /** Writes it, whether it is there or not. */
  put(kind: string, key: string, value: JsonValue, life?: RecordLife): Promise<void>;
  /** Whether `version` was still its version, and it was written. */
  replace(kind: string, key: string, version: string, value: JsonValue, life?: RecordLife): Promise<boolean>;
  /** As it is now. */
  get(kind: string, key: string): Promise<SharedRecord | undefined>;
  /** A page of those of a kind. */
  list(kind: string, page: RecordPage): Promise<readonly SharedRecord[]>;
  /** Removes it, for one caller. */
  take(kind: string, key: string): Promise<SharedRecord | undefined>;
}

/** The JSON of a value, if key and value are small enough. */
export function recordText(kind: string, key: string, value: JsonValue): string {
  if (key.length > MAX_RECORD_KEY)
    throw new RecordTooLargeError(`Cannot keep a ${kind}: its key is longer than ${MAX_RECORD_KEY} characters`);
  const text = JSON.stringify(value);
  if (text.length > MAX_RECORD_VALUE)
    throw new RecordTooLargeError(`Cannot keep the ${kind} "${key}": it is longer than ${MAX_RECORD_VALUE} characters`);
  return text;
}
