// Hears of appends that any node made, and what nodes say to each other, over a connection of its own.
//
// Invariants
//   L1. A watcher is called once what it is called for can be read: the notification names the newest transaction that
//       wrote, and the watcher waits until no transaction up to that one still runs.
//   L2. After any time without a connection, and after the first, every watcher is called: what was said meanwhile was
//       heard by nobody.

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
  /** Tells all nodes, this one included, soon: what is said within a moment is said once. */
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

/** What is said within this time of the last notification is said together. */
const GATHER_MS = 5;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;
/** How often it is looked whether older transactions have ended. */
const SOONEST_LOOK_MS = 2;
const LATEST_LOOK_MS = 100;

export function createListener({ driver, address, timeouts, database, channel }: ListenerDeps): Listener {
  const watchers = new Set<{ readonly onChange: () => void }>();
  const hearers = new Set<{ readonly listener: (text: string) => void }>();
  const aside = `said_${channel}`;
  // The newest id given so far covers every append that was committed before this was sent.
  const say = `SELECT pg_notify('${channel}', (pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1)::text)`;
  const oldest = 'SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS oldest';
  let current: Client | undefined;
  let isListening = false;
  let isClosed = false;
  let saying: NodeJS.Timeout | undefined;
  let saidAt = Number.NEGATIVE_INFINITY;
  let lastSaid: Promise<unknown> = Promise.resolve();
  let awaited = 0;
  let isLooking = false;

  const tellAll = (): void => {
    for (const { onChange } of [...watchers]) onChange();
  };

  /** L1. */
  async function lookUntilReadable(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    try {
      for (
        let waitMs = SOONEST_LOOK_MS;
        !isClosed && watchers.size > 0;
        waitMs = Math.min(LATEST_LOOK_MS, 2 * waitMs)
      ) {
        const target = awaited;
        const [row = {}] = await database.query('read', oldest);
        if (integerIn(row, 'oldest') > target && target === awaited) break;
        await pause(waitMs, undefined, { ref: false });
      }
      tellAll();
    } catch {
      // Without the database there is nothing to read; the connection that hears is lost as well, and L2 follows.
      tellAll();
    } finally {
      isLooking = false;
    }
  }

  function heard(payload: string | undefined): void {
    const transaction = Number(payload);
    if (Number.isSafeInteger(transaction)) awaited = Math.max(awaited, transaction);
    void lookUntilReadable();
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
        if (over !== aside) return heard(payload);
        for (const { listener } of [...hearers]) listener(payload);
      });
      try {
        await client.connect();
        await client.query(`LISTEN ${channel}; LISTEN ${aside}`);
        // It keeps nobody alive: a subscriber that waits for a change does.
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
        void database.query('notify others of', 'SELECT pg_notify($1, $2)', [aside, text]).catch(() => undefined);
      },
      hear(listener) {
        const hearer = { listener };
        hearers.add(hearer);
        return { [Symbol.dispose]: () => void hearers.delete(hearer) };
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
      // At once after a silence: a caller that waits for an answer waits for this.
      const waitMs = Math.max(0, saidAt + GATHER_MS - performance.now());
      saying ??= setTimeout(() => {
        saying = undefined;
        saidAt = performance.now();
        // A node that does not hear it reads on when its connection is back, or at the next notification.
        lastSaid = database.query('notify others of', say).catch(() => undefined);
      }, waitMs).unref();
    },
    async close() {
      isClosed = true;
      clearTimeout(saying);
      if (saying !== undefined) await database.query('notify others of', say).catch(() => undefined);
      await lastSaid;
      await current?.end().catch(() => undefined);
    },
  };
}
