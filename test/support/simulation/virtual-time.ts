// Time that passes only when nothing is left to do at this moment, so that an hour takes no longer than what happens in
// it. It stands in for the timers and clocks of the whole process while it is installed.
//
// Each piece of work belongs to the host in whose context it was begun, and that host may be held: none of its timers
// rings until it goes on, as if its process had been stopped. Each host has clocks of its own.
//
// What happens follows from what is scheduled, in order, and from nothing else: no work of a real thread is waited for.

import { AsyncLocalStorage } from 'node:async_hooks';

export interface HostClocks {
  /** How far its time of day is ahead. */
  readonly aheadMs: number;
  /** How fast its monotonic clock runs, where 1 is right. */
  readonly pace: number;
}

interface Planned {
  readonly due: number;
  readonly order: number;
  readonly host: string | undefined;
  readonly run: () => void;
  isOver: boolean;
}

const RIGHT: HostClocks = { aheadMs: 0, pace: 1 };
const EPOCH = Date.UTC(2030, 0, 1);
/** What is real, taken before anything stands in for it. */
const real = { setImmediate, setTimeout, setInterval, clearTimeout, clearInterval, now: Date.now, random: Math.random };
const { timeout: realTimeout } = AbortSignal;

/** What `setTimeout` gives. */
class VirtualTimer {
  readonly cancel: () => void;

  constructor(cancel: () => void) {
    this.cancel = cancel;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
  hasRef(): boolean {
    return true;
  }
  [Symbol.dispose](): void {
    this.cancel();
  }
}

export class VirtualTime {
  readonly #context = new AsyncLocalStorage<string>();
  readonly #clocks = new Map<string, HostClocks>();
  readonly #heldUntil = new Map<string, number>();
  #queue: Planned[] = [];
  #order = 0;
  #now = 0;

  /** Milliseconds since it began, by no host's clock. */
  get now(): number {
    return this.#now;
  }

  /** The time of day, by no host's clock. */
  get timeOfDay(): number {
    return EPOCH + this.#now;
  }

  /** Runs work in the context of a host: its timers and clocks are that host's. */
  as<T>(host: string, work: () => T): T {
    return this.#context.run(host, work);
  }

  setClocks(host: string, clocks: HostClocks): void {
    this.#clocks.set(host, clocks);
  }

  /** Nothing of a host goes on before then; `Infinity`: never. */
  hold(host: string, until: number): void {
    this.#heldUntil.set(host, until);
  }

  isHeld(host: string): boolean {
    return (this.#heldUntil.get(host) ?? 0) > this.#now;
  }

  /** Resolves after so long, for the host in whose context it is called. */
  pause(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#plan(ms, resolve));
  }

  /** Binds a callback to the host in whose context it is given. */
  bound(callback: () => void): () => void {
    const snapshot = AsyncLocalStorage.snapshot();
    return () => snapshot(callback);
  }

  /** Lets time pass until `isDone`, or until so much has passed: then it is false. */
  async passUntil(isDone: () => boolean, withinMs: number): Promise<boolean> {
    const end = this.#now + withinMs;
    for (;;) {
      await settled();
      if (isDone()) return true;
      const next = this.#next();
      if (next === undefined || next.due > end) {
        this.#now = end;
        return isDone();
      }
      this.#now = Math.max(this.#now, next.due);
      next.planned.isOver = true;
      next.planned.run();
    }
  }

  /** Waits for something that needs no timer, such as the loading of a module: no time passes. */
  async standStill<T>(work: Promise<T>): Promise<T> {
    const result = await work;
    await settled();
    return result;
  }

  /** Stands in for the timers, the clocks and the chance of the process until it is disposed. */
  install(chance: () => number): Disposable {
    const context = (): HostClocks => this.#clocks.get(this.#context.getStore() ?? '') ?? RIGHT;
    const set = (callback: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): VirtualTimer =>
      this.#timer(ms, undefined, () => callback(...args));
    const repeat = (callback: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): VirtualTimer =>
      this.#timer(ms, ms, () => callback(...args));
    const clear = (timer: unknown): void => {
      if (timer instanceof VirtualTimer) timer.cancel();
      else Reflect.apply(real.clearTimeout, undefined, [timer]);
    };
    Object.assign(globalThis, {
      setTimeout: set,
      setInterval: repeat,
      setImmediate: (callback: (...args: unknown[]) => void, ...args: unknown[]) => set(callback, 0, ...args),
      clearTimeout: clear,
      clearInterval: clear,
      clearImmediate: clear,
    });
    Object.assign(Date, { now: () => Math.floor(EPOCH + this.#now + context().aheadMs) });
    Object.assign(Math, { random: chance });
    Object.assign(performance, { now: () => this.#now * context().pace });
    Object.assign(AbortSignal, {
      timeout: (ms: number): AbortSignal => {
        const controller = new AbortController();
        this.#plan(ms, () => controller.abort());
        return controller.signal;
      },
    });
    return {
      [Symbol.dispose]() {
        const { now, random, ...timers } = real;
        Object.assign(globalThis, timers, { clearImmediate: realClearImmediate });
        Object.assign(Date, { now });
        Object.assign(Math, { random });
        Object.assign(AbortSignal, { timeout: realTimeout });
        Reflect.deleteProperty(performance, 'now');
      },
    };
  }

  #timer(ms: number, everyMs: number | undefined, callback: () => void): VirtualTimer {
    const ring = (): void => {
      if (everyMs !== undefined) planned.current = this.#plan(Math.max(1, everyMs), ring);
      callback();
    };
    const planned = { current: this.#plan(Math.max(1, ms), ring) };
    return new VirtualTimer(() => {
      planned.current.isOver = true;
    });
  }

  #plan(ms: number, run: () => void): Planned {
    const host = this.#context.getStore();
    // A fast clock rings early.
    const due = this.#now + ms / (this.#clocks.get(host ?? '') ?? RIGHT).pace;
    const planned = { due, order: this.#order++, host, run: this.bound(run), isOver: false };
    this.#queue.push(planned);
    return planned;
  }

  /** The first of what is due soonest; what belongs to a host that is held is due when that goes on. */
  #next(): { readonly planned: Planned; readonly due: number } | undefined {
    this.#queue = this.#queue.filter(({ isOver }) => !isOver);
    let planned: Planned | undefined;
    let due = Number.POSITIVE_INFINITY;
    for (const one of this.#queue) {
      const at = Math.max(one.due, this.#heldUntil.get(one.host ?? '') ?? 0);
      if (at < due || (at === due && planned !== undefined && isBefore(one, planned))) [planned, due] = [one, at];
    }
    return planned && { planned, due };
  }
}

const realClearImmediate = clearImmediate;

/** Of a host that was held, what was due first rings first. */
const isBefore = (one: Planned, other: Planned): boolean =>
  one.due < other.due || (one.due === other.due && one.order < other.order);

/** Once all promises that can settle have. */
const settled = (): Promise<void> => new Promise((resolve) => void real.setImmediate(resolve));
