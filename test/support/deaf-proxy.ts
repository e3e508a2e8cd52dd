// Stands between a client and PostgreSQL, and lets everything through but notifications: to a client it is pgbouncer that
// shares connections between transactions.

import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface DeafProxy extends AsyncDisposable {
  readonly url: string;
  /** How many notifications did not arrive. */
  readonly swallowed: number;
}

/** A message of the server is its kind, its length without the kind, and so much more. */
const NOTIFICATION = 'A'.charCodeAt(0);
const HEADER_BYTES = 5;

export async function startDeafProxy(target: string): Promise<DeafProxy> {
  const url = new URL(target);
  const { hostname, port } = url;
  const sockets = new Set<Socket>();
  let swallowed = 0;

  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    const end = (): void => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', end).on('close', end);
    }
    client.pipe(upstream);
    let rest = Buffer.alloc(0);
    upstream.on('data', (data: Buffer) => {
      rest = Buffer.concat([rest, data]);
      while (rest.length >= HEADER_BYTES) {
        const length = 1 + rest.readInt32BE(1);
        if (rest.length < length) return;
        if (rest[0] === NOTIFICATION) swallowed += 1;
        else client.write(rest.subarray(0, length));
        rest = rest.subarray(length);
      }
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it has no port');
  url.port = String(address.port);
  return {
    url: url.href,
    get swallowed() {
      return swallowed;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
