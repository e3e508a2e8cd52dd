// Worker processes and who may use them.
//
// Invariants
//   P1. A worker serves one trust domain; once a program of a domain ran in it, it is never given to another.
//   P2. An isolate runs one execution and is never reused.
//   P3. Once prepared, a spare process is kept ready, so that starting a program waits for none to start.

import type { ChildProcess } from 'node:child_process';
import type { SandboxWalls } from '../../execution/execution-result.js';
import { encodeDeliveries, encodeFrame, TO_WORKER } from '../frames.js';
import { createLaneBudget } from '../lane-budget.js';
import type { Limits } from '../limits.js';
import type { MemoryGroup } from '../os-sandbox/memory-group.js';
import type { GuestProgram, Sandbox, SandboxPool } from '../sandbox.js';
import { createSpareIsolates, type SpareIsolates } from '../spare-isolates.js';
import { createWorker, type Worker } from './worker.js';

export interface ProcessPoolDeps {
  readonly limits: Limits;
  readonly spawn: () => {
    readonly child: ChildProcess;
    readonly walls: SandboxWalls;
    readonly pid: () => number | undefined;
    readonly memory: MemoryGroup | undefined;
  };
  readonly maxWorkers: number;
  readonly maxLanes: number;
  /** How long a worker whose executions have ended waits for more of its domain. */
  readonly idleMs: number;
  /** Called when every worker is taken: whoever keeps idle isolates should let some go. */
  readonly onPressure: () => void;
}

interface Seat {
  readonly worker: Worker;
  domain: string | undefined;
  lanes: number;
  idle: NodeJS.Timeout | undefined;
  readonly spares: SpareIsolates;
}

interface Applicant {
  readonly domain: string;
  readonly admit: (seat: Seat) => void;
}

export function createProcessPool(deps: ProcessPoolDeps): SandboxPool {
  const { limits, maxWorkers, maxLanes, idleMs, onPressure } = deps;
  const seats = new Set<Seat>();
  const queue: Applicant[] = [];
  const traffic = { steps: 0 };
  let nextLane = 1;
  let isClosed = false;

  const hire = (): Seat => {
    const { child, walls, pid, memory } = deps.spawn();
    const worker = createWorker({ child, walls, pid, limits, memory, traffic, onGone: () => dismiss(seat) });
    // The first is made as the worker starts; the others once a program shows that they will be used.
    const spares = createSpareIsolates({ made: 1, make: () => worker.warm() });
    const seat: Seat = { worker, domain: undefined, lanes: 0, idle: undefined, spares };
    seats.add(seat);
    worker.warm();
    return seat;
  };

  const dismiss = (seat: Seat): void => {
    clearTimeout(seat.idle);
    seat.spares[Symbol.dispose]();
    seats.delete(seat);
    seat.worker.kill();
    admitWaiting();
  };

  const ofDomain = (domain: string): Seat | undefined =>
    [...seats].find((seat) => seat.domain === domain && seat.lanes < maxLanes && !seat.worker.isGone);
  const spare = (): Seat | undefined => [...seats].find((seat) => seat.domain === undefined && !seat.worker.isGone);

  const seatFor = (domain: string): Seat | undefined => {
    const own = ofDomain(domain);
    if (own) return own;
    const fresh = spare() ?? (seats.size < maxWorkers ? hire() : undefined);
    if (fresh) fresh.domain = domain;
    return fresh ?? evictIdle(domain);
  };

  /** A domain that has nothing running gives way to one that has. */
  const evictIdle = (domain: string): Seat | undefined => {
    const idle = [...seats].find((seat) => seat.lanes === 0);
    if (!idle) return undefined;
    dismiss(idle);
    const seat = hire();
    seat.domain = domain;
    return seat;
  };

  // Finding a seat may dismiss another, which admits in turn: the one who waits must not be seated twice.
  let isAdmitting = false;
  const admitWaiting = (): void => {
    if (isAdmitting) return;
    isAdmitting = true;
    while (queue.length > 0 && !isClosed) {
      const [first] = queue;
      const seat = first && seatFor(first.domain);
      if (!seat) break;
      queue.shift();
      take(seat);
      first.admit(seat);
    }
    isAdmitting = false;
  };

  const take = (seat: Seat): void => {
    clearTimeout(seat.idle);
    seat.lanes++;
    if (!spare() && seats.size < maxWorkers)
      setImmediate(() => !isClosed && !spare() && seats.size < maxWorkers && hire());
  };

  const leave = (seat: Seat): void => {
    seat.lanes--;
    if (seat.lanes === 0) seat.idle = setTimeout(() => dismiss(seat), idleMs).unref();
    admitWaiting();
  };

  const admission = (domain: string): Promise<Seat> =>
    new Promise((resolve) => {
      queue.push({ domain, admit: resolve });
      admitWaiting();
      if (queue.length > 0) onPressure();
    });

  return {
    prepare: () => {
      if (!spare() && seats.size < maxWorkers) hire();
    },
    async open(domain) {
      const seat = await admission(domain);
      return createLane({
        worker: seat.worker,
        lane: nextLane++,
        limits,
        onStep: (step) => (step === 'start' ? seat.spares.take() : seat.spares.postpone()),
        onClose: () => leave(seat),
      });
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      for (const seat of [...seats]) dismiss(seat);
    },
  };
}

interface LaneDeps {
  readonly worker: Worker;
  readonly lane: number;
  readonly limits: Limits;
  readonly onStep: (step: 'start' | 'deliver') => void;
  readonly onClose: () => void;
}

/** One execution's place in a worker. */
function createLane({ worker, lane, limits, onStep, onClose }: LaneDeps): Sandbox {
  const budget = createLaneBudget(limits);
  let isOpen = true;

  const step = async (kind: 'start' | 'deliver', encode: (budgetMs: number) => Buffer): Promise<string> => {
    const { stepMs } = budget;
    onStep(kind);
    const answer = worker.step(lane, encode(stepMs), stepMs, kind);
    const { text, cpuMicros, wallMs } = await answer.catch(budget.explain);
    budget.spend({ cpuMs: cpuMicros / 1000, wallMs });
    return text;
  };

  return {
    walls: worker.walls,
    start: (program: GuestProgram) => {
      const body = JSON.stringify(program);
      return step('start', (budgetMs) => encodeFrame(TO_WORKER.start, lane, budgetMs, body));
    },
    deliver: (deliveries) => step('deliver', (budgetMs) => encodeDeliveries(lane, budgetMs, deliveries)),
    condemn: () => worker.kill(lane),
    [Symbol.dispose]: () => {
      if (!isOpen) return;
      isOpen = false;
      worker.drop(lane);
      onClose();
    },
  };
}
