// One worker process, as the host holds it. The host owns the clock and the kill: a step that takes too long or a
// process that grows too large ends with SIGKILL, the host's or the kernel's, and only the execution that was being
// stepped is to blame.
//
// Invariants
//   W1. A worker answers frames in the order they were sent, so the oldest unanswered one is the one it is running.
//   W2. A worker speaks once when it is ready and then only when asked: what the running program prints, then the answer.
//       A frame that answers nothing, names another lane, is of no known kind or too large ends the worker, as does a
//       flood of anything; nothing in it is used.
//   W3. After a worker has ended every unanswered step rejects, the running one with its limit or as lost. What it printed
//       before is known by then: all that the process had written is read first.
//   W4. Time counts from when a worker is ready: a slow start is not charged to any program.

import type { ChildProcess } from 'node:child_process';
import type { IsolationLevel } from '../isolation-level.js';
import { encodeFrame, type FrameHead, TO_HOST, TO_WORKER } from '../frames.js';
import { outOfCpu, outOfHeap } from '../lane-budget.js';
import { LIMIT_CODES, type Limits, PER_ITEM } from '../limits.js';
import { GuestProtocolError, LimitError, SandboxLostError } from '../sandbox-errors.js';
import type { MemoryGroup } from '../os-sandbox/memory-group.js';
import { createFrameReader } from './frame-reader.js';
import { createOutbox } from './outbox.js';
import { residentMb } from './resident-memory.js';
import { createReadWritten, createWaitBriefly } from './wait-briefly.js';

export interface WorkerDeps {
  readonly child: ChildProcess;
  readonly isolation: IsolationLevel;
  /** The worker's own process id; inside bubblewrap it is not the child's. */
  readonly pid: () => number | undefined;
  readonly limits: Limits;
  /** The kernel's limit on its memory, where there is one. */
  readonly memory: MemoryGroup | undefined;
  /** The steps under way in all workers of this host. */
  readonly traffic: { steps: number };
  readonly onReady: () => void;
  readonly onGone: () => void;
}

export interface StepReply {
  readonly text: string;
  readonly cpuMicros: number;
  readonly wallMs: number;
}

export interface StepTerms {
  /** How long the host lets it run. */
  readonly budgetMs: number;
  /** No honest answer has more bytes. */
  readonly largestFrame: number;
  /** No honest program prints more characters. */
  readonly mostPrinted: number;
  readonly onPrinted: (text: string) => void;
  /** How soon to expect an answer. */
  readonly kind: keyof typeof SPIN_MS;
}

export interface Worker {
  readonly isolation: IsolationLevel;
  readonly isReady: boolean;
  readonly isGone: boolean;
  step(lane: number, frame: Buffer, terms: StepTerms): Promise<StepReply>;
  drop(lane: number): void;
  warm(): void;
  /** Reads what it has written and the event loop did not get to yet. */
  catchUp(): void;
  /** Ends it because of one lane: whatever else runs in it is not to blame. */
  kill(lane?: number): void;
}

interface Request {
  readonly lane: number;
  readonly budgetMs: number;
  readonly largestFrame: number;
  readonly sentAt: number;
  /** How many more characters it may print. */
  printable: number;
  onPrinted(text: string): void;
  resolve(reply: StepReply): void;
  reject(error: Error): void;
}

/**
 * Ends a process for good. One that is still starting is asked first, by the end of its input: bubblewrap that is
 * killed before it tied its child to itself would leave that child behind.
 */
function dismiss(child: ChildProcess, isReady: boolean): void {
  const kill = (): boolean => child.kill('SIGKILL');
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
  child.unref();
  if (isReady) kill();
  else setTimeout(kill, STARTING_MS).unref();
}

const STARTING_MS = 1_000;
const WATCH_MS = 20;
/** How much longer than its budget a step may take before the process is killed: the worker's own timeout is cleaner. */
const GRACE_MS = 500;
const START_MS = 30_000;
const CLOSING_MS = 500;
const ENDED = 'it was ended';
/** How long the host busy-waits: starting a program takes a while, a step after a result is usually short. */
const SPIN_MS = { start: 1, deliver: 0.4 } as const;
/** Of complaints: an engine that dies says so in a few lines. */
const MAX_STDERR_BYTES = 256 * 1024;

export function createWorker({ child, isolation, pid, limits, memory, traffic, onReady, onGone }: WorkerDeps): Worker {
  const waiting: Request[] = [];
  const outbox = createOutbox((bytes) => child.stdin?.write(bytes));
  const createdAt = performance.now();
  let isReady = false;
  let lastReplyAt = 0;
  let gone: string | undefined;
  let watch: NodeJS.Timeout | undefined;
  let workerPid: number | undefined;

  const end = (how: string, blame?: Error): void =>
    endBecause(how, (_request, isRunning) => (isRunning && blame) || new SandboxLostError(how, isRunning));

  /** W3. */
  const endBecause = (how: string, errorFor: (request: Request, isRunning: boolean) => Error): void => {
    if (gone !== undefined) return;
    gone = how;
    clearInterval(watch);
    outbox[Symbol.dispose]();
    dismiss(child, isReady);
    traffic.steps -= waiting.length;
    for (const [index, request] of waiting.splice(0).entries()) request.reject(errorFor(request, index === 0));
    onGone();
  };

  /** W1, and W4: a reply, the greeting included, is when the next one begins. */
  const startedAt = (request: Request): number => Math.max(request.sentAt, lastReplyAt);

  const look = (): void => {
    const [running] = waiting;
    if (!running) {
      clearInterval(watch);
      watch = undefined;
      return;
    }
    if (!isReady) {
      if (performance.now() - createdAt > START_MS) end('its process did not start in time');
      return;
    }
    if (performance.now() - startedAt(running) > running.budgetMs + GRACE_MS) {
      catchUp();
      end('its program did not stop in time', outOfCpu(limits, ''));
      return;
    }
    workerPid ??= pid();
    if (residentMb(workerPid) <= limits.rssMb) return;
    catchUp();
    end('it used too much memory', outOfMemory(limits));
  };

  const greet = ({ kind, lane }: FrameHead): void => {
    if (kind !== TO_HOST.ready || lane !== 0) throw new GuestProtocolError('it spoke before it was ready');
    isReady = true;
    lastReplyAt = performance.now();
    workerPid = pid();
    if (workerPid !== undefined) memory?.join(workerPid);
    onReady();
  };

  const answer = (head: FrameHead, text: string): void => {
    if (!isReady) {
      greet(head);
      return;
    }
    const { kind, lane, number: cpuMicros } = head;
    // W1 and W2.
    const [request] = waiting;
    if (request?.lane !== lane) throw new GuestProtocolError(`lane ${lane} was not asked anything`);
    if (kind === TO_HOST.printed) {
      request.printable -= text.length + PER_ITEM;
      if (request.printable < 0) throw new GuestProtocolError('it prints more than the isolate may');
      request.onPrinted(text);
      return;
    }
    if (kind !== TO_HOST.output && kind !== TO_HOST.ended) throw new GuestProtocolError(`unknown kind ${kind}`);
    waiting.shift();
    traffic.steps--;
    const now = performance.now();
    const wallMs = now - startedAt(request);
    lastReplyAt = now;
    if (kind === TO_HOST.output) request.resolve({ text, cpuMicros, wallMs });
    else request.reject(endedError(text, limits));
  };

  const reader = createFrameReader({
    maxBytes: () => (isReady ? (waiting[0]?.largestFrame ?? 0) : 0),
    onFrame: answer,
  });

  /** W2. */
  const assertAsked = (isSpeaking: boolean): void => {
    if (isSpeaking && isReady && waiting.length === 0) throw new GuestProtocolError('it was not asked anything');
  };

  const receive = (chunk: Buffer): void => {
    if (gone !== undefined) return;
    try {
      assertAsked(true);
      reader.read(chunk);
      assertAsked(reader.isWithinFrame);
    } catch (error) {
      end(error instanceof Error ? error.message : 'it broke the protocol');
    }
  };

  let complaints = 0;
  const complain = (chunk: Buffer): void => {
    complaints += chunk.length;
    if (complaints > MAX_STDERR_BYTES) end('it flooded its error output');
  };

  const readWritten = createReadWritten(child.stdout, receive);
  const catchUp = (): void => {
    if (gone === undefined && waiting.length > 0) readWritten();
  };

  const isAnswered = (): boolean => waiting.length === 0 || gone !== undefined;
  const awaited = { output: child.stdout, receive, isAnswered };
  const waitBriefly = {
    start: createWaitBriefly({ ...awaited, spinMs: SPIN_MS.start }),
    deliver: createWaitBriefly({ ...awaited, spinMs: SPIN_MS.deliver }),
  };

  child.stdout?.on('data', receive);
  // A process that ends closes its output too, and says more by how it ended.
  child.stdout?.on('close', () => setTimeout(() => end('it closed its output'), CLOSING_MS).unref());
  child.stderr?.on('data', complain);
  child.stdin?.on('error', () => end('its input was closed'));
  child.on('error', (error) => end(error.message));
  child.on('exit', (code, signal) => {
    catchUp();
    const blame = memory?.hasKilled() ? outOfMemory(limits) : undefined;
    end(`its process ended (${signal ?? `exit code ${code}`})`, blame);
    memory?.remove();
  });

  return {
    isolation,
    get isReady() {
      return isReady;
    },
    get isGone() {
      return gone !== undefined;
    },
    step: (lane, frame, { budgetMs, largestFrame, mostPrinted, kind, onPrinted }) =>
      new Promise((resolve, reject) => {
        if (gone !== undefined) {
          reject(new SandboxLostError(gone, false));
          return;
        }
        traffic.steps++;
        waiting.push({
          lane,
          budgetMs,
          largestFrame,
          sentAt: performance.now(),
          printable: mostPrinted,
          onPrinted,
          resolve,
          reject,
        });
        watch ??= setInterval(look, WATCH_MS).unref();
        outbox.send(frame);
        // B2 of `wait-briefly.ts`.
        if (isReady && traffic.steps === 1) waitBriefly[kind]();
      }),
    drop: (lane) => {
      if (gone === undefined) outbox.sendAlong(encodeFrame(TO_WORKER.drop, lane, 0, ''));
    },
    warm: () => {
      if (gone === undefined) outbox.send(encodeFrame(TO_WORKER.warm, 0, 0, ''));
    },
    catchUp,
    kill: (culprit) => endBecause(ENDED, ({ lane }) => new SandboxLostError(ENDED, lane === culprit)),
  };
}

const CPU = 'cpu ';

function endedError(text: string, limits: Limits): Error {
  if (text.startsWith(CPU)) {
    return outOfCpu(limits, text.slice(CPU.length));
  }
  if (text.startsWith('heap ')) {
    return outOfHeap(limits);
  }
  return new SandboxLostError('its isolate ended', true);
}

const outOfMemory = (limits: Limits): LimitError =>
  new LimitError(LIMIT_CODES.rssMb, `Cannot go on: the program used more than ${limits.rssMb} MB of memory`);
