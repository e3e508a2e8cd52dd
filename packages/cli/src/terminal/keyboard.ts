// The keyboard, while a prompt or the watch screen holds it.
//
// Threat: the terminal echoes what is typed between two prompts or after the last one: the rest of a pasted secret, or a
// secret whose prompt was left a moment ago. So the terminal stays raw for as long as the keyboard is held, and the holder
// may give it back quietly, which keeps discarding keys until none came for a while.
//
// Threat: a process that a signal ends leaves a raw terminal behind, in which the person types blindly.

import type { Readable } from 'node:stream';

export const CTRL_C = 0x03;
/** Keys this long apart do not belong to one burst of typing. */
export const SILENCE_MS = 400;
/** Pieces of a paste this long apart do not belong together, however slow the connection. */
const QUIET_MS = 2_000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface HeldKeyboard {
  /** `quietly`: discards keys, unseen, until none came for QUIET_MS or somebody takes the keyboard again. */
  giveBack(how?: { readonly quietly?: boolean }): void;
}

/** Ends the quiet time of an input. */
const quietTimes = new WeakMap<Readable, () => void>();

/** The terminal echoes nothing until the keyboard is given back. */
export function takeKeyboard(input: Readable): HeldKeyboard {
  quietTimes.get(input)?.();
  const unhide = hide(input);
  return {
    giveBack({ quietly = false } = {}) {
      if (quietly) discardKeys(input, unhide);
      else release(input, unhide);
    },
  };
}

/** Sets the raw mode; the returned function ends what keeps it. */
function hide(input: Readable): () => void {
  // The shell of a process that was stopped from elsewhere has had the terminal meanwhile, and echoes.
  const again = (): void => setRawMode(input, true);
  const leave = (signal: NodeJS.Signals): void => {
    if (process.listenerCount(signal) > 1) return;
    setRawMode(input, false);
    unhide();
    process.kill(process.pid, signal);
  };
  const unhide = (): void => {
    process.off('SIGCONT', again);
    for (const signal of SIGNALS) process.off(signal, leave);
  };
  again();
  process.on('SIGCONT', again);
  for (const signal of SIGNALS) process.on(signal, leave);
  return unhide;
}

/** Does not keep the process alive. */
function discardKeys(input: Readable, unhide: () => void): void {
  const discard = (keys: Buffer | string): void => {
    timer.refresh();
    // In raw mode the terminal sends no signal.
    if (Buffer.from(keys).includes(CTRL_C)) process.kill(process.pid, 'SIGINT');
  };
  const stop = (): void => {
    clearTimeout(timer);
    input.off('data', discard);
    quietTimes.delete(input);
    setAlive(input, 'ref');
    unhide();
  };
  const timer = setTimeout(() => {
    stop();
    release(input);
  }, QUIET_MS).unref();
  quietTimes.set(input, stop);
  input.on('data', discard).resume();
  setAlive(input, 'unref');
}

function release(input: Readable, unhide?: () => void): void {
  unhide?.();
  input.pause();
  setRawMode(input, false);
}

function setRawMode(input: Readable, isRaw: boolean): void {
  if ('setRawMode' in input && typeof input.setRawMode === 'function') input.setRawMode(isRaw);
}

/** Whether an open input keeps the process alive. */
function setAlive(input: Readable, how: 'ref' | 'unref'): void {
  const set: unknown = Reflect.get(input, how);
  if (typeof set === 'function') set.call(input);
}
