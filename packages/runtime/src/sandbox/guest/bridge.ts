// The border, seen from inside. What the program issues is written down as text and picked up when it is quiet;
// what became of its calls is handed in as text.
//
// What it prints is told at once as well, so that a step which is killed does not take its lines with it. This is the
// one function of the host in this realm. It takes a text and gives nothing back, no program can reach it, and what it
// is told counts only if the step does not come to its end.
//
// Output is gathered by joining strings, never in arrays or objects, because those could be watched through
// prototypes the program can reach.

import type { GuestLimits } from '../limits.js';
import type { ReadPlace } from './place/place.js';
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
  /** Told of a promise that lost a race: the program no longer waits for the call behind it. */
  release(promise: object): void;
  clear(timer: number): void;
  log(level: string, text: string): void;
  emit(json: string): void;
  limitError(code: string, message: string): Error;
  /** The code of an error that was made here, whatever the program wrote over it; undefined for any other. */
  codeOf(error: object): string | undefined;
  /** Where in the program the call was made that failed with this error; undefined for any other. */
  placeOf(error: object): readonly [number, number] | undefined;
  /** What the program was handed last; undefined if nothing, or if it is large. */
  lastResult(): LastResult | undefined;
  /**
   * Hands over what became of a call, and the time if that is another. Given piece by piece: only what belongs to the
   * program is parsed. `crashed` is told what a timer's callback threw: nothing in the program can catch it.
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
  hasPrinted(): boolean;
  /** The last failure that was handed over, if these are its words. */
  failureSaying(message: string): Error | undefined;
  drain(): string;
}

export interface BridgeDeps {
  readonly limits: GuestLimits;
  readonly clock: RealmClock;
  /** Tells the host what was printed, in the form of a step's output; undefined where nobody listens. */
  readonly host: { readonly tell: ((text: string) => void) | undefined };
  readonly terms: ProgramTerms;
  readonly readPlace: ReadPlace;
  readonly wrapperLines: number;
}

export function createBridge(p: Primordials, deps: BridgeDeps): Bridge {
  const { limits, clock, host, terms, readPlace, wrapperLines } = deps;
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
  /** A call that is issued when an earlier one has its outcome. */
  interface Queued {
    readonly call: Waiting;
    readonly args: string;
    next: Queued | undefined;
  }
  const waiting: Record<number, Waiting | undefined> = p.create(null);
  const timers: Record<number, (() => void) | undefined> = p.create(null);
  const holds: Record<number, Hold | undefined> = p.create(null);
  /** Larger results are not kept for a hint. */
  const MOST_KEPT = 100_000;
  const { stringify, parse, hasOwn } = p;
  const noop = (): void => undefined;
  // What a step sends travels in one frame, which the host reads in one go. Counted for each delivery, not for each
  // frame: a replay puts many deliveries into one.
  const { stepCharacters, perItem, argsBytes, callsInFlight } = limits;
  let issued = 0;
  let inFlight = 0;
  let firstQueued: Queued | undefined;
  let lastQueued: Queued | undefined;
  let queued = 0;
  /** Calls and sleeps under way that a program which has returned still waits for. */
  let held = 0;
  let sent = 0;
  let logged = 0;
  let emitted = 0;
  let isLogFull = false;
  let calls = '';
  let logs = '';
  let emits = '';
  let cleared = '';
  // Sending takes several times as long as printing, so of many lines within a millisecond some are sent together.
  const SENT_EACH = 100;
  const SENT_TOGETHER = 32;
  let sentAt = 0;
  /** In this step, and what of it was not sent yet. */
  let printed = 0;
  let unsentLogs = '';
  let unsentEmits = '';
  let outcome = '';
  /** How the program ends once nothing it waits for is under way. */
  let returning = '';
  let isReturnSent = false;
  /** The failure of ours that the program got last, and its words. */
  let lastFailure: { readonly error: Error; readonly message: string } | undefined;
  /** Where the call that is being issued was made, what it is, and what was made of it. */
  let from = '';
  let asked = '';
  let made: Waiting | undefined;
  let lastResult: LastResult | undefined;

  const set = (error: Error, key: string, value: string | undefined, enumerable: boolean): void => {
    if (value === undefined) return;
    p.defineProperty(error, key, { __proto__: null, value, writable: true, configurable: true, enumerable });
  };

  /** The status of an API's answer, which its code ends with: `openapi/404`. */
  const setStatus = (error: Error, code: string): void => {
    const value = p.toNumber(p.slice(code, -3));
    if (!(value >= 100 && value < 600) || p.slice(code, -4, -3) !== '/') return;
    p.defineProperty(error, 'status', { __proto__: null, value, writable: true, configurable: true, enumerable: true });
  };

  /** Codes of our own errors. A program can write any code on any error; what is written here it cannot reach. */
  const codes = p.createNotes<string>();
  const places = p.createNotes<readonly [number, number]>();

  const limitError = (code: string, message: string): Error => {
    const error = new p.RangeError(message);
    set(error, 'name', 'LimitError', false);
    set(error, 'code', code, true);
    codes.set(error, code);
    lastFailure = { error, message };
    return error;
  };

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
    if (issued + queued >= limits.calls)
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

  const queue = (call: Waiting, args: string): void => {
    const one: Queued = { call, args, next: undefined };
    if (lastQueued === undefined) firstQueued = one;
    else lastQueued.next = one;
    lastQueued = one;
    queued++;
  };

  const sendQueued = (): void => {
    if (firstQueued === undefined) return;
    const { call, args, next } = firstQueued;
    firstQueued = next;
    if (next === undefined) lastQueued = undefined;
    queued--;
    send(call, args);
  };

  /** Most steps call and do nothing else; what there is none of is left out. */
  const member = (name: string, items: string): string => (items === '' ? '' : `,"${name}":[${items}]`);

  /** The first rules counted the lines that the engine puts before the program, too. */
  const frameAt = (line: number, column: number): string => {
    if (terms.rules < 4) return `\n    at program.ts:${line + wrapperLines}:${column}`;
    return line === 0 ? '' : `\n    at program.ts:${line}:${column}`;
  };

  const failure = (facts: Record<string, string>, place: string): Error => {
    const error = new p.Error(facts['message']);
    set(error, 'name', facts['name'], false);
    set(error, 'code', facts['code'], true);
    codes.set(error, `${facts['code']}`);
    if (hasOwn(facts, 'reason')) set(error, 'reason', facts['reason'], true);
    if (terms.rules > 4) setStatus(error, `${facts['code']}`);
    const position = readPlace(place);
    places.set(error, position);
    set(error, 'stack', `${facts['name']}: ${facts['message']}${frameAt(position[0], position[1])}`, false);
    lastFailure = { error, message: `${facts['message']}` };
    return error;
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

  const tell = (): void => {
    const { tell: tellHost } = host;
    if (tellHost === undefined) return;
    const now = p.realTime();
    if (++printed > SENT_EACH && printed % SENT_TOGETHER !== 0 && now === sentAt) return;
    sentAt = now;
    try {
      tellHost(`{"calls":[]${member('logs', unsentLogs)}${member('emitted', unsentEmits)}}`);
      unsentLogs = '';
      unsentEmits = '';
    } catch {
      // Too little of the stack is left: sent with the next line. What went wrong outside is not the program's to see.
    }
  };

  const take = (): string => {
    const others = `${member('logs', logs)}${member('emitted', emits)}${member('cleared', cleared)}`;
    logs = '';
    emits = '';
    cleared = '';
    unsentLogs = '';
    unsentEmits = '';
    printed = 0;
    return others;
  };

  return {
    limitError,
    codeOf: codes.get,
    placeOf: places.get,
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
      if (waits) queue(call, args);
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
    log(level, text) {
      if (isLogFull) return;
      let json = `${stringify(text)}`;
      logged += json.length + perItem;
      if (logged > limits.logBytes) {
        if (limits.failsOnOverflow) throw limitError('limit/log-size', `Cannot log more than ${limits.logBytes} bytes`);
        isLogFull = true;
        json = `"No more lines are kept: the program printed more than ${limits.logBytes} bytes (limits.logBytes)"`;
      }
      const line = `["${level}",${json}]`;
      logs += `${logs === '' ? '' : ','}${line}`;
      unsentLogs += `${unsentLogs === '' ? '' : ','}${line}`;
      tell();
    },
    emit(json) {
      emitted += json.length + perItem;
      if (emitted > limits.emittedBytes) {
        throw limitError('limit/emitted-size', `Cannot emit more than ${limits.emittedBytes} bytes`);
      }
      emits += `${emits === '' ? '' : ','}${json}`;
      unsentEmits += `${unsentEmits === '' ? '' : ','}${json}`;
      tell();
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
      if (isError) call.reject(failure(value as Record<string, string>, call.place));
      else {
        lastResult = json === undefined || json.length <= MOST_KEPT ? { what: call.what, value } : undefined;
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
    hasPrinted: () => logged > 0 || emitted > 0,
    failureSaying: (message) => (lastFailure?.message === message ? lastFailure.error : undefined),
    drain() {
      endIfQuiet();
      const ending = outcome !== '' || returning === '' || isReturnSent ? '' : `,"ending":${returning}`;
      isReturnSent = returning !== '';
      const others = logs === '' && emits === '' && cleared === '' ? '' : take();
      const text = `{"calls":[${calls}]${others}${ending}${outcome === '' ? '' : `,"done":${outcome}`}}`;
      calls = '';
      return text;
    },
  };
}
