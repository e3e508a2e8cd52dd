// Keeps connections that send nothing from crowding out those that do.
//
// Threat: a client opens as many connections as the server allows and sends nothing. Each one times out, but by then it
// has a successor, and no other client gets in. So when the server is full, the oldest connection without a request is
// closed to make room for a new one, and one address may hold only a share of the idle connections.

import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export interface ConnectionLimits {
  /** Open at once, in total. */
  readonly connections: number;
}

/** One address may hold this fraction of the connections without a request. */
const EACH = 4;

export function guardConnections(server: Server, { connections }: ConnectionLimits): void {
  /** Without a request, the oldest first. */
  const idle = new Set<Socket>();
  const open = new Set<Socket>();
  const idleEach = Math.max(1, Math.floor(connections / EACH));

  const drop = (socket: Socket): void => {
    idle.delete(socket);
    open.delete(socket);
    socket.destroy();
  };

  server.on('connection', (socket) => {
    open.add(socket);
    idle.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      idle.delete(socket);
    });
    const own = oldestOf(idle, socket.remoteAddress, idleEach);
    if (own !== undefined) drop(own);
    if (open.size <= connections) return;
    const [oldest = socket] = idle;
    drop(oldest);
  });
  server.on('request', ({ socket }, response) => {
    idle.delete(socket);
    response.once('close', () => {
      if (open.has(socket)) idle.add(socket);
    });
  });
}

/** The oldest idle connection of an address that has more than it may. */
function oldestOf(idle: ReadonlySet<Socket>, address: string | undefined, most: number): Socket | undefined {
  if (idle.size <= most) return undefined;
  let count = 0;
  let oldest: Socket | undefined;
  for (const socket of idle) {
    if (socket.remoteAddress !== address) continue;
    oldest ??= socket;
    count += 1;
  }
  return count > most ? oldest : undefined;
}
