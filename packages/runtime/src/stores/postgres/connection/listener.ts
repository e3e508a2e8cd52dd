// Receives notifications of appends that any node made, and what nodes broadcast, over a connection of its own.
//
// Invariants
//   L1. A watcher is called once what it is called for can be read: the notification names the newest transaction that
//       wrote, and the watcher waits until no transaction up to that one still runs.
//   L2. After any time without a connection, and after the first, every watcher is called: nobody received what
//       was sent meanwhile.

import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Broadcast } from '@toolshed/kernel';
import { MAX_BROADCAST_BYTES } from '@toolshed/kernel/runtime';
import { integerIn } from '../../rows/column.js';
import type { PostgresAddress } from './address.js';
import type { Database } from './connection-pool.js';
import { connectionConfig, type Driver, type Timeouts } from './driver.js';

export interface Listener {
  readonly broadcast: Broadcast;
  watch(onChange: () => void): Disposable;
  /** Notifies all nodes, this one included, soon: several within a moment become one notification. */
  notify(): void;
  close(): Promise<void>;
}

export interface ListenerDeps {
  readonly driver: Driver;
  readonly address: PostgresAddress;
  readonly timeouts: Timeouts;
  readonly database: Database;
  readonly channel: string;
}

/** Notifications within this time of the last one are sent together. */
const GATHER_MS = 5;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;
/** How often to check whether older transactions have ended. */
const SOONEST_LOOK_MS = 2;
const LATEST_LOOK_MS = 100;

export function createListener({ driver, address, timeouts, database, channel }: ListenerDeps): Listener {
  const watchers = new Set<{ readonly onChange: () => void }>();
  const subscribers = new Set<{ readonly listener: (text: string) => void }>();
  // Nodes of an earlier version use this name as well.
  const broadcasts = `said_${channel}`;
  // The newest id given so far covers every append that was committed before this was sent.
  const notifyOthers = `SELECT pg_notify('${channel}', (pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1)::text)`;
  const oldest = 'SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS oldest';
  let current: Client | undefined;
  let isListening = false;
  let isClosed = false;
  let notifying: NodeJS.Timeout | undefined;
  let notifiedAt = Number.NEGATIVE_INFINITY;
  let lastNotified: Promise<unknown> = Promise.resolve();
  let awaited = 0;
  let isTelling = false;

  const tellAll = (): void => {
    for (const { onChange } of [...watchers]) onChange();
  };

  /** L1. */
  async function waitUntilReadable(target: number): Promise<void> {
    for (let waitMs = SOONEST_LOOK_MS; !isClosed && watchers.size > 0; waitMs = Math.min(LATEST_LOOK_MS, 2 * waitMs)) {
      const [row = {}] = await database.query('read', oldest);
      if (integerIn(row, 'oldest') > target) return;
      await pause(waitMs, undefined, { ref: false });
    }
  }

  async function tellWhatIsReadable(): Promise<void> {
    if (isTelling) return;
    isTelling = true;
    try {
      for (let told = Number.NEGATIVE_INFINITY; told < awaited && !isClosed && watchers.size > 0; ) {
        // Where nodes never stop writing, waiting for the newest would have no end: what comes meanwhile is told next.
        const target = awaited;
        await waitUntilReadable(target);
        told = target;
        tellAll();
      }
    } catch {
      // Without the database there is nothing to read; the listening connection is lost as well, and L2 follows.
      tellAll();
    } finally {
      isTelling = false;
    }
  }

  function onNotification(payload: string | undefined): void {
    const transaction = Number(payload);
    if (Number.isSafeInteger(transaction)) awaited = Math.max(awaited, transaction);
    void tellWhatIsReadable();
  }

  async function listen(): Promise<void> {
    if (isListening) return;
    isListening = true;
    for (let pauseMs = FIRST_PAUSE_MS; !isClosed && watchers.size > 0; ) {
      const socket = new Socket();
      const client = new driver.Client({ ...connectionConfig(address.url, timeouts), stream: () => socket });
      const { promise: lost, resolve: lose } = Promise.withResolvers<void>();
      client.on('error', () => lose());
      client.on('end', () => lose());
      client.on('notification', ({ channel: over, payload = '' }) => {
        if (over !== broadcasts) return onNotification(payload);
        for (const { listener } of [...subscribers]) listener(payload);
      });
      try {
        await client.connect();
        await client.query(`LISTEN ${channel}; LISTEN ${broadcasts}`);
        // It does not keep the process alive: a subscriber that waits for a change does.
        socket.unref();
        current = client;
        pauseMs = FIRST_PAUSE_MS;
        awaited = 0;
        tellAll();
        await lost;
      } catch {
        // Tried again below.
      }
      current = undefined;
      void client.end().catch(() => undefined);
      if (isClosed) break;
      await pause(pauseMs, undefined, { ref: false });
      pauseMs = Math.min(LONGEST_PAUSE_MS, 2 * pauseMs);
    }
    isListening = false;
  }

  return {
    broadcast: {
      say(text) {
        if (isClosed || Buffer.byteLength(text) > MAX_BROADCAST_BYTES) return;
        // What cannot be sent now is of no use later.
        void database.query('notify others of', 'SELECT pg_notify($1, $2)', [broadcasts, text]).catch(() => undefined);
      },
      subscribe(listener) {
        const subscriber = { listener };
        subscribers.add(subscriber);
        return { [Symbol.dispose]: () => void subscribers.delete(subscriber) };
      },
    },
    watch(onChange) {
      const watcher = { onChange };
      watchers.add(watcher);
      void listen();
      return { [Symbol.dispose]: () => void watchers.delete(watcher) };
    },
    notify() {
      if (isClosed) return;
      // Immediately after a pause: a caller that waits for an answer waits for this.
      const waitMs = Math.max(0, notifiedAt + GATHER_MS - performance.now());
      notifying ??= setTimeout(() => {
        notifying = undefined;
        notifiedAt = performance.now();
        // A node that misses it reads again when its connection is back, or at the next notification.
        lastNotified = database.query('notify others of', notifyOthers).catch(() => undefined);
      }, waitMs).unref();
    },
    async close() {
      isClosed = true;
      clearTimeout(notifying);
      if (notifying !== undefined) await database.query('notify others of', notifyOthers).catch(() => undefined);
      await lastNotified;
      await current?.end().catch(() => undefined);
    },
  };
}
