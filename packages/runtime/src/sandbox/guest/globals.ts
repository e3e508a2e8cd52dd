// What Toolshed adds to the language: `tools`, `elicit`, `emit`, `sleep`, timers and `console`.

import type { GuestLimits } from '../limits.js';
import type { Bridge } from './bridge.js';
import type { Primordials } from './primordials.js';
import type { ProgramStacks } from './place/program-stacks.js';
import type { ProgramTerms } from './program-terms.js';
import type { WriteValue } from './values/write-value.js';

export interface GlobalParts {
  readonly limits: GuestLimits;
  readonly stacks: ProgramStacks;
  readonly tools: object;
  readonly console: object;
  readonly terms: ProgramTerms;
  readonly writeValue: WriteValue;
}

export function installGlobals(p: Primordials, bridge: Bridge, parts: GlobalParts): void {
  const { stacks, tools, console, terms, writeValue } = parts;
  const { longestMs } = parts.limits;
  const delayOf = (ms: unknown): number => {
    const wanted = p.toNumber(ms);
    if (!(wanted > 0)) return 0;
    return wanted > longestMs ? longestMs : wanted - (wanted % 1);
  };

  /** Threat to the writer: a duration that is no number would be no wait at all, and a date would be one of decades. */
  const assertDelay = (ms: unknown): void => {
    if (typeof ms === 'number' ? ms >= 0 || ms < 0 : typeof ms === 'string' && p.toNumber(ms) >= 0) return;
    const isDate = typeof ms === 'object' && ms !== null && typeof (ms as { getTime?: unknown }).getTime === 'function';
    throw new p.TypeError(
      `sleep takes milliseconds: write ${isDate ? 'await sleep(date - Date.now())' : 'await sleep(2_000) for two seconds'}`,
    );
  };

  /** Whoever thinks in seconds waits for no time at all, and once is enough to say so. */
  let isShortSaid = false;
  const noteShort = (delay: number): void => {
    if (isShortSaid || !(delay > 0 && delay < SHORTEST)) return;
    isShortSaid = true;
    note(`sleep(${delay}) waits ${delay} ms: it takes milliseconds, so write sleep(${delay * 1_000}) for ${delay} s`);
  };
  const SHORTEST = 10;

  /** Printing a note must not end the program. */
  const note = (text: string): void => {
    try {
      bridge.log('info', text);
    } catch {
      // More than it may print.
    }
  };

  const sleep = (ms: unknown): Promise<void> => {
    const delay = delayOf(ms);
    try {
      if (terms.rules > 5) {
        assertDelay(ms);
        noteShort(delay);
      }
      return bridge.issueSleep(delay);
    } catch (error) {
      return new p.Promise((_, reject) => reject(error));
    }
  };

  /** As `sleep`, but for what is left out: that is no delay. */
  const assertTimer = (what: string, run: unknown, ms: unknown): void => {
    if (typeof run !== 'function') throw new p.TypeError(`${what} takes a function`);
    if (terms.rules > 5 && typeof ms === 'string' && !(p.toNumber(ms) >= 0))
      throw new p.TypeError(`${what} takes milliseconds: write ${what}(run, 1_000) for one second`);
  };

  const setTimeout = (run: unknown, ms: unknown, ...args: unknown[]): number => {
    assertTimer('setTimeout', run, ms);
    return bridge.issueTimer(delayOf(ms), () => p.apply(run as () => void, undefined, args));
  };

  // A repeated timer is a chain of single ones; its handle is the first one's number.
  const chains: Record<number, number> = p.create(null);
  const setInterval = (run: unknown, ms: unknown, ...args: unknown[]): number => {
    assertTimer('setInterval', run, ms);
    const again = (): number =>
      bridge.issueTimer(delayOf(ms), () => {
        chains[handle] = again();
        p.apply(run as () => void, undefined, args);
      });
    const handle = again();
    chains[handle] = handle;
    return handle;
  };
  const clear = (handle: unknown): void => {
    if (typeof handle !== 'number') return;
    bridge.clear(chains[handle] ?? handle);
    delete chains[handle];
  };

  /** A list's `forEach(emit)` gives three arguments, and means the first. */
  const emit = (value: unknown, ...others: readonly unknown[]): void => {
    if (terms.rules > 5 && others.length === 1)
      note('emit takes one value, so its second argument was left out: write emit({ … }) with both');
    const json = terms.rules < 2 ? p.stringify(value) : writeValue(value, 'emit');
    if (json === undefined) throw new p.TypeError('Only JSON values can be emitted');
    bridge.emit(json);
  };

  const elicit = (request: unknown): Promise<unknown> => {
    try {
      const json = p.stringify(request);
      if (json === undefined) throw new p.TypeError('elicit takes an object');
      return bridge.issue('"elicit",null', json, stacks.callerOf(elicit));
    } catch (error) {
      return new p.Promise((_, reject) => reject(error));
    }
  };

  const ours = {
    tools,
    elicit,
    emit,
    sleep,
    setTimeout,
    setInterval,
    clearTimeout: clear,
    clearInterval: clear,
    console,
  };
  for (const [name, value] of Object.entries(ours)) {
    p.defineProperty(globalThis, name, {
      __proto__: null,
      value,
      writable: true,
      enumerable: false,
      configurable: true,
    });
  }
}

/** What the program was started or called with. Set when it starts: an isolate is made before its program is known. */
export function installInput(p: Primordials, json: string | undefined): void {
  p.defineProperty(globalThis, 'input', {
    __proto__: null,
    value: json === undefined ? undefined : p.parse(json),
    writable: true,
    enumerable: false,
    configurable: true,
  });
}
