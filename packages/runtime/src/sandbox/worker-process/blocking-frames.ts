// The worker's side of the pipe. It has no event loop: it waits for a frame, works, answers.

import { writeSync } from 'node:fs';
import { FRAME_HEAD, type Frame, readHead } from '../frames.js';
import type { ReadInput } from './worker-input.js';

/** Waits for the next frame; undefined when the host has ended. A frame's body is overwritten when the next one is read. */
export type ReadFrame = () => Frame | undefined;

const INPUT_BYTES = 64 * 1024;

export function createFrameInput(read: ReadInput): ReadFrame {
  let input = Buffer.allocUnsafe(INPUT_BYTES);
  let start = 0;
  let end = 0;

  const makeRoom = (count: number): void => {
    if (start + count <= input.length) return;
    const target = count <= input.length ? input : Buffer.allocUnsafe(count);
    end = input.copy(target, 0, start, end);
    start = 0;
    input = target;
  };

  const fill = (count: number): boolean => {
    makeRoom(count);
    while (end - start < count) {
      const got = read(input, end);
      if (got === 0) return false;
      end += got;
    }
    return true;
  };

  return () => {
    if (start === end) {
      start = 0;
      end = 0;
      // One large frame must not count against every program after it.
      if (input.length > INPUT_BYTES) input = Buffer.allocUnsafe(INPUT_BYTES);
    }
    if (!fill(FRAME_HEAD)) return undefined;
    const { length, kind, lane, number } = readHead(input, start);
    if (!fill(FRAME_HEAD + length)) return undefined;
    const body = input.subarray(start + FRAME_HEAD, start + FRAME_HEAD + length);
    start += FRAME_HEAD + length;
    return { kind, lane, number, body };
  };
}

export function writeFrame(fd: number, frame: Buffer): void {
  for (let at = 0; at < frame.length; ) at += writeSync(fd, frame, at);
}
