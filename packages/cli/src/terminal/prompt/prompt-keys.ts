// The keys that reach the prompt library.
//
// Threat: two keys silently break the library. Ctrl-D on an empty line closes its reader, and the terminal shows
// what is typed from then on, a secret as well; Ctrl-Z and `fg` leave a prompt that takes no key at all. So Ctrl-D arrives
// as Ctrl-C, which leaves the prompt, and Ctrl-Z does not arrive. The library switches the raw mode on and off by itself;
// here the holder of the keyboard decides.

import { PassThrough, type Readable } from 'node:stream';
import { CTRL_C } from '../keyboard.js';

const CTRL_D = 0x04;
const CTRL_Z = 0x1a;

export interface PromptKeys extends Disposable {
  readonly input: Readable;
}

/** Reads `input` until it is disposed. */
export function openPromptKeys(input: Readable): PromptKeys {
  const keys = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });
  const pass = (typed: Buffer | string): void => {
    keys.write(
      Buffer.from(typed)
        .map((key) => (key === CTRL_D ? CTRL_C : key))
        .filter((key) => key !== CTRL_Z),
    );
  };
  const end = (): void => void keys.end();
  input.on('data', pass).on('end', end).resume();
  return {
    input: keys,
    [Symbol.dispose]() {
      input.off('data', pass).off('end', end);
      keys.destroy();
    },
  };
}
