// Stands between a client and a server, and loses connections at a chosen moment.

import { once } from 'node:events';
import { createServer, connect, type Socket } from 'node:net';

export interface LossyProxy extends AsyncDisposable {
  readonly url: string;
  /**
   * Ends the next connection whose client sends `text`: before the server gets it, or after the server answered, with the
   * answer kept back.
   */
  loseNext(text: string, when: 'before' | 'after'): void;
  readonly lost: number;
  /** Ends every connection and accepts no other until `comeBack`; `when-lost`: from the moment the next one is lost. */
  goAway(when?: 'now' | 'when-lost'): void;
  comeBack(): void;
  /** From now on the server says `to` where it says `from`, which is as long. */
  pretend(from: string, to: string): void;
  /** Nothing passes over the connections there are any more, and neither end hears of it; new ones are as good as ever. */
  freeze(): void;
}

export async function startLossyProxy(target: string): Promise<LossyProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let wanted: { readonly text: string; readonly when: 'before' | 'after' } | undefined;
  let lost = 0;
  let isAway = false;
  const pretences = new Map<string, string>();
  const pretended = (data: Buffer | string): Buffer => {
    let text = Buffer.from(data).toString('latin1');
    for (const [from, to] of pretences) text = text.replaceAll(from, to);
    return Buffer.from(text, 'latin1');
  };
  let leavesWhenLost = false;
  const leave = (): void => {
    isAway = true;
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((client) => {
    if (isAway) {
      client.destroy();
      return;
    }
    const upstream = connect(Number(port), hostname);
    let isKeptBack = false;
    const end = (): void => {
      client.destroy();
      upstream.destroy();
    };
    const lose = (): void => {
      end();
      if (leavesWhenLost) leave();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', end);
      socket.on('close', end);
    }
    client.on('data', (data) => {
      if (wanted !== undefined && data.includes(wanted.text)) {
        const { when } = wanted;
        wanted = undefined;
        lost += 1;
        if (when === 'before') return lose();
        isKeptBack = true;
      }
      upstream.write(data);
    });
    upstream.on('data', (data) => {
      if (isKeptBack) lose();
      else client.write(pretended(data));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = new URL(target);
  if (address !== null && typeof address !== 'string') url.port = String(address.port);
  return {
    url: url.href,
    get lost() {
      return lost;
    },
    freeze() {
      for (const socket of sockets) socket.pause();
    },
    goAway(when = 'now') {
      leavesWhenLost = when === 'when-lost';
      if (when === 'now') leave();
    },
    pretend(from, to) {
      pretences.set(from, to);
    },
    comeBack() {
      isAway = false;
      leavesWhenLost = false;
    },
    loseNext(text, when) {
      wanted = { text, when };
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
