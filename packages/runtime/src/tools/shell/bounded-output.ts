import type { Readable } from 'node:stream';

export interface BoundedOutput {
  text(): string;
  /** Whether more came than was kept. */
  isCut(): boolean;
}

/** Keeps what a stream gives up to a limit; `onCut` is called once when more comes. */
export function keepOutput(stream: Readable, maxBytes: number, onCut: () => void): BoundedOutput {
  const chunks: Buffer[] = [];
  let room = maxBytes;
  let isCut = false;
  stream.on('data', (chunk: Buffer) => {
    if (isCut) return;
    chunks.push(chunk.subarray(0, room));
    isCut = chunk.length > room;
    room -= Math.min(room, chunk.length);
    if (isCut) onCut();
  });
  return { text: () => new TextDecoder().decode(Buffer.concat(chunks)), isCut: () => isCut };
}
