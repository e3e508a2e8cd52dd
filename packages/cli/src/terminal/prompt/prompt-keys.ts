// The keys that reach the prompt library.
//
// Threat: two keys silently break the library. Ctrl-D on an empty line closes its reader, and the terminal shows
// what is typed from then on, a secret as well; Ctrl-Z and `fg` leave a prompt that takes no key at all. So Ctrl-D arrives
// as Ctrl-C, which leaves the prompt, and Ctrl-Z does not arrive. The library switches the raw mode on and off by itself;
// here the holder of the keyboard decides.
//
// Threat: text that was meant for another window, typed or pasted, with an Enter in it. The library takes `j` for Down, and a
// list begins again after its last line, so that "just do it" approved. Where no text is asked for, text is thrown away, and
// with it every key after it until none came for a while.
//
// The library draws its whole text again for each key, and its line reader measures it again: a paste would take time that
// grows with its square. So a run of characters that arrives together is one key.

import { PassThrough, type Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { setImmediate as turn } from 'node:timers/promises';
import { SILENCE_MS } from '../keyboard.js';

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

/** What a prompt takes beside keys such as Down, Space and Enter. */
export type Takes = 'text' | 'y or n' | 'keys only';

/** Reads `input` until it is disposed. */
export function openPromptKeys(input: Readable, takes: Takes): PromptKeys {
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
  let deafUntil = 0;
  /** What is left of a piece once text that nobody asked for is thrown away. */
  const meant = (piece: string): string => {
    const now = performance.now();
    if (now >= deafUntil && !isStray(piece, takes)) return piece;
    deafUntil = now + SILENCE_MS;
    return piece.includes(CTRL_C) ? CTRL_C : '';
  };
  const pass = (bytes: Buffer | string): void => {
    waiting += meant(decoder.write(Buffer.from(bytes)).replaceAll(CTRL_D, CTRL_C).replaceAll(CTRL_Z, ''));
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

/** The codes of keys that type nothing: arrows and the like. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: keys are what this is about
const KEY_CODES = /\u001b(?:\[[\d;]*[A-Za-z]|O[A-Z])|[\p{Cc} ]/gu;

function isStray(piece: string, takes: Takes): boolean {
  if (takes === 'text' || (takes === 'y or n' && /^[yn]$/i.test(piece))) return false;
  return piece.replaceAll(KEY_CODES, '') !== '';
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
