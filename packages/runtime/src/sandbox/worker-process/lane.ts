// One execution's isolate in a worker, from the host's side.

import { encodeDeliveries, encodeFrame, TO_WORKER } from '../frames.js';
import { createLaneBudget } from '../lane-budget.js';
import { guestTermsOf, largestFrameOf, mostPrintedOf } from '../limits.js';
import type { GuestProgram, Sandbox, SandboxTerms } from '../sandbox.js';
import { placeTaken } from '../sandbox-errors.js';
import type { Worker } from './worker.js';

export interface Lane extends Sandbox {
  /** Since when its program waits, for a tool, a person or time; undefined while it runs or is about to. */
  readonly waitingSince: number | undefined;
  /** Ends a lane whose program waits; the execution is replayed in another lane when it resumes. */
  revoke(): void;
}

export interface LaneDeps {
  readonly worker: Worker;
  readonly lane: number;
  readonly terms: SandboxTerms;
  /** Whether the limits are those the worker was started with. */
  readonly isUsual: boolean;
  readonly onStep: (step: 'start' | 'deliver') => void;
  /** Called when a step is over. */
  readonly onWaiting: (now: number) => void;
  readonly onClose: () => void;
}

export function createLane({ worker, lane, terms, isUsual, onStep, onWaiting, onClose }: LaneDeps): Lane {
  const { limits, used } = terms;
  const budget = createLaneBudget(limits, used);
  const largestFrame = largestFrameOf(limits);
  const mostPrinted = mostPrintedOf(limits);
  let isOpen = true;
  let waitingSince: number | undefined;
  let printed: string[] = [];
  const onPrinted = (text: string): void => void printed.push(text);

  const step = async (kind: 'start' | 'deliver', encode: (budgetMs: number) => Buffer): Promise<string> => {
    if (!isOpen) throw placeTaken();
    const { stepMs } = budget;
    waitingSince = undefined;
    printed = [];
    onStep(kind);
    const answer = worker.step(lane, encode(stepMs), { budgetMs: stepMs, largestFrame, mostPrinted, kind, onPrinted });
    const { text, cpuMicros, wallMs } = await answer.catch(budget.explain);
    waitingSince = performance.now();
    onWaiting(waitingSince);
    budget.spend({ cpuMs: cpuMicros / 1000, wallMs }, text);
    return text;
  };

  const close = (): void => {
    if (!isOpen) return;
    isOpen = false;
    worker.drop(lane);
    onClose();
  };

  return {
    isolation: worker.isolation,
    get waitingSince() {
      return waitingSince;
    },
    start: (program: GuestProgram) => {
      const body = JSON.stringify(isUsual ? program : { ...program, terms: guestTermsOf(limits) });
      return step('start', (budgetMs) => encodeFrame(TO_WORKER.start, lane, budgetMs, body));
    },
    deliver: (deliveries) => step('deliver', (budgetMs) => encodeDeliveries(lane, budgetMs, deliveries)),
    get printed() {
      if (isOpen) worker.catchUp();
      return printed;
    },
    get used() {
      return budget.used;
    },
    replaying: budget.replaying,
    // Once it was revoked, whatever else is in the worker is not to blame for this program.
    condemn: () => {
      if (isOpen) worker.kill(lane);
    },
    revoke: close,
    [Symbol.dispose]: close,
  };
}
