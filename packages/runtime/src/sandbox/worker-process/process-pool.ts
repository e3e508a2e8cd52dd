// Worker processes and who may use them.
//
// Invariants
//   P1. A worker serves one trust domain; once a program of a domain ran in it, it is never given to another.
//   P2. An isolate runs one execution and is never reused.
//   P3. Once prepared, a spare process is kept ready, also at the limit of workers if one can be spared, so that starting
//       a program waits for none to start; unless the host wants none.
//   P4. Sessions that wait are served in turn, and a session that waits for a worker does not hold up one that has a worker.
//   P5. The number of workers of a session is limited; a second one only while there is another spare for a newcomer.
//   P6. A program that waits (for a tool, a person or time) keeps its lane only until another session needs the worker
//       or its own session needs the lane. One that runs is never stopped for others.

import type { ChildProcess } from 'node:child_process';
import type { IsolationLevel } from '../isolation-level.js';
import { createFairQueue } from '../../fair-queue.js';
import { NOTHING_USED } from '../lane-budget.js';
import type { Limits } from '../limits.js';
import type { MemoryGroup } from '../os-sandbox/memory-group.js';
import type { SandboxPool, SandboxTerms, Tenant } from '../sandbox.js';
import { createSpareIsolates } from '../spare-isolates.js';
import { createLane, type Lane } from './lane.js';
import { busyLanes, leastBusy, longestWaiting, mostExpendable, type Seat, type Unused } from './seat.js';
import { createWorker } from './worker.js';

export interface ProcessPoolDeps {
  readonly limits: Limits;
  /** `stackKb` is of the whole process. */
  readonly spawn: (stackKb: number) => {
    readonly child: ChildProcess;
    readonly isolation: IsolationLevel;
    readonly pid: () => number | undefined;
    readonly memory: MemoryGroup | undefined;
  };
  readonly maxWorkers: number;
  readonly workersPerSession: number;
  readonly maxLanes: number;
  /** How many may be starting at once: starting takes a processor for a while, and those that run need it, too. */
  readonly maxStarting: number;
  /** Whether a spare is kept (P3). */
  readonly keepsSpare: boolean;
  /** How long a worker whose executions have ended waits for more of its domain. */
  readonly idleMs: number;
}

/** A tenant, and what its program is given. */
interface Guest extends Tenant {
  readonly terms: SandboxTerms;
}

interface Applicant {
  readonly tenant: Guest;
  readonly admit: (lane: Lane) => void;
}

/** How long a program must have waited before its lane is given to another: most tools reply sooner. */
const WAITED_MS = 100;
const FOR_NEWCOMER: Unused = { emptyMs: 0, waitingMs: WAITED_MS };
const FOR_SPARE: Unused = { emptyMs: 2_000, waitingMs: 2_000 };
/** How often those that wait are looked at while nothing else happens. */
const LOOK_MS = 50;
const NO_SEATS: ReadonlySet<Seat> = new Set();

export function createProcessPool(deps: ProcessPoolDeps): SandboxPool {
  const { limits, maxWorkers, workersPerSession, maxLanes, maxStarting, keepsSpare, idleMs } = deps;
  const seats = new Set<Seat>();
  const spare = new Set<Seat>();
  const byDomain = new Map<string, Set<Seat>>();
  const bySession = new Map<string, Set<Seat>>();
  const queue = createFairQueue<Applicant>();
  const traffic = { steps: 0 };
  let starting = 0;
  let nextLane = 1;
  let isClosed = false;

  const hire = (stackKb = limits.stackKb): Seat => {
    const { child, isolation, pid, memory } = deps.spawn(stackKb);
    const onReady = (): void => {
      starting--;
      lookSoon();
    };
    const onGone = (): void => dismiss(seat);
    const worker = createWorker({ child, isolation, pid, limits, memory, traffic, onReady, onGone });
    // The first is made as the worker starts; the others once a program shows that they will be used.
    const spares = createSpareIsolates({ made: 1, make: () => worker.warm() });
    const usedAt = performance.now();
    const seat: Seat = {
      worker,
      spares,
      lanes: new Set(),
      domain: undefined,
      session: undefined,
      usedAt,
      idle: undefined,
    };
    starting++;
    seats.add(seat);
    spare.add(seat);
    worker.warm();
    return seat;
  };

  const dismiss = (seat: Seat): void => {
    if (!seats.delete(seat)) return;
    clearTimeout(seat.idle);
    seat.spares[Symbol.dispose]();
    spare.delete(seat);
    leaveGroup(byDomain, seat.domain, seat);
    leaveGroup(bySession, seat.session, seat);
    if (!seat.worker.isReady) starting--;
    seat.worker.kill();
    lookSoon();
  };

  /** Ends a worker that runs no program, if there is one; its programs are replayed elsewhere when they resume. */
  const evict = (among: Iterable<Seat>, unused: Unused): boolean => {
    const seat = mostExpendable(among, unused);
    if (seat) dismiss(seat);
    return seat !== undefined;
  };

  const canHire = (): boolean => seats.size < maxWorkers && starting < maxStarting;
  const readySpare = (): Seat | undefined => [...spare].find(({ worker }) => worker.isReady);
  const anySpare = (): Seat | undefined => readySpare() ?? [...spare][0];

  /** True until something changes: no waiting program could get a worker. */
  let isNothingExpendable = false;
  const evictForNewcomer = (): boolean => {
    if (isNothingExpendable || starting >= maxStarting) return false;
    isNothingExpendable = !evict(seats, FOR_NEWCOMER);
    return !isNothingExpendable;
  };

  /** A worker that is not yet anybody's (P1), within what the session may have (P5). */
  const freshSeat = ({ domain, session, terms }: Guest): Seat | undefined => {
    const held = bySession.get(session) ?? NO_SEATS;
    const { stackKb } = terms.limits;
    const canBeSpare = stackKb === limits.stackKb;
    if (byDomain.has(domain))
      return canBeSpare && held.size < workersPerSession && seats.size < maxWorkers ? readySpare() : undefined;
    if (held.size >= workersPerSession && !evict(held, FOR_NEWCOMER)) return undefined;
    const seat = canBeSpare ? anySpare() : undefined;
    if (seat) return seat;
    return canHire() || (held.size === 0 && evictForNewcomer()) ? hire(stackKb) : undefined;
  };

  const seatFor = (tenant: Guest): Seat | undefined => {
    const own = ownSeat(tenant);
    if (own && busyLanes(own) === 0) return own;
    const fresh = freshSeat(tenant);
    if (fresh) assign(fresh, tenant);
    return fresh ?? own ?? seatInsteadOfWaiting(tenant);
  };

  const ownSeat = ({ domain }: Tenant): Seat | undefined => leastBusy(byDomain.get(domain) ?? NO_SEATS, maxLanes);

  /** P6. */
  const seatInsteadOfWaiting = (tenant: Tenant): Seat | undefined => {
    longestWaiting(byDomain.get(tenant.domain) ?? NO_SEATS, performance.now() - WAITED_MS)?.revoke();
    return ownSeat(tenant);
  };

  const assign = (seat: Seat, { domain, session }: Tenant): void => {
    spare.delete(seat);
    seat.domain = domain;
    seat.session = session;
    joinGroup(byDomain, domain, seat);
    joinGroup(bySession, session, seat);
    setImmediate(keepSpare);
  };

  const keepSpare = (): void => {
    if (!keepsSpare || isClosed || spare.size > 0 || starting >= maxStarting) return;
    if (seats.size < maxWorkers || (queue.size === 0 && evict(seats, FOR_SPARE))) hire();
  };

  const openIn = (seat: Seat, { terms }: Guest): Lane => {
    clearTimeout(seat.idle);
    const lane = createLane({
      worker: seat.worker,
      // P2.
      lane: nextLane++,
      terms,
      isUsual: terms.limits === limits,
      onStep: (step) => (step === 'start' ? seat.spares.take() : seat.spares.postpone()),
      onWaiting: (now) => {
        seat.usedAt = now;
      },
      onClose: () => close(seat, lane),
    });
    seat.lanes.add(lane);
    return lane;
  };

  const close = (seat: Seat, lane: Lane): void => {
    seat.lanes.delete(lane);
    if (!seats.has(seat)) return;
    seat.usedAt = performance.now();
    if (seat.lanes.size === 0) seat.idle = setTimeout(() => dismiss(seat), idleMs).unref();
    lookSoon();
  };

  let isLooking = false;
  let nextLook: NodeJS.Timeout | undefined;
  const lookSoon = (): void => {
    if (isLooking || isClosed || (queue.size === 0 && (spare.size > 0 || !keepsSpare))) return;
    isLooking = true;
    setImmediate(look);
  };
  const look = (): void => {
    isLooking = false;
    clearTimeout(nextLook);
    if (isClosed) return;
    isNothingExpendable = false;
    queue.serve(({ tenant, admit }) => {
      const seat = seatFor(tenant);
      if (seat) admit(openIn(seat, tenant));
      return seat !== undefined;
    });
    if (queue.size > 0) nextLook = setTimeout(look, LOOK_MS);
    else keepSpare();
  };

  /** P4. At once, unless that would be before somebody else's turn. */
  const seatNow = (tenant: Guest): Seat | undefined => {
    if (queue.has(tenant.session)) return undefined;
    return queue.size === 0 ? seatFor(tenant) : ownSeat(tenant);
  };

  return {
    prepare: () => {
      if (spare.size === 0 && seats.size < maxWorkers) hire();
    },
    async open({ domain, session }, terms = { limits, used: NOTHING_USED }) {
      const { stackKb } = terms.limits;
      // A process has one stack size, so those with another do not share one.
      const place = stackKb === limits.stackKb ? domain : `${domain} with a stack of ${stackKb} KB`;
      const tenant = { domain: place, session, terms };
      const seat = seatNow(tenant);
      if (seat) return openIn(seat, tenant);
      return new Promise((admit) => {
        queue.push(tenant.session, { tenant, admit });
        lookSoon();
      });
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      clearTimeout(nextLook);
      for (const seat of [...seats]) dismiss(seat);
    },
  };
}

function joinGroup(groups: Map<string, Set<Seat>>, name: string, seat: Seat): void {
  const group = groups.get(name);
  if (group) group.add(seat);
  else groups.set(name, new Set([seat]));
}

function leaveGroup(groups: Map<string, Set<Seat>>, name: string | undefined, seat: Seat): void {
  const group = name === undefined ? undefined : groups.get(name);
  group?.delete(seat);
  if (name !== undefined && group?.size === 0) groups.delete(name);
}
