import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Passes connections on to its `target`, a port, and cuts each one in the middle of what it carries back. */
export async function cuttingProxy() {
  let cuts = 0;
  let port = 0;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const target = connect(port, '127.0.0.1');
    let left = 700 + 331 * (cuts % 7);
    const end = (): void => {
      client.destroy();
      target.destroy();
    };
    open.add(client);
    client.on('error', end).on('close', end);
    target.on('error', end).on('close', end);
    client.pipe(target);
    target.on('data', (chunk: Buffer) => {
      client.write(chunk.subarray(0, left));
      left -= chunk.length;
      if (left > 0) return;
      cuts += 1;
      client.end();
      target.destroy();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${Object(server.address()).port}`,
    set target(value: number) {
      port = value;
    },
    get cuts() {
      return cuts;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}
