// Percent-encoding of URLs: which characters each part of one encodes.

import type { Primordials } from '../primordials.js';
import type { TextEncoding } from './text-encoding.js';

export type EncodeSet = 'c0' | 'fragment' | 'query' | 'special-query' | 'path' | 'userinfo' | 'form';

export interface PercentCoding {
  readonly encode: (text: string, set: EncodeSet) => string;
  /** As UTF-8, with U+FFFD for invalid bytes. */
  readonly decode: (text: string) => string;
}

export function createPercentCoding(p: Primordials, utf8: Pick<TextEncoding, 'encode' | 'decode'>): PercentCoding {
  const FRAGMENT = ' "<>`';
  const QUERY = ' "#<>';
  const PATH = `${QUERY}?^\`{}`;
  const SETS: Record<EncodeSet, string> = {
    c0: '',
    fragment: FRAGMENT,
    query: QUERY,
    'special-query': `${QUERY}'`,
    path: PATH,
    userinfo: `${PATH}/:;=@[\\]|`,
    form: '',
  };
  const HEX = '0123456789ABCDEF';
  const Bytes = Uint8Array;
  const { fromCharCode } = String;
  const { parseInt: intOf } = Number;
  const { test } = RegExp.prototype;
  const TWO_HEX = /^[0-9a-fA-F]{2}$/;
  const FORM = /[A-Za-z0-9*\-._]/;

  const encodes = (byte: number, set: EncodeSet): boolean => {
    if (byte < 0x20 || byte > 0x7e) return true;
    const one = p.apply(fromCharCode, undefined, [byte]);
    return set === 'form' ? !p.apply(test, FORM, [one]) : p.indexOf(SETS[set], one) >= 0;
  };

  return {
    encode: (text, set) => {
      const bytes = utf8.encode(text);
      const length = p.lengthOf(bytes);
      let out = '';
      for (let i = 0; i < length; i++) {
        const byte = bytes[i] ?? 0;
        if (set === 'form' && byte === 0x20) out += '+';
        else if (encodes(byte, set)) out += `%${HEX[byte >> 4]}${HEX[byte & 15]}`;
        else out += p.apply(fromCharCode, undefined, [byte]);
      }
      return out;
    },
    decode: (text) => {
      if (p.indexOf(text, '%') < 0) return text;
      const bytes = utf8.encode(text);
      const length = p.lengthOf(bytes);
      const out = new Bytes(length);
      let count = 0;
      for (let i = 0; i < length; i++) {
        const pair = p.apply(fromCharCode, undefined, [bytes[i + 1] ?? 0, bytes[i + 2] ?? 0]);
        const isEncoded = bytes[i] === 0x25 && i + 2 < length && p.apply(test, TWO_HEX, [pair]);
        out[count++] = isEncoded ? intOf(pair, 16) : (bytes[i] ?? 0);
        if (isEncoded) i += 2;
      }
      const decoded = new Bytes(count);
      for (let i = 0; i < count; i++) decoded[i] = out[i] ?? 0;
      return utf8.decode(decoded);
    },
  };
}
