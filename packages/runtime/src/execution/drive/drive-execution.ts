// One live execution: journals what its program issued, advances its calls, delivers their outcomes, and becomes idle
// when the program can do nothing more without a person or time.
//
// This file runs the loop; what others see of it is `live-execution.ts`. Its states are in `loop-state.ts`, the choice of
// the next action in `next-action.ts`, what arrives from outside in `outside-events.ts`, its end in `stop-execution.ts`;
// the calls are `calls/call-steps.ts`, its programs are `program/running-program.ts`.
//
// Invariants
//   D1. What a step issued is on disk before it is acted on, unless it issued safe calls only: these may be run again,
//       so their handlers start at once, and the step is written with what follows it, or a moment later. Nothing that
//       follows from it reaches outside before it is on disk: no destructive handler, question, result or event.
//       `durability: 'every-call'` makes no exception.
//   D2. Results reach the program in the order of their entries. It may have them a moment before they are on disk,
//       since it can do nothing with them but compute: what it does next is written with them or after them, and
//       is not acted on before that. A step that takes long does not keep them from the disk.
//   D3. No call is acted on until replay has caught up with the journal; then each open call is advanced exactly once,
//       whatever was appended meanwhile.

import { type ExecutionError, ToolshedError } from '@toolshed/kernel';
import { isCallOutcome, isTerminal, nextDue } from '@toolshed/kernel/runtime';
import { createDelay } from '../../delay.js';
import { limitsOf } from '../../sandbox/limits.js';
import type { StepOutput } from '../../tool-proxy/guest-boundary.js';
import { createCallSteps } from '../calls/call-steps.js';
import { changedToolEntries } from '../calls/recheck/changed-tools.js';
import type { LiveDeps } from '../execution-deps.js';
import type { ExecutionJournal } from '../journal/execution-journal.js';
import { JournalClosedError, OwnershipLostError } from '../journal/journal-errors.js';
import { createRunningProgram } from '../program/running-program.js';
import type { Lease } from '../residency/owners/owners.js';
import { deliverOutcomes, journalOutcomes } from './deliver-outcomes.js';
import { createIdleSignal } from './idle-signal.js';
import type { LiveExecution } from './live-execution.js';
import {
  changed,
  CHOOSING,
  createLinger,
  enter,
  fail,
  isQuiet,
  isStopped,
  type ExecutionPlace,
  type Loop,
  post,
  RESTORING,
  STEPPING,
} from './loop-state.js';
import { nextAction, type Situation } from './next-action.js';
import { actOn, onEntries, onTime, submit } from './outside-events.js';
import { parkedEntry } from './step-entries.js';
import { evict, handOver, stop } from './stop-execution.js';
import { takeStep } from './take-step.js';
import { createWakeTimer } from './wake-timer.js';

/** How far away a timer may be for an execution to keep its slot while others wait for one. */
const CROWDED_NEAR_MS = 500;

export function driveExecution(
  journal: ExecutionJournal,
  host: LiveDeps,
  lease: Lease,
  place: ExecutionPlace,
): LiveExecution {
  const loop = createLoop(journal, { ...host, limits: limitsOf(journal.state.started, host.limits) }, lease, place);
  const { program, calls, idle } = loop;
  const ready = Promise.withResolvers<void>();
  // Those who wait for it to be idle get the error as well.
  ready.promise.catch(() => undefined);

  const stopped = run(loop, ready.resolve)
    .catch((error) => finish(loop, error))
    .then(
      () => {
        // Handlers that the program did not await keep running.
        stop(loop, 'the execution has ended', program.ending === undefined ? 'abort' : 'end');
        idle.enter();
        ready.resolve();
      },
      (error) => {
        const { owesOutcome } = calls;
        // A store that fails is no reason to abort a handler: its outcome is journaled once that is possible.
        stop(loop, 'the execution cannot continue here', error instanceof OwnershipLostError ? 'abort' : 'end');
        idle.fail(error);
        place.onFailed(error, owesOutcome);
        ready.reject(error);
      },
    );

  const over = stopped.then(() => {
    throw new JournalClosedError(journal.id);
  });
  over.catch(() => undefined);

  return {
    journal,
    get isolation() {
      return program.isolation;
    },
    get isIdle() {
      return idle.isIdle;
    },
    get isHeld() {
      return calls.hasHandlers || !isQuiet(loop);
    },
    get hasHandlers() {
      return calls.hasHandlers;
    },
    ready: ready.promise,
    stopped,
    async nextEntry() {
      loop.awaiting += 1;
      changed(loop);
      try {
        await Promise.race([journal.nextEntry(), over]);
      } finally {
        loop.awaiting -= 1;
      }
    },
    whenIdle: () => idle.next(),
    submit: (make, first) => submit(loop, make, first),
    onForeign: (entries) => onEntries(loop, entries),
    onWritten(entries) {
      for (const entry of entries) if (isCallOutcome(entry)) calls.onWritten(entry);
    },
    takeOutcome: (handler, outcome) => !isStopped(loop) && calls.takeOutcome(handler, outcome),
    lose: (error) => fail(loop, error),
    evict: () => evict(loop),
    handOver: () => handOver(loop),
    reconsider: () => changed(loop),
    release: () => stop(loop, 'the execution was released', 'abort'),
  };
}

function createLoop(journal: ExecutionJournal, deps: LiveDeps, lease: Lease, place: ExecutionPlace): Loop {
  const trace = deps.tracing?.execution({ id: journal.id, state: journal.state });
  const loop: Loop = {
    journal,
    trace,
    deps,
    program: createRunningProgram(journal, deps, trace),
    calls: createCallSteps({
      ...deps,
      journal,
      trace,
      lease,
      post: (outcome) => post(loop, outcome),
      fail: (error) => fail(loop, error),
      changed: () => changed(loop),
    }),
    place,
    idle: createIdleSignal(trace, place.onIdle),
    alarm: createWakeTimer(deps.clock, (at) => {
      if (!(loop.idle.isIdle && place.mustWait(at))) onTime(loop, at);
    }),
    linger: createLinger(deps.lingerMs, () => changed(loop)),
    flushLate: createDelay(() => void journal.flush().catch((error) => fail(loop, error))),
    outcomes: [],
    state: RESTORING,
    failure: undefined,
    writes: 0,
    awaiting: 0,
    evicting: undefined,
    leaving: 'no',
  };
  return loop;
}

async function run(loop: Loop, onReady: () => void): Promise<void> {
  let output: StepOutput | undefined = await restore(loop);
  onReady();
  while (output) {
    if (isPutOff(loop)) loop.leaving = 'ahead';
    else await takeStep(loop, output);
    output = await nextOutput(loop);
  }
}

/** While the execution is handed over, the program's last step is not taken: it does the same again when it is replayed. */
const isPutOff = ({ leaving, program }: Loop): boolean => leaving !== 'no' && program.outcome === undefined;

/** Brings the program to where its journal ends, and advances each open call (D3). */
async function restore(loop: Loop): Promise<StepOutput> {
  const { journal, program, calls, deps } = loop;
  // Before the program is replayed: where a tool is missing the replay would be for nothing.
  calls.assertToolsHere();
  const output = await program.restore();
  // A new one has no calls yet, and is written with its first step.
  if (journal.isStored) await journal.append((state) => changedToolEntries(journal.id, state, deps));
  calls.assertToolsHere();
  enter(loop, STEPPING);
  for (const call of [...journal.state.open.keys()]) calls.advance(call);
  // What was due earlier comes before the answer that restored the execution.
  if (program.outcome === undefined) onTime(loop, deps.clock.now());
  return output;
}

/** What the program does next; undefined when the execution has ended or was stopped. */
async function nextOutput(loop: Loop): Promise<StepOutput | undefined> {
  for (;;) {
    enter(loop, CHOOSING);
    const action = nextAction(situationOf(loop));
    if (action.kind !== 'linger') loop.linger.reset();
    switch (action.kind) {
      case 'fail':
        throw action.error;
      case 'leave':
        return undefined;
      case 'hand-over':
        if (loop.calls.hasHandlers && !loop.calls.mayHaveActed) {
          await loop.calls.evict();
          continue;
        }
        await journalOutcomes(loop, loop.outcomes.splice(0));
        return undefined;
      case 'journal':
        // The program does not get them here, so this sandbox falls behind the journal.
        loop.leaving = 'ahead';
        await journalOutcomes(loop, loop.outcomes.splice(0));
        continue;
      case 'deliver':
        enter(loop, STEPPING);
        // Awaited here: a promise that is returned from here is awaited twice.
        return await deliverOutcomes(loop, loop.outcomes.splice(0));
      case 'withdraw':
        actOn(loop, await loop.journal.append(action.make));
        continue;
      case 'end':
        await loop.journal.append(action.make);
        return undefined;
      case 'fire':
        for (const call of action.timers) post(loop, { kind: 'fired', call });
        break;
      case 'end-saved':
        for (const call of action.calls) post(loop, { kind: 'threw', call, error: action.error });
        break;
      case 'linger':
        loop.linger.start();
        break;
      case 'sleep':
        loop.alarm.set(action.until, 'awaited');
        break;
      case 'idle':
        await becomeIdle(loop, action.wakeAt);
        break;
      case 'wait':
        break;
    }
    if (!isOutdated(loop)) await nextChange(loop);
  }
}

const situationOf = (loop: Loop): Situation => ({
  state: loop.journal.state,
  failure: loop.failure,
  isStopped: isStopped(loop),
  leaving: loop.leaving,
  outcomes: loop.outcomes.length,
  writes: loop.writes,
  isAwaited: loop.awaiting > 0,
  isBusy: loop.calls.isBusy,
  outcome: loop.program.outcome,
  ending: loop.program.ending,
  hasLingered: loop.linger.isOver,
  lingerMs: loop.deps.lingerMs,
  nearMs: loop.place.isCrowded ? Math.min(CROWDED_NEAR_MS, loop.deps.idleAfterMs) : loop.deps.idleAfterMs,
  clock: loop.deps.clock,
});

const isOutdated = ({ state, journal }: Loop): boolean =>
  state.kind !== 'choosing' || state.isOutdated || isTerminal(journal.state.status);

function nextChange(loop: Loop): Promise<void> {
  const { program, journal, alarm, idle } = loop;
  // While handlers work as well: a program may have put a time limit on them.
  if (!idle.isIdle && program.outcome === undefined) alarm.set(nextDue(journal.state)?.at, 'awaited');
  return new Promise((resolve) => enter(loop, { kind: 'waiting', wake: resolve }));
}

async function becomeIdle(loop: Loop, wakeAt: number | undefined): Promise<void> {
  const { journal, program, alarm, idle } = loop;
  const { state } = journal;
  alarm.set(wakeAt, 'far');
  // Only if nothing was journaled since: an execution that was just answered must not look as if it waited.
  if (state.status.kind === 'running')
    await journal.append((now) => (now === state ? [parkedEntry(program.used, wakeAt)] : []));
  const { status } = journal.state;
  if (isQuiet(loop) && status.kind !== 'running' && !isTerminal(status)) idle.enter();
}

/** A failure of the program ends the execution; a failure of this process leaves it to another. */
async function finish(loop: Loop, error: unknown): Promise<void> {
  const { journal, program } = loop;
  if (isStopped(loop) || isTerminal(journal.state.status)) return;
  const known = executionErrorOf(error);
  if (known === undefined) throw error;
  await journal.append((state) => [...program.unwritten(state), { kind: 'failed', error: known }]);
}

/** What ends an execution for good; undefined for a failure of this process, after which another may resume it. */
function executionErrorOf(error: unknown): ExecutionError | undefined {
  if (!(error instanceof ToolshedError)) return undefined;
  const isOurs =
    error.code.startsWith('limit/') || error.code.startsWith('sandbox/') || error.code === 'journal/diverged';
  return isOurs ? { code: error.code, message: error.message, name: error.name } : undefined;
}
