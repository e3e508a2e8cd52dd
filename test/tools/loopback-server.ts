import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

export interface LoopbackServer extends AsyncDisposable {
  readonly port: number;
  /** `127.0.0.1:<port>` */
  readonly host: string;
  readonly seen: readonly SeenRequest[];
}

interface SeenRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Respond = (request: IncomingMessage, response: ServerResponse) => void;

/** A real HTTP server on this machine that writes down what it was asked. */
export async function openLoopbackServer(respond: Respond): Promise<LoopbackServer> {
  const seen: SeenRequest[] = [];
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    seen.push({ method, url, headers, body: await text(request) });
    respond(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return {
    port: address.port,
    host: `127.0.0.1:${address.port}`,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
