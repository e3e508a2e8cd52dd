import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface WebServer extends AsyncDisposable {
  readonly origin: string;
  readonly requests: readonly Request[];
}

/** Serves a fetch handler on loopback. */
export async function serveWeb(handle: (request: Request) => Promise<Response> | Response): Promise<WebServer> {
  const requests: Request[] = [];
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => outgoing.destroy());
  });

  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { method = 'GET', headers, url = '/' } = incoming;
    const body = await buffer(incoming);
    const over = new AbortController();
    outgoing.on('close', () => over.abort());
    const request = new Request(new URL(url, `http://${headers.host}`), {
      method,
      headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
      signal: over.signal,
      ...(body.length === 0 ? {} : { body }),
    });
    requests.push(request.clone());
    const response = await handle(request);
    outgoing.writeHead(response.status, [...response.headers].flat());
    outgoing.flushHeaders();
    for await (const chunk of response.body ?? []) outgoing.write(chunk);
    outgoing.end();
  };

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
