// Somebody else's server that takes notices: it keeps what it received, and answers as the test says.

import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export const WEBHOOK_SECRET = 'a secret of at least sixteen characters';

export interface Receiver extends AsyncDisposable {
  readonly url: string;
  readonly received: readonly {
    readonly id: string;
    readonly body: string;
    readonly isSigned: boolean;
    readonly age: number;
    /** Whether it was answered with success. */
    readonly isTaken: boolean;
  }[];
  /** What it answers with from now on; `hangs`: it never answers. */
  status: number | 'hangs';
}

export async function openReceiver(): Promise<Receiver> {
  const received: Receiver['received'][number][] = [];
  const state: Pick<Receiver, 'status'> = { status: 200 };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const timestamp = String(request.headers['toolshed-timestamp']);
    const expected = `v1=${createHmac('sha256', WEBHOOK_SECRET).update(`${timestamp}.${body}`).digest('hex')}`;
    received.push({
      id: String(request.headers['toolshed-id']),
      body,
      isSigned: request.headers['toolshed-signature'] === expected,
      age: Date.now() / 1_000 - Number(timestamp),
      isTaken: state.status !== 'hangs' && state.status < 300,
    });
    if (state.status === 'hangs') return;
    response.writeHead(state.status, state.status === 302 ? { location: '/elsewhere' } : {}).end('x'.repeat(100_000));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    get status() {
      return state.status;
    },
    set status(status) {
      state.status = status;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
