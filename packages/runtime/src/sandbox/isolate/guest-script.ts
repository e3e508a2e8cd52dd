// The guest's text, made once and compiled once: each isolate after the first takes the compiled form of it.
//
// The compiled form holds machine code and would be an attack if it came from a program. It never leaves the process
// that made it.

import { guestPermits } from '../guest-globals.js';
import { guestSource } from '../guest/guest-source.js';
import type { GuestLimits } from '../limits.js';
import type { CompiledScript, Context, Isolate, Reference } from './isolated-vm.js';

/** The functions of the guest, as the worker holds them. */
export interface Guest {
  readonly boot: Reference;
  readonly compile: Reference;
  readonly refuse: Reference;
  readonly run: Reference;
  readonly deliver: Reference;
  readonly unhandled: Reference;
  readonly drain: Reference;
}

export type OpenGuest = (isolate: Isolate, context: Context) => Guest;

export function createGuestScript(limits: GuestLimits): OpenGuest {
  const source = guestSource(guestPermits(), limits);
  let compiled: CompiledScript['cachedData'];

  const evaluate = (isolate: Isolate, context: Context): Reference => {
    const filename = 'guest.js';
    const script: CompiledScript = compiled
      ? isolate.compileScriptSync(source, { filename, cachedData: compiled })
      : isolate.compileScriptSync(source, { filename, produceCachedData: true });
    compiled ??= script.cachedData;
    return script.runSync(context, { reference: true });
  };

  return (isolate, context) => {
    const handle = evaluate(isolate, context);
    const get = (name: string): Reference => handle.getSync(name, { reference: true });
    return {
      boot: get('boot'),
      compile: get('compile'),
      refuse: get('refuse'),
      run: get('run'),
      deliver: get('deliver'),
      unhandled: get('unhandled'),
      drain: get('drain'),
    };
  };
}
