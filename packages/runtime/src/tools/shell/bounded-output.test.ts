import { once } from 'node:events';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { keepOutput } from './bounded-output.js';

async function keep(chunks: readonly string[], maxBytes: number) {
  let cuts = 0;
  const stream = Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
  const output = keepOutput(stream, maxBytes, () => cuts++);
  await once(stream, 'end');
  return { text: output.text(), isCut: output.isCut(), cuts };
}

describe('keepOutput', () => {
  it('keeps all that fits', async () => {
    expect(await keep(['ab', 'cd'], 4)).toEqual({ text: 'abcd', isCut: false, cuts: 0 });
  });

  it('cuts at the limit and tells once', async () => {
    expect(await keep(['ab', 'cd', 'ef', 'gh'], 3)).toEqual({ text: 'abc', isCut: true, cuts: 1 });
  });
});
