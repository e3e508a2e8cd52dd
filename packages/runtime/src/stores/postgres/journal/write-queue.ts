// Which writes go to the server together.
//
// Invariants
//   W1. Writes of one execution reach the server in the order they were asked for: while one is under way, the next
//       waits, or goes along with it as one write if it follows from it.
//   W2. Whatever waits at the same time is one statement; a write that takes a transaction of its own is alone.
//   W3. A write that fails fails alone: a statement that the server refuses is made again for each of its writes.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { StoreUnavailableError } from '@toolshed/kernel';
import { canFollow, type PendingWrite, type WriteGroup } from './pending-write.js';

export interface Batch {
  readonly kind: 'create' | 'append';
  readonly isAlone: boolean;
  readonly groups: readonly WriteGroup[];
}

export interface WriteQueue {
  add(write: PendingWrite): void;
  /** Takes one back; false if it is under way already. */
  withdraw(write: PendingWrite): boolean;
  /** Writes what waits, refuses the rest. */
  close(): Promise<void>;
}

export interface WriteQueueDeps {
  readonly name: string;
  /** Settles every write of the batch; does not reject. */
  readonly write: (batch: Batch) => Promise<void>;
  /** Batches under way at once. */
  readonly maxBatches: number;
}

const MAX_WRITES = 256;
const MAX_ROWS = 1_000;
const MAX_CHARACTERS = 4_000_000;

export function createWriteQueue({ name, write, maxBatches }: WriteQueueDeps): WriteQueue {
  let waiting: PendingWrite[] = [];
  const busy = new Set<string>();
  const running = new Set<Promise<void>>();
  let isPlanned = false;
  let isClosed = false;

  /** The writes of one turn of the event loop go together. */
  async function plan(): Promise<void> {
    if (isPlanned) return;
    isPlanned = true;
    await nextTurn();
    isPlanned = false;
    while (running.size < maxBatches) {
      const batch = take();
      if (batch === undefined) return;
      for (const { execution } of batch.groups) busy.add(execution);
      const done = write(batch).finally(() => {
        running.delete(done);
        for (const { execution } of batch.groups) busy.delete(execution);
        if (waiting.length > 0) void plan();
      });
      running.add(done);
    }
  }

  /** W1 and W2. */
  function take(): Batch | undefined {
    const groups = new Map<string, WriteGroup>();
    const skipped: PendingWrite[] = [];
    /** Executions whose later writes must wait for one that was skipped. */
    const blocked = new Set<string>();
    let first: PendingWrite | undefined;
    let [writes, rows, characters, index] = [0, 0, 0, 0];
    for (; index < waiting.length; index += 1) {
      const next = waiting[index];
      if (next === undefined) continue;
      const { execution } = next;
      const group = groups.get(execution);
      const isFree = !busy.has(execution) && !blocked.has(execution);
      const fits = first === undefined || (isKindOf(first, next) && (group === undefined || canFollow(group, next)));
      if (!isFree || !fits) {
        blocked.add(execution);
        skipped.push(next);
        continue;
      }
      if (first !== undefined && (writes >= MAX_WRITES || rows + next.size > MAX_ROWS || characters > MAX_CHARACTERS))
        break;
      first ??= next;
      if (group) group.writes.push(next);
      else groups.set(execution, { execution, writes: [next] });
      [writes, rows, characters] = [writes + 1, rows + next.size, characters + charactersOf(next)];
      if (next.isAlone) {
        index += 1;
        break;
      }
    }
    waiting = [...skipped, ...waiting.slice(index)];
    if (first === undefined) return undefined;
    return {
      kind: first.started === undefined ? 'append' : 'create',
      isAlone: first.isAlone,
      groups: [...groups.values()],
    };
  }

  return {
    add(pending) {
      if (isClosed)
        pending.reject(new StoreUnavailableError(`Cannot write to the store at ${name}: it was closed; open it again`));
      else {
        waiting.push(pending);
        void plan();
      }
    },
    withdraw(pending) {
      const length = waiting.length;
      waiting = waiting.filter((one) => one !== pending);
      return waiting.length < length;
    },
    async close() {
      isClosed = true;
      while (waiting.length > 0 || running.size > 0) {
        await Promise.all(running);
        await nextTurn();
      }
    },
  };
}

const isKindOf = (first: PendingWrite, next: PendingWrite): boolean =>
  !first.isAlone && !next.isAlone && (first.started === undefined) === (next.started === undefined);

/** About; programs and results make up most of it. */
function charactersOf({ entries }: PendingWrite): number {
  let characters = 0;
  for (const entry of entries) {
    characters += 200;
    for (const value of Object.values(entry)) if (typeof value === 'string') characters += value.length;
  }
  return characters;
}
