// A worker in the hands of an attacker: it speaks frames, and breaks the protocol in the way it is told to.
// Run as a process of its own: node hostile-worker.ts <way>, or with the way `says` and, on descriptor 3, the text it
// answers everything with.

import { closeSync, readFileSync, readSync, writeSync } from 'node:fs';
import { encodeFrame, FRAME_HEAD, readHead, TO_HOST, TO_WORKER } from '@toolshed/runtime/internal/sandbox/frames';

const DONE = '{"calls":[],"logs":[],"emitted":[],"cleared":[],"done":{"ok":true,"value":"polite"}}';

type Way = (lane: number) => void;

const send = (bytes: Uint8Array): void => {
  for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at);
};
const output = (lane: number, text: string): void => send(encodeFrame(TO_HOST.output, lane, 0, text));
const printed = (lane: number, text: string): void => send(encodeFrame(TO_HOST.printed, lane, 0, text));
const ready = (): void => send(encodeFrame(TO_HOST.ready, 0, 0, ''));
const withLength = (lane: number, length: number): Buffer => {
  const head = encodeFrame(TO_HOST.output, lane, 0, '');
  head.writeUInt32LE(length, 0);
  return head;
};
const raw = (lane: number, body: Buffer): void => send(Buffer.concat([withLength(lane, body.length), body]));

/** What it does when it is told to start a program. */
const WAYS: Readonly<Record<string, Way>> = {
  polite: (lane) => output(lane, DONE),
  'random bytes': () => send(Buffer.from(Array.from({ length: 4_096 }, (_, i) => (i * 7_919 + 13) % 251))),
  'a frame of four gigabytes': (lane) => send(withLength(lane, 0xffff_ffff)),
  'a frame just too large': (lane) => send(withLength(lane, 64 * 1024 * 1024 + 1)),
  'a forged lane': (lane) => output(lane + 1_000, DONE),
  'an answer for lane 0': () => output(0, DONE),
  'an answer for an earlier lane': (lane) => output(lane - 1, DONE),
  'two answers to one question': (lane) => {
    output(lane, DONE);
    output(lane, DONE);
  },
  'an answer, and half of another': (lane) => {
    output(lane, DONE);
    send(withLength(lane, 1_000_000).subarray(0, 7));
  },
  'an unknown kind': (lane) => send(encodeFrame(9, lane, 0, DONE)),
  'a kind of the host’s own': (lane) => send(encodeFrame(TO_WORKER.drop, lane, 0, DONE)),
  'ready a second time': ready,
  'ready without end': () => {
    for (;;) ready();
  },
  'complaints without end': () => {
    for (;;) writeSync(2, 'x'.repeat(65_536));
  },
  'answers without end': (lane) => {
    for (;;) output(lane, DONE);
  },
  'lines without end': (lane) => {
    for (;;) printed(lane, '{"calls":[],"logs":[["log","x"]]}');
  },
  'empty lines without end': (lane) => {
    for (;;) printed(lane, '');
  },
  'lines of another lane': (lane) => printed(lane + 1, '{"calls":[],"logs":[["log","x"]]}'),
  'a line, and silence': (lane) => printed(lane, '{"calls":[],"logs":[["log","x"]]}'),
  'half a head, and silence': (lane) => send(withLength(lane, 10).subarray(0, FRAME_HEAD - 3)),
  'half a frame, and silence': (lane) => send(Buffer.concat([withLength(lane, 100), Buffer.from('{"calls"')])),
  'a large frame, byte by byte': (lane) => {
    send(withLength(lane, 20 * 1024 * 1024));
    for (;;) send(Buffer.from('x'));
  },
  'an answer, and no more output': (lane) => {
    output(lane, DONE);
    closeSync(1);
  },
  silence: () => undefined,
  'invalid UTF-8': (lane) => raw(lane, Buffer.from([0x22, 0xc3, 0x28, 0xff, 0x22])),
  'a surrogate in UTF-8': (lane) => raw(lane, Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])),
  'an overlong encoding': (lane) => raw(lane, Buffer.from([0x22, 0xc0, 0xaf, 0x22])),
  'the end of its output': () => process.exit(0),
  'an abort': () => process.abort(),
  'a signal to itself': () => process.kill(process.pid, 'SIGKILL'),
};

/** What it does before it is asked anything. */
const GREETINGS: Readonly<Record<string, () => void>> = {
  'random bytes instead of a greeting': () => send(Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')),
  'an answer instead of a greeting': () => output(1, DONE),
  'a greeting with a body': () => send(encodeFrame(TO_HOST.ready, 0, 0, 'hello')),
  'a greeting on a lane': () => send(encodeFrame(TO_HOST.ready, 7, 0, '')),
  'an answer right after its greeting': () => {
    ready();
    output(1, DONE);
  },
  'nothing, and an exit': () => process.exit(1),
};

function main(way: string, text: string | undefined): void {
  (GREETINGS[way] ?? ready)();
  const head = Buffer.alloc(FRAME_HEAD);
  for (;;) {
    if (!fill(head)) return;
    const { length, kind, lane } = readHead(head);
    if (!fill(Buffer.alloc(length))) return;
    if (kind !== TO_WORKER.start && kind !== TO_WORKER.deliver) continue;
    if (text === undefined) (WAYS[way] ?? WAYS['polite'])?.(lane);
    else output(lane, text);
  }
}

function fill(buffer: Buffer): boolean {
  for (let at = 0; at < buffer.length; ) {
    const count = readSync(0, buffer, at, buffer.length - at, null);
    if (count === 0) return false;
    at += count;
  }
  return true;
}

const [way = 'polite'] = process.argv.slice(2);
main(way, way === 'says' ? readFileSync(3, 'utf8') : undefined);
