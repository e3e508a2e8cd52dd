// What travels between host and worker: a fixed head, then text.
//
//   head      length of the body (4 bytes), kind (1), lane (4), number (4); little-endian
//   body      UTF-8
// A lane is the host's number for one isolate in one worker. `number` is the processor time the step may still use
// (to the worker, milliseconds) or has used (to the host, microseconds).
//
// To the worker
//   start     body: JSON of the program
//   deliver   body: any number of deliveries; one step per delivery
//             each: call (4), time (8, a double), what it is (1), length of its JSON (4), its JSON
//   drop      ends a lane
//   warm      prepares a spare isolate while nothing else is to do
// To the host
//   printed   body: what the program printed just now, in the form of an output; its step continues
//   output    body: what the isolate wrote, all that was printed included
//   ended     body: `cpu`, `heap` or `crashed`, a space, and what the isolate had written, if available

import type { Delivery } from './sandbox.js';

export const FRAME_HEAD = 13;

export const TO_WORKER = { start: 1, deliver: 2, drop: 3, warm: 4 } as const;
export const TO_HOST = { output: 1, ended: 2, ready: 3, printed: 4 } as const;

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

export function encodeDeliveries(lane: number, number: number, deliveries: readonly Delivery[]): Buffer {
  const length = deliveries.reduce((sum, { json }) => sum + DELIVERY_HEAD + Buffer.byteLength(json ?? ''), 0);
  const frame = Buffer.allocUnsafe(FRAME_HEAD + length);
  writeHead(frame, length, TO_WORKER.deliver, lane, number);
  let at = FRAME_HEAD;
  for (const { kind, call, at: time, json } of deliveries) {
    const written = json === undefined ? 0 : frame.write(json, at + DELIVERY_HEAD);
    frame.writeUInt32LE(call, at);
    frame.writeDoubleLE(time, at + 4);
    frame.writeUInt8(json === undefined ? DELIVERED.nothing : DELIVERED[kind], at + 12);
    frame.writeUInt32LE(written, at + 13);
    at += DELIVERY_HEAD + written;
  }
  return frame;
}

export function* decodeDeliveries(body: Buffer): Generator<Delivery> {
  for (let at = 0; at < body.length; ) {
    const end = at + DELIVERY_HEAD + body.readUInt32LE(at + 13);
    const what = body.readUInt8(at + 12);
    const facts = { call: body.readUInt32LE(at), at: body.readDoubleLE(at + 4) };
    const json = body.toString('utf8', at + DELIVERY_HEAD, end);
    if (what === DELIVERED.error) yield { ...facts, kind: 'error', json };
    else yield { ...facts, kind: 'value', json: what === DELIVERED.nothing ? undefined : json };
    at = end;
  }
}

const DELIVERY_HEAD = 17;
const DELIVERED = { value: 0, error: 1, nothing: 2 } as const;

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
