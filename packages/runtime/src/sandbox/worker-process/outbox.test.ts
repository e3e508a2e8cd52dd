import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createOutbox } from './outbox.js';

const frame = (text: string): Buffer => Buffer.from(text);

describe('an outbox', () => {
  it('sends a frame at once', () => {
    const sent: string[] = [];
    using outbox = createOutbox((bytes) => sent.push(bytes.toString()));
    outbox.send(frame('a'));
    expect(sent).toEqual(['a']);
  });

  it('sends what nobody waits for behind the next frame', () => {
    const sent: string[] = [];
    using outbox = createOutbox((bytes) => sent.push(bytes.toString()));
    outbox.sendAlong(frame('x'));
    outbox.sendAlong(frame('y'));
    expect(sent).toEqual([]);
    outbox.send(frame('a'));
    outbox.send(frame('b'));
    expect(sent).toEqual(['axy', 'b']);
  });

  it('sends it by itself if no frame comes', async () => {
    const sent: string[] = [];
    using outbox = createOutbox((bytes) => sent.push(bytes.toString()));
    outbox.sendAlong(frame('x'));
    for (let waited = 0; sent.length === 0 && waited < 100; waited++) await setTimeout(5);
    expect(sent).toEqual(['x']);
  });

  it('sends nothing once it is closed', async () => {
    const sent: string[] = [];
    const outbox = createOutbox((bytes) => sent.push(bytes.toString()));
    outbox.sendAlong(frame('x'));
    outbox[Symbol.dispose]();
    await setTimeout(20);
    expect(sent).toEqual([]);
  });
});
