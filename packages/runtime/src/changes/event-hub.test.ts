import { describe, expect, it } from 'vitest';
import { createEventHub } from './event-hub.js';

describe('an event hub', () => {
  it('hands each listener every event from the moment it listens, in order', async () => {
    const hub = createEventHub<number>();
    const [one, two] = [hub.listen(), hub.listen()];
    const waiting = one.next();
    for (const event of [1, 2, 3]) hub.emit(event);
    expect((await waiting).value).toBe(1);
    hub.close();
    const rest: number[] = [];
    for await (const event of one) rest.push(event);
    for await (const event of two) rest.push(event);
    expect(rest).toEqual([2, 3, 1, 2, 3]);
  });

  it('keeps nothing of a listener that leaves before its first event, while it waits, or in its loop', async () => {
    const hub = createEventHub<number>();
    const [unbegun, waiting, looping] = [hub.listen(), hub.listen(), hub.listen()];
    await unbegun.return?.();
    const next = waiting.next();
    await waiting.return?.();
    expect((await next).done).toBe(true);
    hub.emit(1);
    for await (const _ of looping) break;
    expect(hub.hasListeners).toBe(false);
    expect((await unbegun.next()).done).toBe(true);
  });

  it('keeps a listener that is always one event behind', async () => {
    const hub = createEventHub<number>();
    const listener = hub.listen();
    hub.emit(0);
    for (let event = 1; event <= 110_000; event += 1) {
      hub.emit(event);
      const { value } = await listener.next();
      if (value !== event - 1) expect(value).toBe(event - 1);
    }
    expect(hub.hasListeners).toBe(true);
  });

  it('ends a listener that comes after it was closed', async () => {
    const hub = createEventHub<number>();
    hub.close();
    expect((await hub.listen().next()).done).toBe(true);
    expect(hub.hasListeners).toBe(false);
  });

  it('drops a listener that falls too far behind', () => {
    const hub = createEventHub<number>();
    hub.listen();
    for (let count = 0; count <= 100_001; count += 1) hub.emit(count);
    expect(hub.hasListeners).toBe(false);
  });
});
