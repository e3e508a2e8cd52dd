import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeFrame } from '../frames.js';
import { createFrameInput } from './blocking-frames.js';
import type { ReadInput } from './worker-input.js';

/** Hands out bytes in pieces of these sizes, over and over, then nothing more. */
function inPieces(bytes: Buffer, sizes: readonly number[]): ReadInput {
  let at = 0;
  let turn = 0;
  return (buffer, from) => {
    const size = sizes[turn++ % sizes.length] ?? 1;
    const copied = bytes.copy(buffer, from, at, Math.min(bytes.length, at + size));
    at += copied;
    return copied;
  };
}

const word = fc.integer({ min: 0, max: 0xffff_ffff });
const frame = fc.tuple(
  fc.integer({ min: 0, max: 255 }),
  word,
  word,
  fc.oneof(
    fc.string(),
    fc.nat({ max: 200_000 }).map((length) => 'x'.repeat(length)),
  ),
);
const sizes = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 5 });

describe('the frames a worker reads', () => {
  it('are what the host wrote, however they are cut and however long they are', () => {
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 5 }), sizes, (frames, cuts) => {
        const read = createFrameInput(inPieces(Buffer.concat(frames.map((one) => encodeFrame(...one))), cuts));
        for (const [kind, lane, number, text] of frames) {
          const got = read();
          expect([got?.kind, got?.lane, got?.number, got?.body.toString()]).toEqual([kind, lane, number, text]);
        }
        expect(read()).toBeUndefined();
      }),
      { numRuns: 200 },
    );
  });

  it('end where the host is gone in the middle of one', () => {
    const bytes = encodeFrame(1, 1, 1, 'whole');
    for (let length = 0; length < bytes.length; length++) {
      expect(createFrameInput(inPieces(bytes.subarray(0, length), [7]))()).toBeUndefined();
    }
  });
});
