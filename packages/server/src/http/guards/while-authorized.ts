// Serves a request only while its credential is valid. If it is revoked or expires while the request is under way, the
// client gets `refuse()` instead of the reply, and its streams end. An execution the request started continues.
// While its validity cannot be checked, because the store is unavailable, a stream ends and its client reconnects; any other
// request keeps its reply. It may have written something, and a client that gets a failure instead sends it again.
// Nobody can revoke a credential in a store that is unavailable.

import type { ToolLog } from '@toolshed/kernel';
import type { CredentialChecks } from './credential-checks.js';

export interface Authorization {
  readonly checks: CredentialChecks;
  /** The credential. */
  readonly id: string;
  /** The reply if it is not. */
  refuse(): Response;
  readonly log: ToolLog;
}

export async function whileAuthorized(
  serve: () => Promise<Response>,
  { checks, id, refuse, log }: Authorization,
): Promise<Response> {
  const over = Promise.withResolvers<undefined>();
  let isStreaming = false;
  const following = checks.follow(id, {
    revoked: () => over.resolve(undefined),
    unknown: (error) => {
      if (isStreaming) over.reject(error);
    },
  });
  const stop = (): void => following[Symbol.dispose]();

  const serving = serve();
  const withdraw = (): void => {
    stop();
    void serving.then(({ body }) => body?.cancel()).catch(() => undefined);
  };
  const response = await Promise.race([serving, over.promise]).catch((error: unknown) => {
    withdraw();
    throw error;
  });
  if (response === undefined) {
    withdraw();
    return refuse();
  }
  if (response.body === null || !isStream(response)) {
    stop();
    return response;
  }
  isStreaming = true;
  const reader = response.body.getReader();
  const end = (): Promise<void> => reader.cancel();
  void over.promise.then(end, end).catch(() => undefined);
  const cut = (error: unknown): void => log.warn({ err: error }, 'a stream was cut; its client reconnects');
  return new Response(read(reader, stop, cut), response);
}

const isStream = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('text/event-stream') ?? false;

/** A stream that fails is logged and ends: its client reconnects, as it does when a connection is lost. */
function read(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  ended: () => void,
  failed: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await reader.read().catch((error: unknown) => {
          failed(error);
          return { done: true, value: undefined } as const;
        });
        if (!next.done) {
          controller.enqueue(next.value);
          return;
        }
        ended();
        controller.close();
      },
      async cancel(reason) {
        ended();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
