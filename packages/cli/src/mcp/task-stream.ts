import { ProtocolError } from '@modelcontextprotocol/server';
import type { McpHost } from './mcp-host.js';
import { ListenRequest, openSubscription } from './task-subscription.js';

const LARGEST_REQUEST = 1_000_000;

/** A subscription to tasks over HTTP: a stream of events. `undefined` if the request is not for one. */
export async function serveTaskStream(
  host: McpHost,
  request: Request,
  principal: string,
): Promise<Response | undefined> {
  const listen = await readListen(request);
  if (listen === undefined) return undefined;
  try {
    const { acknowledgement, follow, end } = await openSubscription(host, listen, principal);
    const gone = new AbortController();
    const frames = new ReadableStream<Uint8Array>({
      async start(controller) {
        const write = (message: object): void => {
          if (!gone.signal.aborted) controller.enqueue(frameOf(message));
        };
        write(acknowledgement);
        void follow(write, gone.signal)
          .then(() => write(end))
          .catch((error: unknown) => host.log.warn({ err: error }, 'a subscription ended'))
          .finally(() => gone.signal.aborted || controller.close());
      },
      cancel: () => gone.abort(),
    });
    return new Response(frames, {
      headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform' },
    });
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    const { code, message, data } = error;
    return Response.json({ jsonrpc: '2.0', id: listen.id, error: { code, message, data } }, { status: 400 });
  }
}

/** The header is checked against the body by whoever serves the rest; here it only says whether the body is worth reading. */
async function readListen(request: Request): Promise<ListenRequest | undefined> {
  if (request.method !== 'POST' || request.headers.get('mcp-method') !== 'subscriptions/listen') return undefined;
  if (Number(request.headers.get('content-length') ?? 0) > LARGEST_REQUEST) return undefined;
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => undefined);
  return ListenRequest.safeParse(body).data;
}

const frameOf = (message: object): Uint8Array =>
  new TextEncoder().encode(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
