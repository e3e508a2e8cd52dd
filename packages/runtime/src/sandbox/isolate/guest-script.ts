// The guest's text, made once and compiled once: every isolate takes the compiled form of it.
//
// An engine compiles a function when it is first called, and what it hands out as compiled holds only what was. So
// the guest is used once, by a program of ours in an isolate that is thrown away, before its compiled form is taken.
//
// The compiled form holds machine code and would be an attack if it came from a program. It never leaves the process
// that made it.

import { guestPermits } from '../permitted-globals.js';
import { guestSource } from '../guest/guest-source.js';
import type { GuestLimits } from '../limits.js';
import { PROGRAM_RULES } from '../program-rules.js';
import { callSites } from './call-sites.js';
import { SCRIPT_NAME } from './script-name.js';
import { seedWords } from './seed-words.js';
import type { CompiledScript, Context, Isolate, IsolatedVm, Reference } from './isolated-vm.js';

/** The functions of the guest, as the worker holds them. */
export interface Guest {
  readonly warmUp: Reference;
  readonly compile: Reference;
  readonly adapt: Reference;
  readonly refuse: Reference;
  readonly run: Reference;
  readonly deliver: Reference;
  readonly fail: Reference;
  readonly unhandled: Reference;
  readonly drain: Reference;
}

/** `onPrinted` is called with what the program prints, as it prints it, in the form of a step's output. */
export type OpenGuest = (isolate: Isolate, context: Context, onPrinted: (text: string) => void) => Guest;

export function createGuestScript(ivm: IsolatedVm, limits: GuestLimits): OpenGuest {
  const source = guestSource(guestPermits(), limits);
  const filename = 'guest.js';

  const open: OpenGuest = (isolate, context, onPrinted) => {
    const compiled = COMPILED.get(source);
    const script = isolate.compileScriptSync(source, { filename, ...(compiled ? { cachedData: compiled } : {}) });
    const handle: Reference = script.runSync(context, { reference: true });
    const get = (name: string): Reference => handle.getSync(name, { reference: true });
    get('listen').applySync(undefined, [new ivm.Callback(quietly(onPrinted))]);
    return {
      warmUp: get('warmUp'),
      compile: get('compile'),
      adapt: get('adapt'),
      refuse: get('refuse'),
      run: get('run'),
      deliver: get('deliver'),
      fail: get('fail'),
      unhandled: get('unhandled'),
      drain: get('drain'),
    };
  };

  /** Compiling the same text again finds the functions that were compiled meanwhile. */
  const rehearse = (): CompiledScript['cachedData'] => {
    const isolate = new ivm.Isolate({ memoryLimit: REHEARSAL_MB });
    try {
      const guest = open(isolate, isolate.createContextSync(), () => undefined);
      guest.warmUp.applySync();
      guest.compile.applySync(undefined, [REHEARSAL, callSites(REHEARSAL), PROGRAM_RULES, SCRIPT_NAME]);
      guest.run.applySync(undefined, [0, ...seedWords('rehearsal')]);
      for (const delivery of REHEARSED) {
        guest.drain.applySync();
        guest.deliver.applySync(undefined, [...delivery]);
      }
      guest.drain.applySync();
      guest.fail.applySync(undefined, [...REHEARSED_FAILURE]);
      const script: CompiledScript = isolate.compileScriptSync(source, { filename, produceCachedData: true });
      return script.cachedData;
    } finally {
      isolate.dispose();
    }
  };

  return (isolate, context, onPrinted) => {
    if (!COMPILED.has(source)) remember(source, rehearse());
    return open(isolate, context, onPrinted);
  };
}

/** By the text, for all pools of this process; few programs have limits of their own, which are part of the text. */
const COMPILED = new Map<string, CompiledScript['cachedData']>();
const MOST_COMPILED = 8;

function remember(source: string, compiled: CompiledScript['cachedData']): void {
  const [oldest] = COMPILED.keys();
  if (COMPILED.size >= MOST_COMPILED && oldest !== undefined) COMPILED.delete(oldest);
  COMPILED.set(source, compiled);
}

/** The function the isolate calls: it takes texts and returns nothing, neither a value nor an error of ours. */
const quietly =
  (onPrinted: (text: string) => void) =>
  (text: unknown): void => {
    try {
      if (typeof text === 'string') onPrinted(text);
    } catch {
      // The host has ended, or too little of the stack is left.
    }
  };

const REHEARSAL_MB = 32;

/** What most programs do. */
const REHEARSAL = `
for (let n = 0; n < 2; n++) await tools.some.tool({ n });
console.log('some', { text: 1 });
emit({ n: 1 });
await tools.some.tool().catch(() => undefined);
return { n: 1 };
`;
const REHEARSED = [
  [1, '{"n":1}', 0],
  [2, '{"n":2}', 0],
] as const;
const REHEARSED_FAILURE = [3, '{"name":"ToolError","code":"tool/failed","message":"no"}', 0] as const;
