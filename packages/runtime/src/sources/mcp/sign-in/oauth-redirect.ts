// The redirect target after a person let us act for them: a page on this machine that accepts one visit.

import { once } from 'node:events';
import { createServer } from 'node:http';

export interface OAuthRedirect extends AsyncDisposable {
  readonly url: string;
  /** What the browser brought, once it brought the state it was sent away with. */
  visit(state: string, signal: AbortSignal): Promise<URLSearchParams>;
}

const DONE = '<!doctype html><meta charset="utf-8"><title>Toolshed</title><p>You can close this page.</p>';

export async function openOAuthRedirect(port: number): Promise<OAuthRedirect> {
  let expected: { readonly state: string; readonly take: (params: URLSearchParams) => void } | undefined;
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    // Threat: a page elsewhere that sends the browser here with a code of its own. It does not know the state.
    if (pathname !== '/callback' || expected === undefined || searchParams.get('state') !== expected.state) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(DONE);
    expected.take(searchParams);
    expected = undefined;
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://127.0.0.1:${bound}/callback`,
    visit: (state, signal) =>
      new Promise((take, reject) => {
        expected = { state, take };
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
