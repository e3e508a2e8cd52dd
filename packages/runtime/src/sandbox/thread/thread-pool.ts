// Isolates inside the host process, stepped on its own thread: the fastest way, and one wall only.
//
// Threat: a program that defeats the isolate's timeout or heap limit takes the host with it, and one that breaks out of
// V8 is in the host. For embedders whose programs are not hostile, or who put a wall around the whole process.

import { createGuestScript } from '../isolate/guest-script.js';
import { createStepMachine, type StepMachine, type StepResult } from '../isolate/step-machine.js';
import { loadIsolatedVm } from '../isolate/isolated-vm.js';
import { createLaneBudget, outOfCpu, outOfHeap } from '../lane-budget.js';
import { guestLimitsOf, type Limits } from '../limits.js';
import type { Sandbox, SandboxPool } from '../sandbox.js';
import { SandboxLostError } from '../sandbox-errors.js';
import { createSpareIsolates } from '../spare-isolates.js';
import { UnsupportedEngineError } from '../worker-process/addon-path.js';

export interface ThreadPoolDeps {
  readonly addon: string;
  readonly limits: Limits;
}

export function createThreadPool({ addon, limits }: ThreadPoolDeps): SandboxPool {
  assertStartedFor();
  const ivm = loadIsolatedVm(addon);
  const machines: StepMachine[] = [];
  const openGuest = createGuestScript(ivm, guestLimitsOf(limits));
  const create = (): StepMachine => createStepMachine({ ivm, heapMb: limits.heapMb, openGuest });
  const make = (): void => {
    const machine = create();
    machine.warmUp();
    machines.push(machine);
  };
  const spares = createSpareIsolates({ made: 0, make });
  const ended = new Set<StepMachine>();
  const clear = (): void => {
    for (const machine of ended) machine[Symbol.dispose]();
    ended.clear();
  };
  /** After whoever waits for the program has its result: taking an isolate down takes as long as starting a program. */
  const clearLater = (machine: StepMachine): void => {
    if (ended.size === 0) setImmediate(clear);
    ended.add(machine);
  };
  return {
    prepare: spares.take,
    async open() {
      const machine = machines.pop() ?? create();
      spares.take();
      return createLane(machine, limits, spares.postpone, clearLater);
    },
    async [Symbol.asyncDispose]() {
      spares[Symbol.dispose]();
      for (const machine of machines.splice(0)) machine[Symbol.dispose]();
      clear();
    },
  };
}

function createLane(
  machine: StepMachine,
  limits: Limits,
  onStep: (now: number) => void,
  onEnd: (machine: StepMachine) => void,
): Sandbox {
  const budget = createLaneBudget(limits);
  const step = (work: (budgetMs: number) => StepResult): string => {
    const before = performance.now();
    onStep(before);
    const result = work(budget.stepMs);
    const spent = performance.now() - before;
    if (result.kind === 'output') {
      budget.spend({ cpuMs: spent, wallMs: spent });
      return result.text;
    }
    if (result.how === 'cpu') return budget.explain(outOfCpu(limits));
    if (result.how === 'heap') throw outOfHeap(limits);
    throw new SandboxLostError('its isolate ended', true);
  };
  const end = (): void => onEnd(machine);
  return {
    walls: 'thread',
    start: async (program) => step((budgetMs) => machine.start(program, budgetMs)),
    deliver: (deliveries) => step((budgetMs) => machine.deliver(deliveries, budgetMs)),
    condemn: end,
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
