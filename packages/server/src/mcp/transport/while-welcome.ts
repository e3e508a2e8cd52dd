// Serves a request only as long as its credential counts: one that is revoked, or expires, while its request is under
// way gets no reply any more, and its streams end. What the request began goes on; it is a matter of the journal.

/** How often a request that is under way is looked at. */
const LOOK_MS = 250;

export interface Welcome {
  /** Whether the credential still counts. One that cannot be looked up does not. */
  isWelcome(): Promise<boolean>;
  /** What is replied if it does not. */
  refuse(): Response;
}

export async function whileWelcome(serve: () => Promise<Response>, { isWelcome, refuse }: Welcome): Promise<Response> {
  const over = Promise.withResolvers<undefined>();
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    if (!(await isWelcome().catch(() => false))) over.resolve(undefined);
    isLooking = false;
  };
  const timer = setInterval(() => void look(), LOOK_MS).unref();
  const stop = (): void => clearInterval(timer);

  const serving = serve();
  const response = await Promise.race([serving, over.promise]).catch((error: unknown) => {
    stop();
    throw error;
  });
  if (response === undefined) {
    stop();
    void serving.then(({ body }) => body?.cancel()).catch(() => undefined);
    return refuse();
  }
  if (response.body === null || !isStream(response)) {
    stop();
    return response;
  }
  const reader = response.body.getReader();
  void over.promise.then(() => reader.cancel()).catch(() => undefined);
  return new Response(read(reader, stop), response);
}

const isStream = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('text/event-stream') ?? false;

function read(reader: ReadableStreamDefaultReader<Uint8Array>, ended: () => void): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await reader.read();
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
