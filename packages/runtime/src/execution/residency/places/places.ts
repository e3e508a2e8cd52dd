// How many executions may be at work in this host at once, and how the others are queued. A place is one such slot.
//
// Invariants
//   P1. At most `most` are at work. One that is paused or asleep holds no slot; it needs one again to continue. What is in
//       memory anyway continues without one: a handler that was answered, and what a handler starts. Waiting for a slot could
//       mean waiting for itself.
//   P2. A queued execution is on disk and has no owner: another host may take it, and a crash loses only its queue position.
//   P3. Only a start is refused because the queue is full. An answer is journaled first, and what follows from it waits.
//   P4. The queue is served as `waiting-line.ts` says; nothing overtakes it.

import { type ExecutionId, type ExecutionSummary, ToolshedError } from '@toolshed/kernel';
import { isInHandler } from '../../../tool-proxy/handler-scope.js';
import { type Claimant, createWaitingLine } from './waiting-line.js';

/** The queue of executions that wait for a slot is full; nothing was written. */
export class QueueFullError extends ToolshedError {
  override readonly name = 'QueueFullError';
  override readonly code = 'limit/queue-full';

  constructor(readonly limit: number) {
    super(
      `Cannot start another execution: ${limit} executions are already queued on this host; try again when some have ended`,
    );
  }
}

/** How full a host is. */
export interface Occupancy {
  /** Executions that are at work here: neither paused nor asleep. */
  readonly atWork: number;
  /** How many may be (`capacity.liveExecutions`). */
  readonly places: number;
  /** Executions that are queued here for a slot. */
  readonly waiting: number;
  /** How many may be queued before a start is refused (`capacity.queuedExecutions`). */
  readonly mayWait: number;
}

/** What happened to a queued execution: it is at work here, another host has it or it is over, or this host is closing. */
export type Served<T> = T | 'elsewhere' | 'closed';

export interface PlacesDeps<T> {
  readonly most: number;
  readonly mostWaiting: number;
  readonly atWork: () => number;
  /** Brings it to work here; `elsewhere` if another host must do that. */
  readonly admit: (id: ExecutionId) => Promise<T | 'elsewhere'>;
  /** Called when the queue is no longer empty. */
  readonly onCrowded: () => void;
}

/** What has to be known about a queued execution. */
export type InLine = Pick<ExecutionSummary, 'id' | 'session' | 'agent' | 'status' | 'wakeAt' | 'length'>;

export interface Places<T> {
  /** Whether one more may be at work now, with nothing queued before it. */
  readonly hasRoom: boolean;
  readonly isCrowded: boolean;
  readonly occupancy: Occupancy;
  /** Counts a start that is about to be queued; throws QueueFullError (P3). Call the result once it is queued, or will not be. */
  expect(): () => void;
  /** Queues it. Queued again, it keeps its position. */
  wait(one: InLine): Promise<Served<T>>;
  isWaiting(id: ExecutionId): boolean;
  /** How many entries a queued execution had when it was queued. */
  lengthOf(id: ExecutionId): number | undefined;
  leave(id: ExecutionId): void;
  /** Called when a slot may have become free. */
  serve(): void;
  close(): void;
}

interface Waiting<T> extends Claimant {
  readonly id: ExecutionId;
  readonly length: number;
  readonly served: PromiseWithResolvers<Served<T>>;
}

export function createPlaces<T>({ most, mostWaiting, atWork, admit, onCrowded }: PlacesDeps<T>): Places<T> {
  const line = createWaitingLine<Waiting<T>>();
  const waiting = new Map<ExecutionId, Waiting<T>>();
  let expected = 0;
  /** Slots that are assigned, and whose executions are being read. */
  let given = 0;
  let isClosed = false;

  const isFree = (): boolean => atWork() + given < most;

  const serve = (): void => {
    while (!isClosed && isFree()) {
      const one = line.next();
      if (one === undefined) return;
      given++;
      admit(one.id)
        .then(one.served.resolve, one.served.reject)
        .finally(() => {
          waiting.delete(one.id);
          given--;
          serve();
        });
    }
  };

  return {
    get hasRoom() {
      // P4.
      return (isFree() && line.size === 0) || isInHandler();
    },
    get isCrowded() {
      return line.size > 0;
    },
    get occupancy() {
      return { atWork: atWork() + given, places: most, waiting: line.size + expected, mayWait: mostWaiting };
    },
    expect() {
      if (line.size + expected >= mostWaiting) throw new QueueFullError(mostWaiting);
      expected++;
      return () => void expected--;
    },
    wait({ id, session, agent, status, wakeAt, length }) {
      const known = waiting.get(id);
      if (known) return known.served.promise;
      if (isClosed) return Promise.resolve('closed');
      const dueAt = status === 'running' ? undefined : wakeAt;
      const one: Waiting<T> = { id, length, session, agent, dueAt, served: Promise.withResolvers() };
      // A caller may be waiting for it, and no longer has to.
      one.served.promise.catch(() => undefined);
      waiting.set(id, one);
      line.push(one);
      if (line.size === 1) onCrowded();
      serve();
      return one.served.promise;
    },
    isWaiting: (id) => waiting.has(id),
    lengthOf: (id) => waiting.get(id)?.length,
    leave(id) {
      const one = waiting.get(id);
      if (one === undefined) return;
      line.remove(one);
      waiting.delete(id);
      one.served.resolve('elsewhere');
    },
    serve,
    close() {
      isClosed = true;
      for (const one of waiting.values()) {
        line.remove(one);
        one.served.resolve('closed');
      }
    },
  };
}
