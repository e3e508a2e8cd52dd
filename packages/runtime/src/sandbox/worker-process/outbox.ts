// What is sent to a worker: frames that nobody waits for travel with the next one that somebody does.

/** Frames on their way to a worker. Waking a worker takes longer than most steps, so frames nobody waits for are sent with the next one. */
export interface Outbox extends Disposable {
  send(frame: Buffer): void;
  /** Goes behind the next frame, or by itself after a moment. */
  sendAlong(frame: Buffer): void;
}

const ALONE_AFTER_MS = 20;

export function createOutbox(write: (bytes: Buffer) => void): Outbox {
  let behind: Buffer[] = [];
  let alone: NodeJS.Timeout | undefined;

  const takeBehind = (): Buffer[] => {
    clearTimeout(alone);
    alone = undefined;
    const frames = behind;
    behind = [];
    return frames;
  };

  return {
    send: (frame) => write(behind.length === 0 ? frame : Buffer.concat([frame, ...takeBehind()])),
    sendAlong(frame) {
      behind.push(frame);
      alone ??= setTimeout(() => write(Buffer.concat(takeBehind())), ALONE_AFTER_MS).unref();
    },
    [Symbol.dispose]: () => void takeBehind(),
  };
}
