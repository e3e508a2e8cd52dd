// One worker process, as the host holds it. The host owns the clock and the kill: a step that takes too long or a
// process that grows too large ends with SIGKILL, and only the execution that was being stepped is to blame.
//
// Invariants
//   W1. A worker answers frames in the order they were sent, so the oldest unanswered one is the one it is running.
//   W2. A frame that answers nothing, names another lane or is too large ends the worker; nothing in it is used.
//   W3. After a worker is gone every unanswered step rejects, the running one with its limit or as lost.

import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { SandboxWalls } from '../../execution/execution-result.js';
import { encodeFrame, FRAME_HEAD, readHead, TO_HOST, TO_WORKER } from '../frames.js';
import { LIMIT_CODES, type Limits } from '../limits.js';
import { GuestProtocolError, LimitError, SandboxLostError } from '../sandbox-errors.js';

export interface WorkerDeps {
  readonly child: ChildProcess;
  readonly walls: SandboxWalls;
  /** The worker's own process id, which behind a wall is not the child's. */
  readonly pid: () => number | undefined;
  readonly limits: Limits;
  readonly onGone: () => void;
}

export interface StepReply {
  readonly text: string;
  readonly cpuMicros: number;
  readonly wallMs: number;
}

export interface Worker {
  readonly walls: SandboxWalls;
  readonly isGone: boolean;
  /** Sends a frame and resolves with its answer. `budgetMs` is how long the host lets it run. */
  step(lane: number, frame: Buffer, budgetMs: number): Promise<StepReply>;
  drop(lane: number): void;
  warm(): void;
  kill(): void;
}

interface Request {
  readonly lane: number;
  readonly budgetMs: number;
  readonly sentAt: number;
  resolve(reply: StepReply): void;
  reject(error: Error): void;
}

const WATCH_MS = 20;
/** How much longer than its budget a step may take before the process is killed: the worker's own timeout is cleaner. */
const GRACE_MS = 500;
const MAX_FRAME_BYTES = 64 * 1024 * 1024;

export function createWorker({ child, walls, pid, limits, onGone }: WorkerDeps): Worker {
  const waiting: Request[] = [];
  let chunks: Buffer = Buffer.alloc(0);
  let lastReplyAt = 0;
  let gone: string | undefined;
  let watch: NodeJS.Timeout | undefined;
  let workerPid: number | undefined;

  const end = (how: string, blame?: Error): void => {
    if (gone !== undefined) return;
    gone = how;
    clearInterval(watch);
    child.kill('SIGKILL');
    for (const [index, request] of waiting.splice(0).entries()) {
      request.reject(index === 0 && blame ? blame : new SandboxLostError(how));
    }
    onGone();
  };

  const startedAt = (request: Request): number => Math.max(request.sentAt, lastReplyAt);

  const look = (): void => {
    const [running] = waiting;
    if (!running) {
      clearInterval(watch);
      watch = undefined;
      return;
    }
    if (performance.now() - startedAt(running) > running.budgetMs + GRACE_MS) {
      end(
        'its program did not stop in time',
        new LimitError(
          LIMIT_CODES.cpuMs,
          `Cannot go on: the program used more than ${limits.cpuMs} ms of processor time`,
        ),
      );
      return;
    }
    const rssMb = residentMb(workerPid ??= pid());
    if (rssMb > limits.rssMb) {
      end(
        'it used too much memory',
        new LimitError(LIMIT_CODES.rssMb, `Cannot go on: the program used more than ${limits.rssMb} MB of memory`),
      );
    }
  };

  const answer = (kind: number, lane: number, cpuMicros: number, text: string): void => {
    if (kind === TO_HOST.ready) return;
    const request = waiting.shift();
    if (!request || request.lane !== lane) {
      if (request) waiting.unshift(request);
      throw new GuestProtocolError(`lane ${lane} was not asked anything`);
    }
    const wallMs = performance.now() - startedAt(request);
    lastReplyAt = performance.now();
    if (kind === TO_HOST.output) request.resolve({ text, cpuMicros, wallMs });
    else if (kind === TO_HOST.ended) request.reject(endedError(text, limits));
    else throw new GuestProtocolError(`unknown kind ${kind}`);
  };

  const receive = (chunk: Buffer): void => {
    if (gone !== undefined) return;
    chunks = chunks.length === 0 ? chunk : Buffer.concat([chunks, chunk]);
    try {
      chunks = readFrames(chunks, answer);
    } catch (error) {
      end(error instanceof Error ? error.message : 'it broke the protocol');
    }
  };

  child.stdout?.on('data', receive);
  child.stderr?.resume();
  child.stdin?.on('error', () => end('its input was closed'));
  child.on('error', (error) => end(error.message));
  child.on('exit', (code, signal) => end(`its process ended (${signal ?? `exit code ${code}`})`));

  const send = (frame: Buffer): void => {
    child.stdin?.write(frame);
  };

  return {
    walls,
    get isGone() {
      return gone !== undefined;
    },
    step: (lane, frame, budgetMs) =>
      new Promise((resolve, reject) => {
        if (gone !== undefined) {
          reject(new SandboxLostError(gone));
          return;
        }
        waiting.push({ lane, budgetMs, sentAt: performance.now(), resolve, reject });
        watch ??= setInterval(look, WATCH_MS).unref();
        send(frame);
      }),
    drop: (lane) => {
      if (gone === undefined) send(encodeFrame(TO_WORKER.drop, lane, 0, ''));
    },
    warm: () => {
      if (gone === undefined) send(encodeFrame(TO_WORKER.warm, 0, 0, ''));
    },
    kill: () => end('it was ended'),
  };
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Hands on each whole frame and returns the bytes of the last, incomplete one. */
function readFrames(bytes: Buffer, answer: (kind: number, lane: number, number: number, text: string) => void): Buffer {
  let at = 0;
  while (bytes.length - at >= FRAME_HEAD) {
    const { length, kind, lane, number } = readHead(bytes, at);
    if (length > MAX_FRAME_BYTES) throw new GuestProtocolError(`a frame of ${length} bytes`);
    if (bytes.length - at < FRAME_HEAD + length) break;
    const body = bytes.subarray(at + FRAME_HEAD, at + FRAME_HEAD + length);
    at += FRAME_HEAD + length;
    answer(kind, lane, number, decoder.decode(body));
  }
  return at === 0 ? bytes : bytes.subarray(at);
}

function endedError(text: string, limits: Limits): Error {
  if (text.startsWith('cpu ')) {
    return new LimitError(
      LIMIT_CODES.cpuMs,
      `Cannot go on: the program used more than ${limits.cpuMs} ms of processor time`,
    );
  }
  if (text.startsWith('heap ')) {
    return new LimitError(LIMIT_CODES.heapMb, `Cannot go on: the program used more than ${limits.heapMb} MB of heap`);
  }
  return new SandboxLostError('its isolate ended');
}

const PAGE_MB = 4096 / 1024 / 1024;

/** Zero where the machine has no /proc: the heap limit and the clock are then all there is. */
function residentMb(pid: number | undefined): number {
  if (process.platform !== 'linux' || pid === undefined) return 0;
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_MB;
  } catch {
    return 0;
  }
}
