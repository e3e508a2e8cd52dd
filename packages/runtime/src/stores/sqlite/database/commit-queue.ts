// Group commit: the writes of one turn of the event loop share one transaction and one sync of the disk.
//
// Invariants
//   Q1. A write's promise resolves only after the COMMIT that holds it, and rejects only after all of it is undone.
//   Q2. A write that fails undoes itself alone; the others of its group are committed.
//   Q3. Writes happen in the order they were queued, also when a group must wait for another process's lock.
//   Q4. The write-ahead log is copied into the file in pauses, when no write waits, so that it stays short: writing over
//       its beginning syncs faster than making it longer. Without pauses SQLite does it when the log is large.
//
// A write may run more than once (its group was rolled back and is tried again), so it must touch nothing but the database.

import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { StoreUnavailableError } from '@toolshed/kernel';
import { isBusy, toStoreError } from './sqlite-failure.js';

export interface CommitQueue {
  /** Resolves with what `write` returned once that is on disk. */
  commit<T>(write: () => T): Promise<T>;
  /** Writes what is queued, refuses the rest, closes the file. */
  close(): Promise<void>;
}

export interface CommitQueueDeps {
  readonly database: DatabaseSync;
  readonly file: string;
  /** How long a group waits for another process to release the lock. */
  readonly lockWaitMs: number;
}

type Settle = () => void;

interface QueuedWrite {
  /** Writes, and returns how to resolve its promise once that is committed. */
  run(): Settle;
  reject(error: unknown): void;
}

const RETRY_MS = 10;
const COMMITS_PER_CHECKPOINT = 16;
const PAUSE_MS = 20;

export function createCommitQueue({ database, file, lockWaitMs }: CommitQueueDeps): CommitQueue {
  const begin = database.prepare('BEGIN IMMEDIATE');
  const commit = database.prepare('COMMIT');
  const rollback = database.prepare('ROLLBACK');
  const savepoint = database.prepare('SAVEPOINT one_write');
  const undo = database.prepare('ROLLBACK TO one_write');
  const release = database.prepare('RELEASE one_write');
  const checkpoint = database.prepare('PRAGMA wal_checkpoint(PASSIVE)');

  let waiting: QueuedWrite[] = [];
  let flushing: Promise<void> | undefined;
  let isClosed = false;
  let commits = 0;
  const checkpointLater = setTimeout(checkpointInPause, PAUSE_MS).unref();

  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      await nextTurn();
      const group = waiting;
      waiting = [];
      // Q1 and Q3.
      for (const settle of await commitPatiently(group)) settle();
      commits++;
    }
    flushing = undefined;
    if (commits >= COMMITS_PER_CHECKPOINT) checkpointLater.refresh();
  }

  /** Q4. Passive: it waits for no reader and no other process. The next one handles what it leaves. */
  function checkpointInPause(): void {
    if (flushing !== undefined || commits < COMMITS_PER_CHECKPOINT) return;
    commits = 0;
    try {
      checkpoint.get();
    } catch {
      // The write-ahead log stays as it is; the next write fails if the disk is at fault.
    }
  }

  async function commitPatiently(group: readonly QueuedWrite[]): Promise<readonly Settle[]> {
    const deadline = performance.now() + lockWaitMs;
    for (;;) {
      try {
        return commitTogether(group);
      } catch (error) {
        if (isBusy(error) && performance.now() < deadline) await pause(RETRY_MS);
        else if (isBusy(error) || group.length === 1) return rejections(group, error);
        else return await commitOneByOne(group);
      }
    }
  }

  /** Threat: a program whose one huge result does not fit on the disk takes the small writes of others down with it. */
  async function commitOneByOne(group: readonly QueuedWrite[]): Promise<readonly Settle[]> {
    const settled: Settle[] = [];
    for (const write of group) settled.push(...(await commitPatiently([write])));
    return settled;
  }

  function rejections(group: readonly QueuedWrite[], error: unknown): readonly Settle[] {
    const failure = toStoreError('write to', file, error);
    return group.map(
      ({ reject }) =>
        () =>
          reject(failure),
    );
  }

  function commitTogether(group: readonly QueuedWrite[]): readonly Settle[] {
    begin.run();
    try {
      const [only] = group;
      const settled = only && group.length === 1 ? [only.run()] : group.map(undoable);
      commit.run();
      return settled;
    } catch (error) {
      if (database.isTransaction) rollback.run();
      throw error;
    }
  }

  /** Q2. Undoes itself alone; a write that is alone is undone with its transaction. */
  function undoable(write: QueuedWrite): Settle {
    savepoint.run();
    try {
      const settle = write.run();
      release.run();
      return settle;
    } catch (error) {
      // After some errors of the disk SQLite has given up the whole transaction, the other writes included.
      if (!database.isTransaction) throw error;
      undo.run();
      release.run();
      return () => write.reject(toStoreError('write to', file, error));
    }
  }

  return {
    commit(write) {
      if (isClosed)
        return Promise.reject(
          new StoreUnavailableError(`Cannot write to the store ${file}: it was closed; open it again`),
        );
      return new Promise((resolve, reject) => {
        const run = (): Settle => {
          const value = write();
          return () => resolve(value);
        };
        waiting.push({ run, reject });
        flushing ??= flush();
      });
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      await flushing;
      clearTimeout(checkpointLater);
      database.close();
    },
  };
}
