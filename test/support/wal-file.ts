// What lies in a SQLite write-ahead log: a header, then frames; a frame that ends a transaction says so.

import { readFileSync } from 'node:fs';

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

export interface Wal {
  readonly bytes: Buffer;
  readonly frameBytes: number;
  /** Where each committed transaction ends, as an offset in the file. */
  readonly commits: readonly number[];
}

export function readWal(file: string): Wal {
  const bytes = readFileSync(`${file}-wal`);
  if (bytes.length < HEADER_BYTES) return { bytes, frameBytes: 0, commits: [] };
  const frameBytes = FRAME_HEADER_BYTES + bytes.readUInt32BE(8);
  const commits: number[] = [];
  for (let at = HEADER_BYTES; at + frameBytes <= bytes.length; at += frameBytes) {
    if (bytes.readUInt32BE(at + 4) !== 0) commits.push(at + frameBytes);
  }
  return { bytes, frameBytes, commits };
}
