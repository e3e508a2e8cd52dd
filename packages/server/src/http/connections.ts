// Keeps connections that send nothing from taking the place of those that do.
//
// Threat: somebody opens as many connections as there may be and is silent. Each is closed after a while, but by then
// it has a successor, and nobody else gets in. So a connection without a request gives way, the oldest first, to
// whoever comes; and one address holds only a part of them.

import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export interface ConnectionLimits {
  /** Open at once, in all. */
  readonly connections: number;
}

/** What one address may hold without a request. */
const EACH = 4;

export function guardConnections(server: Server, { connections }: ConnectionLimits): void {
  /** Without a request, the longest so first. */
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

/** The oldest of an address that has more than it may. */
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
