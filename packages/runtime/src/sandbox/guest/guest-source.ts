// Puts the guest together: the text of each function of this folder, wired inside one closure, handing out a few
// functions to the worker and nothing to the program.

import { LAST_VALUE } from '../last-value.js';
import type { GuestPermits } from '../permitted-globals.js';
import type { GuestLimits } from '../limits.js';
import { createAllPages } from './all-pages.js';
import { createBridge } from './bridge.js';
import { createCallQueue } from './call-queue.js';
import { createGuestErrors } from './guest-errors.js';
import { createPrintedOutput } from './printed-output.js';
import { createColumnReader } from './place/column-shifts.js';
import { createConsole } from './console.js';
import { createJsonCut } from './values/cut-json.js';
import { createDescribeThrown } from './values/describe-thrown.js';
import { installErrorText } from './values/error-text.js';
import { installGlobals, installInput } from './globals.js';
import { createPlaceReader, WRAPPER_LINES } from './place/place.js';
import { createPrimordials } from './primordials.js';
import { createProgramStacks } from './place/program-stacks.js';
import { createSourcePlaces } from './place/source-places.js';
import { createProgramRunner } from './run-program.js';
import { createEndingNote } from './values/ending-notes.js';
import { createMissingIn } from './values/missing-values.js';
import { createOddIn } from './values/odd-values.js';
import { createResultHint } from './values/result-hint.js';
import { installRaces } from './races.js';
import { installStore } from './session-store.js';
import { createSeededRandom } from './tame/seeded-random.js';
import { tameArrayBuffer } from './tame/tame-array-buffer.js';
import { tameDate } from './tame/tame-date.js';
import { tameErrors } from './tame/tame-errors.js';
import { tameGlobals } from './tame/tame-globals.js';
import { tameRandom } from './tame/tame-random.js';
import { createToolsProxy } from './tools-proxy.js';
import { createWarmUp } from './warm-up.js';
import { createWriteValue } from './values/write-value.js';
import { createBase64 } from './web/base64.js';
import { installWeb } from './web/install-web.js';
import { createPercentCoding } from './web/percent-coding.js';
import { createStructuredClone } from './web/structured-clone.js';
import { createTextEncoding } from './web/text-encoding.js';
import { createUrlClass } from './web/url-class.js';
import { createHostReader } from './web/url-host.js';
import { createAuthorityReader } from './web/url-authority.js';
import { createUrlParser } from './web/url-parser.js';
import { createUrlRecords } from './web/url-record.js';
import { createSearchParams } from './web/url-search-params.js';
import { createQueueMicrotask } from './web/queue-microtask.js';
import { createWebCrypto } from './web/web-crypto.js';

/**
 * Evaluates to `{ warmUp(), listen(tell), compile(source, callSites, rules, script), adapt(…), refuse(…), run(now, a, b, c, d, input), deliver(…), fail(…), unhandled(message, frames), drain() }`,
 * held by the worker only.
 */
export function guestSource(permits: GuestPermits, limits: GuestLimits): string {
  return `(() => {
  'use strict';
  const clock = { __proto__: null, now: 0 };
  const limits = ${JSON.stringify(limits)};
  const p = (${createPrimordials})();
  const wrapperLines = ${WRAPPER_LINES};
  const readPlace = (${createPlaceReader})(p);
  const columnIn = (${createColumnReader})();
  const newTerms = () => ({ __proto__: null, rules: 1, script: '', shifts: [], note: '', endNote: '', emptyNote: '' });
  const terms = newTerms();
  const toWritten = (line, column) => {
    const written = line - wrapperLines;
    if (!(written > 0)) return [0, 0];
    return [written, terms.shifts.length === 0 ? column : columnIn(written, column, terms.shifts)];
  };
  const stacks = (${createProgramStacks})(p, { terms, toWritten });
  const writeValue = (${createWriteValue})(p);
  const describeThrown = (${createDescribeThrown})(p, limits.errorBytes);
  const resultHint = (${createResultHint})(p);
  const places = (${createSourcePlaces})(p);
  const endingNote = (${createEndingNote})(p, { places, resultHint, missingIn: (${createMissingIn})(p), oddIn: (${createOddIn})(p) });
  const createGuestErrors = ${createGuestErrors};
  const createPrintedOutput = ${createPrintedOutput};
  const createCallQueue = ${createCallQueue};
  const createBridge = ${createBridge};
  const createProgramRunner = ${createProgramRunner};
  const createToolsProxy = ${createToolsProxy};
  const cutJson = (${createJsonCut})(p);
  const installErrorText = ${installErrorText};
  const installInput = ${installInput};
  const installStore = ${installStore};
  const allPages = (${createAllPages})(p, { terms, writeValue });
  const host = { __proto__: null, tell: undefined };
  const nobody = { __proto__: null, tell: undefined };
  const assemble = (limits, host, terms) => {
    const sites = { __proto__: null, text: '' };
    const errors = createGuestErrors(p, { terms, readPlace, wrapperLines });
    const output = createPrintedOutput(p, { limits, host, errors });
    const bridge = createBridge(p, { limits, clock, terms, errors, output, queue: createCallQueue() });
    const toolsAt = (sites) => createToolsProxy(p, bridge, { sites, stacks, terms, writeValue, allPages });
    const runner = createProgramRunner(p, bridge, { limits, stacks, terms, writeValue, describeThrown, resultHint, endingNote, cutJson, places, toWritten: (line, column) => toWritten(line + wrapperLines, column), lastName: ${JSON.stringify(LAST_VALUE)}, tools: toolsAt(sites) });
    return {
      __proto__: null,
      bridge,
      runner,
      sites,
      tools: toolsAt({ __proto__: null, text: '' }),
      deliver: (call, json, at) => bridge.deliver(call, json, at, false, runner.failed),
      fail: (call, json, at) => bridge.deliver(call, json, at, true, runner.failed),
    };
  };
  const { bridge, runner, sites, tools, deliver, fail } = assemble(limits, host, terms);
  const console = (${createConsole})(p, bridge, tools, terms);
  const random = (${createSeededRandom})();
  (${tameGlobals})(p, ${JSON.stringify(permits)});
  (${tameErrors})(p, stacks);
  (${tameDate})(p, clock);
  (${tameRandom})(p, random);
  (${tameArrayBuffer})(p);
  (${installGlobals})(p, bridge, { limits, stacks, tools, console, terms, writeValue });
  (${installRaces})(p, bridge);
  const encoding = (${createTextEncoding})(p);
  const coding = (${createPercentCoding})(p, encoding);
  const records = (${createUrlRecords})(p);
  const readAuthority = (${createAuthorityReader})(p, coding, records, (${createHostReader})(p, coding));
  const parser = (${createUrlParser})(p, { coding, records, readAuthority });
  const params = (${createSearchParams})(p, coding);
  const base64 = (${createBase64})(p);
  const removeWeb = (${installWeb})(p, {
    atob: base64.atob,
    btoa: base64.btoa,
    TextEncoder: encoding.TextEncoder,
    TextDecoder: encoding.TextDecoder,
    URL: (${createUrlClass})(p, { parser, coding, params }),
    URLSearchParams: params.URLSearchParams,
    structuredClone: (${createStructuredClone})(p),
    queueMicrotask: (${createQueueMicrotask})(p),
    crypto: (${createWebCrypto})(p, random),
  });
  return {
    __proto__: null,
    warmUp: (${createWarmUp})(() => assemble(${JSON.stringify(unlimited(limits))}, nobody, newTerms()), (n) => { if (n < 0) { ${FILLER} } }),
    listen: (tell) => {
      host.tell = tell;
    },
    compile: (source, callSites, rules, script) => {
      sites.text = callSites;
      terms.script = script;
      if (rules > 1 && terms.rules === 1) installErrorText(p);
      if (rules < 4) removeWeb();
      if (rules > 2 && terms.rules < 3) installStore(p, bridge, { stacks, writeValue });
      terms.rules = rules;
      return runner.compile(source, callSites);
    },
    adapt: (shifts, note, endNote, emptyNote) => {
      terms.shifts = p.parse(shifts);
      terms.note = note;
      terms.endNote = endNote;
      terms.emptyNote = emptyNote;
    },
    refuse: runner.refuse,
    run: (now, a, b, c, d, input) => {
      clock.now = now;
      random.seed(a, b, c, d);
      if (terms.rules > 3) installInput(p, input);
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
