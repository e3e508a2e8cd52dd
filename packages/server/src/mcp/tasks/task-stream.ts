// A subscription to tasks over HTTP: a stream of events that lives until all its tasks are over or the client disconnects.

import { INTERNAL_ERROR, ProtocolError, readRequestBody } from '@modelcontextprotocol/server';
import { hostOf, type HostSource } from '../server/host-source.js';
import type { McpHost } from '../server/mcp-host.js';
import type { McpPrincipal } from '../server/principal-session.js';
import { ListenRequest, openSubscription, type TaskSubscription } from './task-subscription.js';

const LARGEST_REQUEST = 1_000_000;
/** Each looks after its tasks twice a second. */
const MOST_STREAMS = 64;
/** Clients and proxies end a stream that sends nothing for minutes. */
const KEEP_ALIVE_MS = 15_000;
const openStreams = new WeakMap<McpHost, number>();

/** `undefined` if the request is not for one. */
export async function serveTaskStream(
  source: HostSource,
  request: Request,
  principal: McpPrincipal,
): Promise<Response | undefined> {
  const listen = await readListen(request);
  if (listen === undefined) return undefined;
  try {
    const host = await hostOf(source);
    if ((openStreams.get(host) ?? 0) >= MOST_STREAMS) {
      return refusal(listen, { code: INTERNAL_ERROR, message: 'Subscription limit reached' }, 429);
    }
    const frames = framesOf(host, await openSubscription(host, listen, () => principal));
    const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform' };
    return new Response(frames, { headers });
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    const { code, message, data } = error;
    return refusal(listen, { code, message, data }, 400);
  }
}

function framesOf(host: McpHost, { acknowledgement, follow, end }: TaskSubscription): ReadableStream<Uint8Array> {
  const gone = new AbortController();
  const count = (by: number): unknown => openStreams.set(host, (openStreams.get(host) ?? 0) + by);
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const write = (frame: string): void => {
        if (!gone.signal.aborted) controller.enqueue(new TextEncoder().encode(frame));
      };
      const tell = (message: object): void => write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
      const keepAlive = setInterval(() => write(': still here\n\n'), KEEP_ALIVE_MS).unref();
      count(1);
      tell(acknowledgement);
      void follow(tell, gone.signal)
        .then(() => tell(end))
        .catch((error: unknown) => host.log.warn({ err: error }, 'a subscription failed and has ended'))
        .finally(() => {
          clearInterval(keepAlive);
          count(-1);
          if (!gone.signal.aborted) controller.close();
        });
    },
    cancel: () => gone.abort(),
  });
}

const refusal = ({ id }: ListenRequest, error: object, status: number): Response =>
  Response.json({ jsonrpc: '2.0', id, error }, { status });

/** The SDK checks the header against the body later; here it only decides whether to read the body. */
async function readListen(request: Request): Promise<ListenRequest | undefined> {
  if (request.method !== 'POST' || request.headers.get('mcp-method') !== 'subscriptions/listen') return undefined;
  const body = await readRequestBody(request.clone(), LARGEST_REQUEST);
  return body.tooLarge ? undefined : ListenRequest.safeParse(parseJson(body.text)).data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
