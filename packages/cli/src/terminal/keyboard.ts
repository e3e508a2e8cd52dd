// The keyboard, while a prompt or the watch screen holds it.
//
// Threat: the terminal echoes what is typed between two prompts or after the last one: the rest of a pasted secret, or a
// secret whose prompt was left a moment ago. So the terminal stays raw for as long as the keyboard is held, and the holder
// may give it back quietly, which goes on discarding keys until none came for a while.

import type { Readable } from 'node:stream';

export const CTRL_C = 0x03;
/** Keys this long apart do not belong to one burst of typing. */
export const SILENCE_MS = 400;

export interface HeldKeyboard {
  /** `quietly`: discards keys, unseen, until none came for SILENCE_MS or somebody takes the keyboard again. */
  giveBack(how?: { readonly quietly?: boolean }): void;
}

/** Ends the quiet time of an input. */
const quietTimes = new WeakMap<Readable, () => void>();

/** The terminal echoes nothing until the keyboard is given back. */
export function takeKeyboard(input: Readable): HeldKeyboard {
  quietTimes.get(input)?.();
  // The shell of a process that was stopped from elsewhere has had the terminal meanwhile, and echoes.
  const hide = (): void => setRawMode(input, true);
  hide();
  process.on('SIGCONT', hide);
  return {
    giveBack({ quietly = false } = {}) {
      process.off('SIGCONT', hide);
      if (quietly) discardKeys(input, () => release(input));
      else release(input);
    },
  };
}

function discardKeys(input: Readable, release: () => void): void {
  const discard = (keys: Buffer | string): void => {
    timer.refresh();
    // In raw mode the terminal sends no signal.
    if (Buffer.from(keys).includes(CTRL_C)) process.kill(process.pid, 'SIGINT');
  };
  const stop = (): void => {
    clearTimeout(timer);
    input.off('data', discard);
    quietTimes.delete(input);
  };
  const timer = setTimeout(() => {
    stop();
    release();
  }, SILENCE_MS);
  quietTimes.set(input, stop);
  input.on('data', discard).resume();
}

function release(input: Readable): void {
  input.pause();
  setRawMode(input, false);
}

function setRawMode(input: Readable, isRaw: boolean): void {
  if ('setRawMode' in input && typeof input.setRawMode === 'function') input.setRawMode(isRaw);
}
