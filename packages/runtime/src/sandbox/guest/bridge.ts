// The sandbox boundary, seen from inside. What the program issues is written as text and collected when it is quiet;
// the outcomes of its calls are delivered as text.
//
// This file owns the calls and waits of the program and its end. What the program prints is in `printed-output.ts`, the
// errors it gets of us in `guest-errors.ts`, calls that have to wait in `call-queue.ts`.
//
// Output is gathered by joining strings, never in arrays or objects, because those could be watched through
// prototypes the program can reach.

import type { GuestLimits } from '../limits.js';
import type { CallQueue } from './call-queue.js';
import type { GuestErrors } from './guest-errors.js';
import type { PrintedOutput } from './printed-output.js';
import type { ProgramTerms } from './program-terms.js';
import type { LastResult } from './values/result-hint.js';
import type { Primordials } from './primordials.js';
import type { RealmClock } from './tame/tame-date.js';

export interface Bridge {
  /**
   * Issues a call; the promise settles when its outcome is delivered. `what` is the JSON text of its kind and its path,
   * `place` where it was made: see `place.ts`.
   */
  issue(what: string, args: string, place: string): Promise<unknown>;
  /** Issues a wait that calls back instead, and returns its number. The program does not wait for it at its end. */
  issueTimer(ms: number, fire: () => void): number;
  /** The same for a wait of the program itself. */
  issueSleep(ms: number): Promise<void>;
  /** Called with a promise that lost a race: the program no longer waits for the call behind it. */
  release(promise: object): void;
  clear(timer: number): void;
  log(level: string, text: string): void;
  emit(json: string): void;
  limitError(code: string, message: string): Error;
  /** The code of an error that was created here, whatever the program overwrote; undefined for any other. */
  codeOf(error: object): string | undefined;
  /** Where in the program the call was made that failed with this error; undefined for any other. */
  placeOf(error: object): readonly [number, number] | undefined;
  /** The result of the latest call that has one, in whatever order they arrived; undefined if it is large. */
  lastResult(): LastResult | undefined;
  /**
   * Delivers the outcome of a call, and the time if it changed. Given piece by piece: only what belongs to the
   * program is parsed. `crashed` is called with what a timer's callback threw: nothing in the program can catch it.
   */
  deliver(
    call: number,
    json: string | undefined,
    at: number | undefined,
    isError: boolean,
    crashed: (error: unknown) => void,
  ): void;
  /** The program threw: it is over, whatever else it had under way. */
  crash(outcome: string): void;
  /** The program returned: it is over as soon as nothing it waits for is under way. */
  finish(outcome: string): void;
  /** Whether the program has returned; it may not be over yet. */
  hasReturned(): boolean;
  /** How many calls and sleeps it waits for. */
  underWay(): number;
  /** How many timers have not fired. */
  timersLeft(): number;
  /** What the program got, where that is not what a call returned. */
  gave(what: string, value: unknown): void;
  hasPrinted(): boolean;
  /** The last failure that was delivered, if this is its message. */
  failureSaying(message: string): Error | undefined;
  drain(): string;
}

export interface BridgeDeps {
  readonly limits: GuestLimits;
  readonly clock: RealmClock;
  readonly terms: ProgramTerms;
  readonly errors: GuestErrors;
  readonly output: PrintedOutput;
  /** Calls beyond those that may be in flight. */
  readonly queue: CallQueue<Waiting>;
}

/** What a program that has returned still waits for, until it lost a race. */
interface Hold {
  isHeld: boolean;
}

interface Waiting extends Hold {
  resolve(value: unknown): void;
  reject(error: unknown): void;
  readonly place: string;
  readonly what: string;
}

export function createBridge(p: Primordials, deps: BridgeDeps): Bridge {
  const { limits, clock, terms, errors, output, queue } = deps;
  const { limitError } = errors;
  const waiting: Record<number, Waiting | undefined> = p.create(null);
  const timers: Record<number, (() => void) | undefined> = p.create(null);
  const holds: Record<number, Hold | undefined> = p.create(null);
  /** Larger results are not kept for a hint. */
  const MOST_KEPT = 100_000;
  const { parse } = p;
  const noop = (): void => undefined;
  // What a step sends travels in one frame, which the host reads in one go. Counted for each delivery, not for each
  // frame: a replay puts many deliveries into one.
  const { stepCharacters, argsBytes, callsInFlight } = limits;
  let issued = 0;
  let inFlight = 0;
  /** Calls and sleeps under way that a program which has returned still waits for. */
  let held = 0;
  let sent = 0;
  let calls = '';
  let cleared = '';
  let outcome = '';
  /** How the program ends once nothing it waits for is under way. */
  let returning = '';
  let isReturnSent = false;
  /** Where the call that is being issued was made, what it is, and what was made of it. */
  let from = '';
  let asked = '';
  let made: Waiting | undefined;
  let lastResult: LastResult | undefined;
  let lastNumber = 0;

  /** Which calls promises stand for. */
  const behind = p.createNotes<Hold>();

  /**
   * Looked at between deliveries, never between microtasks, and before each delivery of many: so that what a program
   * does at its end does not depend on what was handed over together.
   */
  const endIfQuiet = (): void => {
    if (held === 0 && returning !== '' && outcome === '') outcome = returning;
  };

  const hold = (promise: object, call: Hold): void => {
    behind.set(promise, call);
    held++;
  };
  const release = (call: Hold): void => {
    if (call.isHeld) held--;
    call.isHeld = false;
  };

  const assertMay = (): void => {
    if (outcome !== '') throw new p.Error('Cannot call anything: the program has ended');
    if (issued + queue.length >= limits.calls)
      throw limitError(
        'limit/calls',
        `Cannot make more than ${limits.calls} calls${terms.rules < 5 ? '' : ' (limits.calls): ask for larger pages, or handle the rest in another program'}`,
      );
  };

  const number = (what: string, args: string, place: string): number => {
    assertMay();
    issued++;
    calls += `${calls === '' ? '[' : ',['}${issued},${what},${args},"${place}"]`;
    return issued;
  };

  /** One for all calls: making a function for each takes longer than all it does. Runs before `new Promise` returns. */
  const wait = (resolve: (value: unknown) => void, reject: (error: unknown) => void): void => {
    made = { resolve, reject, place: from, what: asked, isHeld: true };
  };

  const send = (call: Waiting, args: string): void => {
    number(call.what, args, call.place);
    inFlight++;
    sent += call.what.length + args.length;
    waiting[issued] = call;
    holds[issued] = call;
  };

  const sendQueued = (): void => {
    const next = queue.take();
    if (next !== undefined) send(next.call, next.args);
  };

  const ring = (timer: number, crashed: (error: unknown) => void): void => {
    const fire = timers[timer];
    if (fire === undefined) return;
    timers[timer] = undefined;
    try {
      fire();
    } catch (error) {
      crashed(error);
    }
  };

  const issueTimer = (ms: number, fire: () => void): number => {
    const timer = number('"sleep",null', `${ms}`, '');
    timers[timer] = fire;
    return timer;
  };

  return {
    limitError,
    codeOf: errors.codeOf,
    placeOf: errors.placeOf,
    failureSaying: errors.lastSaying,
    log: output.log,
    emit: output.emit,
    lastResult: () => lastResult,
    issue(what, args, place) {
      if (args.length > argsBytes) {
        throw limitError('limit/args-size', `Cannot send arguments of more than ${argsBytes} bytes`);
      }
      const waits = inFlight >= callsInFlight;
      if (waits && terms.rules < 2) {
        throw limitError('limit/calls-in-flight', `Cannot have more than ${callsInFlight} calls waiting at once`);
      }
      if (!waits && sent + what.length + args.length > stepCharacters) {
        throw limitError(
          'limit/args-size',
          `Cannot send more than ${stepCharacters} characters at once: await some calls first`,
        );
      }
      assertMay();
      from = place;
      asked = what;
      const promise = new p.Promise(wait);
      const call = made as Waiting;
      if (waits) queue.add(call, args);
      else send(call, args);
      hold(promise, call);
      return promise;
    },
    issueSleep(ms) {
      let done: () => void = noop;
      const promise = new p.Promise<void>((resolve) => {
        done = resolve;
      });
      const timer = issueTimer(ms, () => done());
      const call: Hold = { isHeld: true };
      holds[timer] = call;
      hold(promise, call);
      return promise;
    },
    release(promise) {
      const call = behind.get(promise);
      if (call !== undefined) release(call);
    },
    issueTimer,
    clear(timer) {
      if (timers[timer] === undefined) return;
      timers[timer] = undefined;
      cleared += `${cleared === '' ? '' : ','}${timer}`;
    },
    deliver(number, json, at, isError, crashed) {
      // A program that is over gets nothing more.
      endIfQuiet();
      if (outcome !== '') return;
      if (at !== undefined) clock.now = at;
      sent = 0;
      const hold = holds[number];
      if (hold !== undefined) release(hold);
      holds[number] = undefined;
      const call = waiting[number];
      if (call === undefined) {
        ring(number, crashed);
        return;
      }
      waiting[number] = undefined;
      inFlight--;
      sendQueued();
      const value = json === undefined ? undefined : parse(json);
      if (isError) call.reject(errors.failure(value as Record<string, string>, call.place));
      else {
        if (number > lastNumber) {
          lastNumber = number;
          lastResult = json === undefined || json.length <= MOST_KEPT ? { what: call.what, value } : undefined;
        }
        call.resolve(value);
      }
    },
    crash(text) {
      if (outcome === '') outcome = text;
    },
    finish(text) {
      if (returning === '') returning = text;
    },
    hasReturned: () => returning !== '',
    underWay: () => held,
    timersLeft() {
      let left = 0;
      for (let timer = 1; timer <= issued; timer++)
        if (timers[timer] !== undefined && holds[timer] === undefined) left++;
      return left;
    },
    gave(what, value) {
      lastResult = { what, value };
    },
    hasPrinted: output.hasPrinted,
    drain() {
      endIfQuiet();
      const ending = outcome !== '' || returning === '' || isReturnSent ? '' : `,"ending":${returning}`;
      isReturnSent = returning !== '';
      const stopped = cleared === '' ? '' : `,"cleared":[${cleared}]`;
      const text = `{"calls":[${calls}]${output.take()}${stopped}${ending}${outcome === '' ? '' : `,"done":${outcome}`}}`;
      calls = '';
      cleared = '';
      return text;
    },
  };
}
