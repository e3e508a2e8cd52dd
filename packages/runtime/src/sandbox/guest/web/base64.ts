// `atob` and `btoa` as the WHATWG writes them: text of bytes, one character each, from 0 to 255.

import type { Primordials } from '../primordials.js';

export interface Base64 {
  readonly atob: (data: unknown) => string;
  readonly btoa: (data: unknown) => string;
}

export function createBase64(p: Primordials): Base64 {
  const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const CHUNK = 8_192;
  const { charCodeAt } = String.prototype;
  const Bytes = Uint8Array;
  const values = new Bytes(128).fill(255);
  for (let i = 0; i < 64; i++) values[ALPHABET.charCodeAt(i)] = i;
  const codes = new Bytes(64);
  for (let i = 0; i < 64; i++) codes[i] = ALPHABET.charCodeAt(i);

  const unit = (text: string, at: number): number => p.apply(charCodeAt, text, [at]);
  const isBlank = (one: number): boolean => one === 32 || one === 9 || one === 10 || one === 12 || one === 13;

  const refuse = (message: string): never => {
    const error = new p.Error(message);
    p.hide(error, 'name', 'InvalidCharacterError');
    throw error;
  };

  /** Made in pieces: a string joined of single characters takes many times its size. */
  const textOf = (bytes: Uint8Array, length: number): string => {
    let text = '';
    for (let from = 0; from < length; from += CHUNK) {
      const size = from + CHUNK < length ? CHUNK : length - from;
      const piece = new Bytes(size);
      for (let i = 0; i < size; i++) piece[i] = bytes[from + i] ?? 0;
      text += p.textOfCodes(piece);
    }
    return text;
  };

  return {
    atob: (data) => {
      const text = p.toText(data);
      const found = new Bytes(text.length);
      let count = 0;
      let padding = 0;
      for (let i = 0; i < text.length; i++) {
        const one = unit(text, i);
        if (isBlank(one)) continue;
        if (one === 61) {
          padding++;
          continue;
        }
        const value = one < 128 ? (values[one] ?? 255) : 255;
        if (value === 255 || padding > 0)
          refuse('Cannot decode base64: it holds a character that base64 does not have');
        found[count++] = value;
      }
      if (count % 4 === 1 || padding > 2 || (padding > 0 && (count + padding) % 4 !== 0))
        refuse('Cannot decode base64: its length is not that of whole bytes');
      const bytes = new Bytes((count * 6 - ((count * 6) % 8)) / 8);
      let bits = 0;
      let held = 0;
      let written = 0;
      for (let i = 0; i < count; i++) {
        bits = ((bits << 6) | (found[i] ?? 0)) & 0xff_ff;
        held += 6;
        if (held < 8) continue;
        held -= 8;
        bytes[written++] = bits >> held;
      }
      return textOf(bytes, written);
    },
    btoa: (data) => {
      const text = p.toText(data);
      const out = new Bytes(((text.length + 2 - ((text.length + 2) % 3)) / 3) * 4);
      let at = 0;
      for (let i = 0; i < text.length; i += 3) {
        const a = unit(text, i);
        const b = i + 1 < text.length ? unit(text, i + 1) : 0;
        const c = i + 2 < text.length ? unit(text, i + 2) : 0;
        if (a > 255 || b > 255 || c > 255)
          refuse('Cannot encode as base64: it holds a character beyond 255; encode the text as bytes first');
        out[at++] = codes[a >> 2] ?? 0;
        out[at++] = codes[((a & 3) << 4) | (b >> 4)] ?? 0;
        out[at++] = i + 1 < text.length ? (codes[((b & 15) << 2) | (c >> 6)] ?? 0) : 61;
        out[at++] = i + 2 < text.length ? (codes[c & 63] ?? 0) : 61;
      }
      return textOf(out, at);
    },
  };
}
