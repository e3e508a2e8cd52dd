import { describe, expect, it } from 'vitest';
import { readEvents, type StreamEvent } from './server-sent-events.js';

async function read(...chunks: readonly string[]): Promise<readonly StreamEvent[]> {
  const encoder = new TextEncoder();
  const bytes = chunks.map((chunk) => encoder.encode(chunk));
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const chunk of bytes) controller.enqueue(chunk);
      controller.close();
    },
  });
  const events: StreamEvent[] = [];
  for await (const event of readEvents(body, () => undefined)) events.push(event);
  return events;
}

describe('readEvents', () => {
  it('reads events wherever the chunks are cut', async () => {
    const text = 'retry: 1000\nid: 5\nevent: hello\ndata: {}\n\n: 5\n\nid: 6\nevent: entry\ndata: {"a":1}\n\n';
    const whole = await read(text);
    expect(whole).toEqual([
      { id: '5', event: 'hello', data: '{}', retryMs: 1_000 },
      { id: '6', event: 'entry', data: '{"a":1}', retryMs: undefined },
    ]);
    for (let at = 1; at < text.length; at += 1) expect(await read(text.slice(0, at), text.slice(at))).toEqual(whole);
  });

  it('drops an event that was cut', async () => {
    expect(await read('id: 6\nevent: entry\ndata: {"a":1}\n')).toEqual([]);
  });
});
