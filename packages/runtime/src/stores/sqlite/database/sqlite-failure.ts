// What SQLite's result codes mean to the people who run the host, and what to do about it.

import { StoreUnavailableError, ToolshedError } from '@toolshed/kernel';
import { isOfShape } from '../../rows/row-damage.js';

/** The error to raise for a failed `action`: a StoreUnavailableError if the store is at fault, unchanged if it is a defect. */
export function toStoreError(action: string, file: string, error: unknown): unknown {
  if (error instanceof ToolshedError) return error;
  const reason = reasonOf(error);
  return reason === undefined
    ? error
    : new StoreUnavailableError(`Cannot ${action} the store ${file}: ${reason}`, { cause: error });
}

/** Reads, and turns a failure of the file into a StoreUnavailableError. */
export function reading<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw toStoreError('read', file, error);
  }
}

/** Another connection holds the lock; what was tried changed nothing and may be tried again. */
export const isBusy = (error: unknown): boolean => resultCode(error) === BUSY || resultCode(error) === LOCKED;

/** Pages of the file are not what SQLite wrote. */
export const isDamage = (error: unknown): boolean => resultCode(error) === CORRUPT;

const CORRUPT = 11;
const BUSY = 5;
const LOCKED = 6;

const REASONS: ReadonlyMap<number, string> = new Map([
  [3, 'access was denied; check the permissions of the file and its folder'],
  [BUSY, 'another process kept it locked; stop the other process or try again'],
  [LOCKED, 'another connection kept it locked; try again'],
  [8, 'it is read-only; make the file and its folder writable'],
  [10, 'the disk reported an error; check the disk and free space on it'],
  [CORRUPT, 'the file is damaged; restore a backup'],
  [13, 'the disk is full; free some space and try again'],
  [14, 'it could not be opened; check that its folder exists and is writable'],
  [19, 'rows of it contradict each other; restore a backup'],
  [26, 'the file is not a SQLite database; name another file'],
]);

const FILE_REASONS: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'access was denied; check the permissions of the file and its folder'],
  ['EPERM', 'access was denied; check the permissions of the file and its folder'],
  ['EROFS', 'the file system is read-only; name a file on one that is writable'],
  ['ENOSPC', 'the disk is full; free some space and try again'],
  ['ENOTDIR', 'a part of its path is a file, not a folder; name another file'],
  ['EEXIST', 'a part of its path is a file, not a folder; name another file'],
  ['EISDIR', 'it is a folder; name a file'],
  ['ENOENT', 'its folder could not be created; name another file'],
]);

function reasonOf(error: unknown): string | undefined {
  if (isOfShape(error)) return 'a row is damaged; restore a backup';
  const code = resultCode(error);
  if (code !== undefined) return REASONS.get(code);
  return FILE_REASONS.get(String(propertyOf(error, 'code')));
}

/** SQLite's primary result code; the extended one only says where it arose. */
function resultCode(error: unknown): number | undefined {
  const extended = propertyOf(error, 'errcode');
  return typeof extended === 'number' ? extended & 0xff : undefined;
}

const propertyOf = (error: unknown, name: string): unknown =>
  error instanceof Error ? Reflect.get(error, name) : undefined;
