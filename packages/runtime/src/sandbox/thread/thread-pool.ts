// Isolates inside the host process, stepped on its own thread: the fastest level, with the isolate as its only layer.
//
// Threat: a program that defeats the isolate's timeout or heap limit takes the host with it, and one that breaks out of
// V8 is in the host. Built-in functions that loop (`indexOf` over a length of 2 ** 53) never check whether they should
// stop, and a thread cannot be killed from outside, so nothing here can end them. For programs that are trusted only.
//
// Invariants
//   T1. The number of isolates is fixed. Sessions that wait for one are served in turn.
//   T2. A program that waits keeps its isolate only until another needs it, and is then resumed by replay.

import { createFairQueue } from '../../fair-queue.js';
import { createGuestScript } from '../isolate/guest-script.js';
import { StripperBrokenError } from '../isolate/compile-program.js';
import { createStepMachine, type StepMachine, type StepResult } from '../isolate/step-machine.js';
import { loadIsolatedVm } from '../isolate/isolated-vm.js';
import { createLaneBudget, NOTHING_USED, outOfCpu, outOfHeap } from '../lane-budget.js';
import { guestLimitsOf, type Limits } from '../limits.js';
import type { Sandbox, SandboxPool, SandboxTerms } from '../sandbox.js';
import { placeTaken, SandboxLostError } from '../sandbox-errors.js';
import { createSpareIsolates, NO_SPARES } from '../spare-isolates.js';
import { UnsupportedEngineError } from '../worker-process/addon-path.js';

export interface ThreadPoolDeps {
  readonly addon: string;
  readonly limits: Limits;
  readonly maxLanes: number;
  /** Whether isolates are made ahead of the programs that will need them. */
  readonly keepsSpares: boolean;
}

interface ThreadLane extends Sandbox {
  /** When it last ran; it has been waiting since. */
  readonly usedAt: number;
  readonly hasStarted: boolean;
  revoke(): void;
}

interface Applicant {
  readonly terms: SandboxTerms;
  readonly admit: (lane: Sandbox) => void;
}

/** How long a program must have waited before its isolate is given to another: most tools reply sooner. */
const WAITED_MS = 100;
const LOOK_MS = 50;

export function createThreadPool({ addon, limits, maxLanes, keepsSpares }: ThreadPoolDeps): SandboxPool {
  assertStartedFor();
  const ivm = loadIsolatedVm(addon);
  const machines: StepMachine[] = [];
  const openGuest = createGuestScript(ivm, guestLimitsOf(limits));
  const create = (): StepMachine => createStepMachine({ ivm, heapMb: limits.heapMb, openGuest });
  /** The stack is the host's own: its size cannot be another for one program. */
  const createFor = (own: Limits): StepMachine =>
    createStepMachine({ ivm, heapMb: own.heapMb, openGuest: createGuestScript(ivm, guestLimitsOf(own)) });
  const make = (): void => {
    const machine = create();
    machine.warmUp();
    machines.push(machine);
  };
  const spares = keepsSpares ? createSpareIsolates({ made: 0, make }) : NO_SPARES;
  const ended = new Set<StepMachine>();
  const clear = (): void => {
    for (const machine of ended) machine[Symbol.dispose]();
    ended.clear();
  };
  /** After the caller has its result: disposing of an isolate takes as long as starting a program. */
  const clearLater = (machine: StepMachine): void => {
    if (ended.size === 0) setImmediate(clear);
    ended.add(machine);
  };

  const queue = createFairQueue<Applicant>();
  const lanes = new Set<ThreadLane>();
  let nextLook: NodeJS.Timeout | undefined;

  const openLane = (terms: SandboxTerms): Sandbox => {
    const isUsual = terms.limits === limits;
    const machine = isUsual ? (machines.pop() ?? create()) : createFor(terms.limits);
    if (isUsual) spares.take();
    const onEnd = (): void => {
      lanes.delete(lane);
      clearLater(machine);
      if (queue.size > 0) serve();
    };
    const lane = createLane(machine, terms, spares.postpone, onEnd);
    lanes.add(lane);
    return lane;
  };
  const longestWaiting = (): ThreadLane | undefined => {
    let longest: ThreadLane | undefined;
    for (const lane of lanes)
      if (lane.hasStarted && (longest === undefined || lane.usedAt < longest.usedAt)) longest = lane;
    return longest && performance.now() - longest.usedAt >= WAITED_MS ? longest : undefined;
  };
  let isServing = false;
  const serve = (): void => {
    if (isServing) return;
    isServing = true;
    clearTimeout(nextLook);
    queue.serve(({ terms, admit }) => {
      // T1 and T2.
      if (lanes.size >= maxLanes) longestWaiting()?.revoke();
      if (lanes.size >= maxLanes) return false;
      admit(openLane(terms));
      return true;
    });
    if (queue.size > 0) nextLook = setTimeout(serve, LOOK_MS);
    isServing = false;
  };

  return {
    prepare: spares.take,
    async open({ session }, terms = { limits, used: NOTHING_USED }) {
      if (queue.size === 0 && lanes.size < maxLanes) return openLane(terms);
      return new Promise((admit) => {
        queue.push(session, { terms, admit });
        serve();
      });
    },
    async [Symbol.asyncDispose]() {
      clearTimeout(nextLook);
      spares[Symbol.dispose]();
      for (const machine of machines.splice(0)) machine[Symbol.dispose]();
      clear();
    },
  };
}

function createLane(
  machine: StepMachine,
  { limits, used }: SandboxTerms,
  onStep: (now: number) => void,
  onEnd: () => void,
): ThreadLane {
  const budget = createLaneBudget(limits, used);
  let hasStarted = false;
  let isOpen = true;
  let usedAt = 0;
  let printed: string[] = [];
  const onPrinted = (text: string): void => void printed.push(text);
  const step = (work: (budgetMs: number) => StepResult): string => {
    if (!isOpen) throw placeTaken();
    const before = performance.now();
    onStep(before);
    printed = [];
    const result = work(budget.stepMs);
    hasStarted = true;
    usedAt = performance.now();
    const spent = usedAt - before;
    if (result.kind === 'output') {
      if (result.isSpent) throw new StripperBrokenError();
      budget.spend({ cpuMs: spent, wallMs: spent }, result.text);
      return result.text;
    }
    if (result.how === 'cpu') return budget.explain(outOfCpu(limits, result.written));
    if (result.how === 'heap') return budget.explain(outOfHeap(limits));
    return budget.explain(new SandboxLostError('its isolate ended', true));
  };
  const end = (): void => {
    if (!isOpen) return;
    isOpen = false;
    onEnd();
  };
  return {
    isolation: 'thread',
    get usedAt() {
      return usedAt;
    },
    get hasStarted() {
      return hasStarted;
    },
    start: async (program) => step((budgetMs) => machine.start(program, budgetMs, onPrinted)),
    deliver: (deliveries) => step((budgetMs) => machine.deliver(deliveries, budgetMs, onPrinted)),
    get printed() {
      return printed;
    },
    get used() {
      return budget.used;
    },
    replaying: budget.replaying,
    condemn: end,
    revoke: end,
    [Symbol.dispose]: end,
  };
}

/** What a worker process is started with, the embedder must start the host with. */
function assertStartedFor(): void {
  const missing = [
    ...(process.execArgv.includes('--no-node-snapshot') ? [] : ['with the flag --no-node-snapshot']),
    ...(Intl.DateTimeFormat().resolvedOptions().timeZone === 'UTC' ? [] : ['with TZ=UTC in its environment']),
    ...(Intl.Collator().resolvedOptions().locale === 'en-US' ? [] : ['with LC_ALL=en_US.UTF-8 in its environment']),
  ];
  if (missing.length === 0) return;
  throw new UnsupportedEngineError(
    `Cannot use isolation "thread" in this process: start Node ${missing.join(' and ')}, or use isolation "process"`,
  );
}
