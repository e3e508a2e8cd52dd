// The worker: a plain loop that reads a frame, steps an isolate and writes a frame. It has no event loop, no files,
// no environment and nothing worth stealing; even if a program takes it over, the host reads its frames as hostile.

import { setFlagsFromString } from 'node:v8';
import { decodeDeliveries, encodeFrame, type Frame, TO_HOST, TO_WORKER } from '../frames.js';
import { loadIsolatedVm } from '../isolate/isolated-vm.js';
import { createGuestScript } from '../isolate/guest-script.js';
import { createStepMachine, type OnPrinted, type StepMachine, type StepResult } from '../isolate/step-machine.js';
import type { GuestLimits, GuestTerms } from '../limits.js';
import { enterIsolation } from '../os-sandbox/enter-isolation.js';
import type { GuestProgram } from '../sandbox.js';
import { MAX_SPARES } from '../spare-isolates.js';
import { createFrameInput, writeFrame } from './blocking-frames.js';
import { createWorkerInput } from './worker-input.js';

/** What the host passes to the worker on its command line. */
interface WorkerOptions {
  readonly addon: string;
  readonly lockDown: boolean;
  readonly heapMb: number;
  readonly limits: GuestLimits;
}

const STDOUT = 1;

/**
 * What runs inside an isolate is compiled while the isolate is spare, not when a program first needs it. Set here and not
 * on the command line, where Node would compile all of itself ahead, too.
 */
const COMPILED_AHEAD = ['--no-lazy', '--no-flush-bytecode', '--no-sparkplug'];

function main(options: WorkerOptions): void {
  for (const flag of COMPILED_AHEAD) setFlagsFromString(flag);
  const ivm = loadIsolatedVm(options.addon);
  const isolation = enterIsolation(options);
  if (!isolation.ok) throw new Error(isolation.reason);
  const lanes = new Map<number, StepMachine>();
  const spares: StepMachine[] = [];
  const openGuest = createGuestScript(ivm, options.limits);
  const create = (): StepMachine => createStepMachine({ ivm, heapMb: options.heapMb, openGuest });
  /** For an execution that was started with other limits. Such are rare, so nothing is kept ready for them. */
  const createFor = ({ heapMb, limits }: GuestTerms): StepMachine =>
    createStepMachine({ ivm, heapMb, openGuest: createGuestScript(ivm, limits) });
  const createWarm = (): StepMachine => {
    const machine = create();
    machine.warmUp();
    return machine;
  };

  const read = createFrameInput(createWorkerInput());

  write(encodeFrame(TO_HOST.ready, 0, 0, ''));
  for (let frame = read(); frame !== undefined; frame = read()) {
    switch (frame.kind) {
      case TO_WORKER.start: {
        const { terms, ...program } = readProgram(frame.body);
        const machine = terms ? createFor(terms) : (spares.pop() ?? create());
        lanes.set(frame.lane, machine);
        reply(frame, (onPrinted) => machine.start(program, frame.number, onPrinted));
        break;
      }
      case TO_WORKER.deliver: {
        const machine = lanes.get(frame.lane);
        if (machine)
          reply(frame, (onPrinted) => machine.deliver(decodeDeliveries(frame.body), frame.number, onPrinted));
        break;
      }
      case TO_WORKER.drop:
        lanes.get(frame.lane)?.[Symbol.dispose]();
        lanes.delete(frame.lane);
        break;
      case TO_WORKER.warm:
        if (spares.length < MAX_SPARES) spares.push(createWarm());
        break;
    }
  }
}

function reply({ lane }: Frame, step: (onPrinted: OnPrinted) => StepResult): void {
  const before = process.threadCpuUsage();
  const result = step((text) => write(encodeFrame(TO_HOST.printed, lane, 0, text)));
  const { user, system } = process.threadCpuUsage(before);
  const used = user + system;
  if (result.kind === 'output') write(encodeFrame(TO_HOST.output, lane, used, result.text));
  else write(encodeFrame(TO_HOST.ended, lane, used, `${result.how} ${result.written}`));
  // The other programs of this process continue in another one.
  if (result.kind === 'output' && result.isSpent) process.exit(1);
}

function readProgram(body: Buffer): GuestProgram & { readonly terms?: GuestTerms } {
  return JSON.parse(body.toString('utf8'));
}

const write = (frame: Buffer): void => writeFrame(STDOUT, frame);

main(JSON.parse(process.argv[2] ?? '{}'));
