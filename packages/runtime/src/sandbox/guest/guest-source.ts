// Puts the guest together: the text of each function of this folder, wired inside one closure, handing out a few
// functions to the worker and nothing to the program.

import type { GuestPermits } from '../permitted-globals.js';
import type { GuestLimits } from '../limits.js';
import { createBridge } from './bridge.js';
import { createConsole } from './console.js';
import { installGlobals } from './globals.js';
import { createPositionReader, MAX_STACK, WRAPPER_LINES } from './position-reader.js';
import { createPrimordials } from './primordials.js';
import { createProgramRunner } from './run-program.js';
import { installRaces } from './races.js';
import { createSeededRandom } from './seeded-random.js';
import { tameArrayBuffer } from './tame-array-buffer.js';
import { tameDate } from './tame-date.js';
import { tameErrors } from './tame-errors.js';
import { tameGlobals } from './tame-globals.js';
import { tameRandom } from './tame-random.js';
import { createToolsProxy } from './tools-proxy.js';
import { createWarmUp } from './warm-up.js';

/**
 * Evaluates to `{ warmUp(), listen(tell), compile(source, callSites), refuse(…), run(now, a, b, c, d), deliver(…), fail(…), unhandled(message, stack), drain() }`,
 * held by the worker only.
 */
export function guestSource(permits: GuestPermits, limits: GuestLimits): string {
  return `(() => {
  'use strict';
  const clock = { __proto__: null, now: 0 };
  const limits = ${JSON.stringify(limits)};
  const p = (${createPrimordials})(${MAX_STACK});
  const wrapperLines = ${WRAPPER_LINES};
  const positionIn = (${createPositionReader})(p, wrapperLines);
  const createBridge = ${createBridge};
  const createProgramRunner = ${createProgramRunner};
  const createToolsProxy = ${createToolsProxy};
  const host = { __proto__: null, tell: undefined };
  const nobody = { __proto__: null, tell: undefined };
  const assemble = (limits, host) => {
    const sites = { __proto__: null, text: '' };
    const bridge = createBridge(p, { limits, clock, host, positionIn, wrapperLines });
    const runner = createProgramRunner(p, bridge, limits, positionIn);
    return {
      __proto__: null,
      bridge,
      runner,
      sites,
      tools: createToolsProxy(p, bridge, sites),
      deliver: (call, json, at) => bridge.deliver(call, json, at, false, runner.failed),
      fail: (call, json, at) => bridge.deliver(call, json, at, true, runner.failed),
    };
  };
  const { bridge, runner, sites, tools, deliver, fail } = assemble(limits, host);
  const console = (${createConsole})(p, bridge);
  const random = (${createSeededRandom})();
  (${tameGlobals})(p, ${JSON.stringify(permits)});
  (${tameErrors})(p);
  (${tameDate})(p, clock);
  (${tameRandom})(p, random);
  (${tameArrayBuffer})(p);
  (${installGlobals})(p, bridge, limits, tools, console);
  (${installRaces})(p, bridge);
  return {
    __proto__: null,
    warmUp: (${createWarmUp})(() => assemble(${JSON.stringify(unlimited(limits))}, nobody), (n) => { if (n < 0) { ${FILLER} } }),
    listen: (tell) => {
      host.tell = tell;
    },
    compile: (source, callSites) => {
      sites.text = callSites;
      return runner.compile(source);
    },
    refuse: runner.refuse,
    run: (now, a, b, c, d) => {
      clock.now = now;
      random.seed(a, b, c, d);
      runner.run();
    },
    deliver,
    fail,
    unhandled: runner.unhandled,
    drain: bridge.drain,
  };
})()`;
}

/** More than the engine puts off compiling: see `createWarmUp`. */
const FILLER = 'n++; '.repeat(200);

const unlimited = (limits: GuestLimits): unknown =>
  Object.fromEntries(Object.keys(limits).map((name) => [name, Number.MAX_SAFE_INTEGER]));
