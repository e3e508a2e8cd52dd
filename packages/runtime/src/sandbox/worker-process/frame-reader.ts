// Cuts a worker's output into frames. A frame is measured by its head before a byte of its body is kept, and each
// byte is copied at most once, so a worker can make the host hold one frame of the largest size and no more.

import { FRAME_HEAD, type FrameHead, readHead } from '../frames.js';
import { GuestProtocolError } from '../sandbox-errors.js';

export interface FrameReaderDeps {
  /** The largest body that may come next. */
  readonly maxBytes: () => number;
  readonly onFrame: (head: FrameHead, text: string) => void;
}

export interface FrameReader {
  /** Whether a frame has begun and not ended. */
  readonly isWithinFrame: boolean;
  /** Takes chunks as they arrive; throws GuestProtocolError or a decoding error, after which the reader is useless. */
  read(chunk: Buffer): void;
}

export function createFrameReader({ maxBytes, onFrame }: FrameReaderDeps): FrameReader {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let partial: Buffer | undefined;
  let filled = 0;

  const sizeOf = (head: Buffer): number => {
    const { length } = readHead(head);
    if (length > maxBytes()) throw new GuestProtocolError(`a frame of ${length} bytes`);
    return FRAME_HEAD + length;
  };

  const hand = (frame: Buffer): void => onFrame(readHead(frame), decoder.decode(frame.subarray(FRAME_HEAD)));

  /** Hands on the frames that are whole in `bytes`; returns what is left. */
  const readWhole = (bytes: Buffer): Buffer => {
    let rest = bytes;
    while (rest.length >= FRAME_HEAD) {
      const size = sizeOf(rest);
      if (rest.length < size) break;
      hand(rest.subarray(0, size));
      rest = rest.subarray(size);
    }
    return rest;
  };

  /** Adds to the frame that has begun; returns what does not belong to it. */
  const complete = (begun: Buffer, bytes: Buffer): Buffer => {
    const copied = bytes.copy(begun, filled);
    filled += copied;
    const rest = bytes.subarray(copied);
    if (filled < begun.length) return rest;
    const size = sizeOf(begun);
    if (size === begun.length) {
      partial = undefined;
      hand(begun);
    } else {
      partial = Buffer.allocUnsafe(size);
      begun.copy(partial);
    }
    return rest;
  };

  return {
    get isWithinFrame() {
      return partial !== undefined;
    },
    read(chunk) {
      let rest = chunk;
      while (rest.length > 0) {
        if (partial !== undefined) {
          rest = complete(partial, rest);
          continue;
        }
        rest = readWhole(rest);
        if (rest.length > 0) partial = Buffer.allocUnsafe(rest.length < FRAME_HEAD ? FRAME_HEAD : sizeOf(rest));
        filled = 0;
      }
    },
  };
}
