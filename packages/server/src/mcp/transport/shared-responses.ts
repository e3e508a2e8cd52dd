// One response for all dispatches of one HTTP request that are under way at once: each gets the same bytes from the
// first to the last. It ends with the request it answers, or when nobody reads it any more.
//
// Threat: a transport of 2025 knows a stream by the id of its request; a second request of that id would take the
// stream of the first, which then never ends. One that asks for something else is refused while the first is under way.

import { randomUUID } from 'node:crypto';
import { INVALID_REQUEST } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { digestOf } from '../pause/ask/request-state.js';

export interface SharedResponses {
  serve(call: SharableCall, serve: (request: Request) => Promise<Response>): Promise<Response>;
}

/** A request that may be under way more than once. */
export interface SharableCall {
  /** The same for every dispatch of one call. */
  readonly key: string;
  /** What its response would be carried on, where another call could take that away. */
  readonly stream?: string;
  /** Aborted when its sender disconnects. */
  readonly signal: AbortSignal;
  /** The same request with this signal as its sender's. */
  request(signal: AbortSignal): Request;
}

export function createSharedResponses(): SharedResponses {
  const open = new Map<string, Open>();
  const streams = new Map<string, string>();
  return {
    async serve({ key, stream = key, signal, request }, serve) {
      if ((streams.get(stream) ?? key) !== key) return idInUse();
      const known = open.get(key);
      const left = known?.left ?? new AbortController();
      const forget = (): void => {
        if (open.get(key)?.left !== left) return;
        open.delete(key);
        streams.delete(stream);
      };
      const begin = async (): Promise<Shared> => share(await serve(request(left.signal)), left.signal, forget);
      const call = known ?? { joined: 0, left, response: begin() };
      open.set(key, call);
      streams.set(stream, key);
      call.response.catch(forget);
      call.joined += 1;
      const leave = (): void => {
        call.joined -= 1;
        if (call.joined > 0) return;
        forget();
        left.abort();
      };
      signal.addEventListener('abort', leave, { once: true });
      const shared = await call.response;
      signal.removeEventListener('abort', leave);
      return shared.read(leave);
    },
  };
}

interface Open {
  /** How many wait for it or read it. */
  joined: number;
  readonly left: AbortController;
  readonly response: Promise<Shared>;
}

const idInUse = (): Response =>
  Response.json(
    {
      jsonrpc: '2.0',
      id: null,
      error: { code: INVALID_REQUEST, message: 'This request id is in use by another call' },
    },
    { status: 400 },
  );

interface Shared {
  /** A reader that stops before the end calls `leave`. */
  read(leave: () => void): Response;
}

/** `left`: aborted when nobody reads it any more. */
function share(response: Response, left: AbortSignal, over: () => void): Shared {
  const source = response.body?.getReader();
  const readers = new Set<ReadableStreamDefaultController<Uint8Array>>();
  const chunks: Uint8Array[] = [];
  let end: { readonly error?: unknown } | undefined;
  const finish = (reader: ReadableStreamDefaultController<Uint8Array>): void => {
    if (end && 'error' in end) reader.error(end.error);
    else reader.close();
  };
  const pump = async (from: ReadableStreamDefaultReader<Uint8Array>): Promise<void> => {
    for (let next = await from.read(); !next.done; next = await from.read()) {
      chunks.push(next.value);
      for (const reader of readers) reader.enqueue(next.value);
    }
  };
  const ended = (how: { readonly error?: unknown }): void => {
    end = how;
    over();
    for (const reader of readers) finish(reader);
  };
  const stop = (): void => void source?.cancel().catch(() => undefined);
  if (left.aborted) stop();
  else left.addEventListener('abort', stop, { once: true });
  if (source === undefined) ended({});
  else
    pump(source).then(
      () => ended({}),
      (error: unknown) => ended({ error }),
    );
  return {
    read(leave) {
      if (source === undefined) return new Response(null, response);
      let own: ReadableStreamDefaultController<Uint8Array> | undefined;
      const replica = new ReadableStream<Uint8Array>({
        start(reader) {
          own = reader;
          for (const chunk of chunks) reader.enqueue(chunk);
          if (end) finish(reader);
          else readers.add(reader);
        },
        cancel() {
          if (own) readers.delete(own);
          leave();
        },
      });
      return new Response(replica, response);
    },
  };
}

const Call = z.looseObject({
  method: z.literal('tools/call'),
  id: z.union([z.string(), z.number()]),
  params: z.looseObject({
    name: z.unknown(),
    arguments: z.unknown().optional(),
    inputResponses: z.unknown().optional(),
    requestState: z.unknown().optional(),
    _meta: z.looseObject({ progressToken: z.unknown().optional() }).optional(),
  }),
});

/** As large as the protocol's own reader takes a request. */
const MOST_BYTES = 4 * 1_024 * 1_024;

/** Undefined if it is not a call of a tool. */
export async function sharableCall(request: Request, sender: string): Promise<SharableCall | undefined> {
  if (request.method !== 'POST' || request.body === null) return undefined;
  const body = await readBounded(request.clone());
  const { id, params } = Call.safeParse(jsonIn(body)).data ?? {};
  if (body === undefined || id === undefined || params === undefined) return undefined;
  const { url, method, headers, signal } = request;
  const session = headers.get('mcp-session-id');
  const { name, arguments: args, inputResponses, requestState, _meta } = params;
  // Without a session, what a client can do and which span it is in are meta with each request.
  const { progressToken: _, ...meta } = session === null ? (_meta ?? {}) : {};
  const content = [name, args ?? {}, inputResponses ?? {}, requestState ?? '', meta];
  return {
    key: JSON.stringify([sender, session, id, digestIn(content)]),
    ...(session === null ? {} : { stream: JSON.stringify([sender, session, id]) }),
    signal,
    request: (shared) => new Request(url, { method, headers, body, signal: shared }),
  };
}

async function readBounded({ body }: Request): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > MOST_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** What nests too deeply for one is refused where it is read; here it counts as a separate request. */
function digestIn(content: unknown): string {
  try {
    return digestOf(content);
  } catch {
    return randomUUID();
  }
}

function jsonIn(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
