// The keys that reach the prompt library.
//
// Threat: two keys silently break the library. Ctrl-D on an empty line closes its reader, and the terminal shows
// what is typed from then on, a secret as well; Ctrl-Z and `fg` leave a prompt that takes no key at all. So Ctrl-D arrives
// as Ctrl-C, which leaves the prompt, and Ctrl-Z does not arrive. The library switches the raw mode on and off by itself;
// here the holder of the keyboard decides.
//
// The library draws its whole text again for each key, and its line reader measures it again: a paste would take time that
// grows with its square. So a run of characters that arrives together is one key.

import { PassThrough, type Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { setImmediate as turn } from 'node:timers/promises';

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const CTRL_Z = '\u001a';

/** Longer runs nobody types at once; not after an Escape, which begins the code of a key. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: keys are what this is about
const PASTED = /(?<=^|[^\P{Cc}\u001b])\P{Cc}{33,}/gu;
const FEW = 32;
/** Pieces of a paste that come within this time are drawn together. */
const GATHER_MS = 20;

export interface PromptKeys extends Disposable {
  readonly input: Readable;
}

/** Reads `input` until it is disposed. */
export function openPromptKeys(input: Readable): PromptKeys {
  const keys = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });
  const decoder = new StringDecoder('utf8');
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;
  let typed = Promise.resolve();

  const type = async (text: string): Promise<void> => {
    for (const { isPasted, piece } of piecesOf(text)) {
      if (keys.destroyed) return;
      if (isPasted) keys.emit('keypress', piece, { sequence: piece, ctrl: false, meta: false, shift: false });
      else keys.write(piece);
      // What was written has been read by then.
      await turn();
    }
  };
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const text = waiting;
    waiting = '';
    typed = typed.then(() => type(text));
  };
  const pass = (bytes: Buffer | string): void => {
    waiting += decoder.write(Buffer.from(bytes)).replaceAll(CTRL_D, CTRL_C).replaceAll(CTRL_Z, '');
    if (waiting.length <= FEW) flush();
    else timer ??= setTimeout(flush, GATHER_MS);
  };
  const end = (): void => {
    flush();
    typed.then(() => keys.end());
  };
  input.on('data', pass).on('end', end).resume();
  return {
    input: keys,
    [Symbol.dispose]() {
      input.off('data', pass).off('end', end);
      clearTimeout(timer);
      keys.destroy();
    },
  };
}

interface Piece {
  readonly isPasted: boolean;
  readonly piece: string;
}

function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const { 0: run, index } of text.matchAll(PASTED)) {
    pieces.push({ isPasted: false, piece: text.slice(from, index) }, { isPasted: true, piece: run });
    from = index + run.length;
  }
  return [...pieces, { isPasted: false, piece: text.slice(from) }].filter(({ piece }) => piece !== '');
}
