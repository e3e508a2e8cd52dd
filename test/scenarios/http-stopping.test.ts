// A server that is stopping and still has a request to finish: what comes now is refused, and not begun.

import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { serveHost, type ServedHost } from '../support/served-host.ts';
import { verifies } from '../support/verifies.ts';

/** One connection, kept by hand: a client library would open another. */
async function connection(port: number): Promise<{ socket: Socket; said: () => string; closed: Promise<void> }> {
  const socket = connect(port, '127.0.0.1');
  let said = '';
  socket.on('data', (data) => {
    said += data;
  });
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  return { socket, said: () => said, closed };
}

const ANSWER = JSON.stringify({ action: 'accept' });

const headOf = (host: ServedHost, token: string, question: string): string =>
  [
    `POST /v1/elicitations/${question}/answer HTTP/1.1`,
    `Host: 127.0.0.1:${host.port}`,
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${ANSWER.length}`,
    '\r\n',
  ].join('\r\n');

describe('a server that is stopping', () => {
  verifies(
    'http/stopping',
    'refuses an answer on a connection it still has, and one whose body came too late, and closes both',
    async () => {
      await using host = await serveHost();
      const token = await host.approver();
      const start = async (tool: string) =>
        (
          await host.call('POST', '/v1/executions', {
            token,
            body: { program: `return await tools.mail.${tool}({ to: '${tool}@x.org' })`, session: 's', waitMs: 20_000 },
          })
        ).body;
      const slow = await start('slow');
      const open = await start('send');
      const [early, late] = [await connection(host.port), await connection(host.port)];
      const health = `GET /v1/session HTTP/1.1\r\nHost: 127.0.0.1:${host.port}\r\nAuthorization: Bearer ${token}\r\n\r\n`;
      early.socket.write(health);
      await expect.poll(early.said).toContain('200 OK');
      late.socket.write(headOf(host, token, open.paused.elicitationId) + ANSWER.slice(0, 5));
      // Something to finish, so that the server is stopping for a while.
      const working = host.call('POST', `/v1/elicitations/${slow.paused.elicitationId}/answer`, {
        token,
        body: { action: 'accept', waitMs: 10_000 },
      });
      await pause(300);
      const ended = host.end('SIGTERM');
      await expect
        .poll(() =>
          host.call('GET', '/health').then(
            () => 'up',
            () => 'down',
          ),
        )
        .toBe('down');
      early.socket.write(headOf(host, token, open.paused.elicitationId) + ANSWER);
      late.socket.write(ANSWER.slice(5));
      await late.closed;
      await early.closed;
      expect(late.said()).toMatch(/^HTTP\/1.1 503 /);
      expect(late.said()).toMatch(/connection: close/i);
      expect(late.said()).toContain('server/stopping');
      expect(early.said()).not.toContain('"status":"completed"');
      await working.catch(() => undefined);
      await ended;
      await host.start();
      const { body } = await host.call('GET', `/v1/executions/${open.executionId}`, { token });
      expect(body.status).toBe('paused');
      expect(await host.outbox()).not.toContain('send@x.org');
    },
  );
});
