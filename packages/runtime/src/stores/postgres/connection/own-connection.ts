// A connection that nothing else uses: a lease that is renewed in a shared pool waits for what is in front of it.

import { Socket } from 'node:net';
import type { Client } from 'pg';
import { StoreUnavailableError } from '@toolshed/kernel';
import type { Row } from '../../rows/column.js';
import type { PostgresAddress } from './address.js';
import { connectionConfig, type Driver, runOn, type Timeouts } from './driver.js';
import { isConnectionLost, toStoreError } from './postgres-failure.js';

export interface OwnConnection {
  /** A statement that may run twice without harm: it does if the connection is lost. */
  query(action: string, sql: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  close(): Promise<void>;
}

export interface OwnConnectionDeps {
  readonly driver: Driver;
  readonly address: PostgresAddress;
  readonly timeouts: Timeouts;
}

export function createOwnConnection({ driver, address, timeouts }: OwnConnectionDeps): OwnConnection {
  const { url, name } = address;
  let current: Promise<Client> | undefined;
  /** Of the current connection. */
  let socket = new Socket();
  let isClosed = false;
  let running = 0;

  const drop = (failed: Promise<Client> | undefined): void => {
    if (current === failed) current = undefined;
    void failed?.then((client) => client.end()).catch(() => undefined);
  };

  const open = (): Promise<Client> => {
    const opened = (async () => {
      const own = new Socket();
      socket = own;
      const client = new driver.Client({ ...connectionConfig(url, timeouts), stream: () => own });
      client.on('error', () => drop(opened));
      client.on('end', () => current === opened && drop(opened));
      await client.connect();
      await client.query(`SET statement_timeout = ${timeouts.statementMs}`);
      return client;
    })();
    current = opened;
    opened.catch(() => current === opened && drop(opened));
    return opened;
  };

  async function attempt(sql: string, values: readonly unknown[] | undefined): Promise<readonly Row[]> {
    if (isClosed) throw new StoreUnavailableError(`Cannot use the store at ${name}: it was closed; open it again`);
    const used = current ?? open();
    const client = await used;
    // It keeps the process alive while somebody waits for it, and only then.
    if (running++ === 0) socket.ref();
    try {
      return await runOn(client, sql, values);
    } catch (error) {
      if (isConnectionLost(error)) drop(used);
      throw error;
    } finally {
      if (--running === 0) socket.unref();
    }
  }

  /** Statements run one after another. */
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = (sql: string, values: readonly unknown[] | undefined): Promise<readonly Row[]> => {
    const run = async (): Promise<readonly Row[]> => {
      try {
        return await attempt(sql, values);
      } catch (error) {
        if (isConnectionLost(error)) return attempt(sql, values);
        throw error;
      }
    };
    const done = last.then(run, run);
    last = done;
    return done;
  };

  return {
    async query(action, sql, values) {
      try {
        return await inTurn(sql, values);
      } catch (error) {
        throw toStoreError(action, name, error);
      }
    },
    async close() {
      isClosed = true;
      await last.catch(() => undefined);
      const client = await current?.catch(() => undefined);
      await client?.end().catch(() => undefined);
    },
  };
}
