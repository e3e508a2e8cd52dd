// What travels between host and worker: a fixed head, then text.
//
//   head      length of the body (4 bytes), kind (1), lane (4), number (4); little-endian
//   body      UTF-8
// A lane is the host's number for one isolate in one worker. `number` is the processor time the step may still use
// (to the worker, milliseconds) or has used (to the host, microseconds).
//
// To the worker
//   start     body: JSON of the program
//   deliver   body: any number of deliveries, each a 4-byte length and its JSON; one step per delivery
//   drop      ends a lane
//   warm      prepares a spare isolate while nothing else is to do
// To the host
//   output    body: what the isolate wrote
//   ended     body: `cpu`, `heap` or `crashed`, a space, and detail

export const FRAME_HEAD = 13;

export const TO_WORKER = { start: 1, deliver: 2, drop: 3, warm: 4 } as const;
export const TO_HOST = { output: 1, ended: 2, ready: 3 } as const;

export interface Frame {
  readonly kind: number;
  readonly lane: number;
  readonly number: number;
  readonly body: Buffer;
}

export function encodeFrame(kind: number, lane: number, number: number, body: string): Buffer {
  const length = Buffer.byteLength(body);
  const frame = Buffer.allocUnsafe(FRAME_HEAD + length);
  writeHead(frame, length, kind, lane, number);
  frame.write(body, FRAME_HEAD);
  return frame;
}

/** One frame holding several texts, each with its own length before it. */
export function encodeTexts(kind: number, lane: number, number: number, texts: readonly string[]): Buffer {
  const length = texts.reduce((sum, text) => sum + 4 + Buffer.byteLength(text), 0);
  const frame = Buffer.allocUnsafe(FRAME_HEAD + length);
  writeHead(frame, length, kind, lane, number);
  let at = FRAME_HEAD;
  for (const text of texts) {
    const written = frame.write(text, at + 4);
    frame.writeUInt32LE(written, at);
    at += 4 + written;
  }
  return frame;
}

export function* decodeTexts(body: Buffer): Generator<string> {
  let at = 0;
  while (at < body.length) {
    const length = body.readUInt32LE(at);
    yield body.toString('utf8', at + 4, at + 4 + length);
    at += 4 + length;
  }
}

export interface FrameHead {
  readonly length: number;
  readonly kind: number;
  readonly lane: number;
  readonly number: number;
}

export const readHead = (bytes: Buffer, at = 0): FrameHead => ({
  length: bytes.readUInt32LE(at),
  kind: bytes.readUInt8(at + 4),
  lane: bytes.readUInt32LE(at + 5),
  number: bytes.readUInt32LE(at + 9),
});

function writeHead(frame: Buffer, length: number, kind: number, lane: number, number: number): void {
  frame.writeUInt32LE(length, 0);
  frame.writeUInt8(kind, 4);
  frame.writeUInt32LE(lane, 5);
  frame.writeUInt32LE(Math.max(0, Math.min(0xffff_ffff, Math.round(number))), 9);
}
