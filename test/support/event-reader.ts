// A client of the event stream that is cut off all the time, and comes back with the last id it saw.

import { type ClientRequest, request } from 'node:http';
import { z } from 'zod';

const Data = z.object({
  cursor: z.string(),
  executionId: z.string(),
  session: z.string(),
  entry: z.looseObject({ kind: z.string(), seq: z.int() }),
});
export type ReadEvent = z.infer<typeof Data>;

export interface EventReader {
  readonly events: readonly ReadEvent[];
  readonly connections: number;
  readonly lastId: string | undefined;
  /** Reads until `isEnough`, cutting the connection after each `cutAfter()` events. */
  until(isEnough: (events: readonly ReadEvent[]) => boolean): Promise<void>;
}

export interface ReaderOptions {
  url(): string;
  readonly token: string;
  /** How many events to take before the connection is cut. */
  cutAfter(): number;
  readonly from?: number;
  readonly session?: string;
}

export function createEventReader({ url, token, cutAfter, from, session }: ReaderOptions): EventReader {
  const events: ReadEvent[] = [];
  let lastId = from === undefined ? undefined : String(from);
  let connections = 0;

  /** One connection, to its end; what arrived in part is not counted, as in a browser. */
  const connectOnce = (isEnough: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const quota = cutAfter();
      let taken = 0;
      let text = '';
      const query = session === undefined ? '' : `?session=${session}`;
      const sent: ClientRequest = request(`${url()}/v1/events${query}`, {
        agent: false,
        headers: { authorization: `Bearer ${token}`, ...(lastId === undefined ? {} : { 'last-event-id': lastId }) },
      });
      const end = (): void => {
        sent.destroy();
        resolve();
      };
      sent.on('response', (response) => {
        connections += 1;
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          text += chunk;
          const blocks = text.split('\n\n');
          text = blocks.pop() ?? '';
          for (const block of blocks) {
            const [, data] = /^event: entry\ndata: (.*)$/m.exec(block) ?? [];
            if (data !== undefined && (taken >= quota || isEnough())) return end();
            const [, id] = /^id: (\w+)$/m.exec(block) ?? [];
            if (id !== undefined) lastId = id;
            if (data === undefined) continue;
            events.push(Data.parse(JSON.parse(data)));
            taken += 1;
          }
          if (taken >= quota || isEnough()) end();
        });
        response.on('close', end);
        response.on('error', end);
      });
      sent.on('error', () => setTimeout(end, 20));
      sent.end();
    });

  return {
    events,
    get lastId() {
      return lastId;
    },
    get connections() {
      return connections;
    },
    async until(isEnough) {
      while (!isEnough(events)) await connectOnce(() => isEnough(events));
    },
  };
}
