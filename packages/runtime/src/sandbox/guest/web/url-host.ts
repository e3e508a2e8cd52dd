// Hosts of URLs as the WHATWG reads them: domains, IPv4 and IPv6 addresses, and the opaque hosts of other schemes.
//
// Not supported: domains beyond ASCII, and those in Punycode (`xn--…`), which need the tables of IDNA. They are refused in
// words rather than read wrongly.

import type { Primordials } from '../primordials.js';
import type { PercentCoding } from './percent-coding.js';

/** The host as it is written in a URL; undefined if it is invalid. Throws if it is not supported here. */
export type ReadHost = (text: string, isSpecial: boolean) => string | undefined;

export function createHostReader(p: Primordials, coding: PercentCoding): ReadHost {
  const FORBIDDEN = /[\0\t\n\r #/:<>?@[\\\]^|]/;
  const FORBIDDEN_DOMAIN = /[\0-\x20#%/:<>?@[\\\]^|\x7f]/;
  const BEYOND_ASCII = /[^\0-\x7f]/;
  const PUNYCODE = /(?:^|\.)xn--/;
  const { test } = RegExp.prototype;
  const { split, toLowerCase } = String.prototype;
  const { parseInt: intOf } = Number;
  const matches = (pattern: RegExp, text: string): boolean => p.apply(test, pattern, [text]);
  const parted = (text: string, by: string): string[] => p.apply(split, text, [by as never]);

  /** A number of decimal, octal or hexadecimal digits; undefined if it is invalid. */
  const numberOf = (text: string): number | undefined => {
    if (text === '') return undefined;
    if (matches(/^0[xX][0-9a-fA-F]*$/, text)) return text.length === 2 ? 0 : intOf(p.slice(text, 2), 16);
    if (matches(/^0[0-7]+$/, text)) return intOf(text, 8);
    return matches(/^(?:0|[1-9][0-9]*)$/, text) ? intOf(text, 10) : undefined;
  };

  const lastPart = (parts: readonly string[]): string => {
    const last = parts[parts.length - 1] ?? '';
    return last === '' && parts.length > 1 ? (parts[parts.length - 2] ?? '') : last;
  };
  const endsInNumber = (domain: string): boolean => {
    const last = lastPart(parted(domain, '.'));
    return matches(/^[0-9]+$/, last) || matches(/^0[xX][0-9a-fA-F]*$/, last);
  };

  const readIpv4 = (domain: string): string | undefined => {
    const parts = parted(domain, '.');
    const count = parts[parts.length - 1] === '' && parts.length > 1 ? parts.length - 1 : parts.length;
    if (count > 4) return undefined;
    let address = 0;
    for (let i = 0; i < count; i++) {
      const number = numberOf(parts[i] ?? '');
      const isLast = i === count - 1;
      if (number === undefined || number >= (isLast ? 256 ** (5 - count) : 256)) return undefined;
      address += isLast ? number : number * 256 ** (3 - i);
    }
    const byte = (at: number): number => ((address - (address % 256 ** at)) / 256 ** at) % 256;
    return `${byte(3)}.${byte(2)}.${byte(1)}.${byte(0)}`;
  };

  const readIpv6 = (text: string): string | undefined => {
    const pieces = [0, 0, 0, 0, 0, 0, 0, 0];
    let piece = 0;
    let compress = -1;
    let at = 0;
    const isHex = (): boolean => matches(/^[0-9a-fA-F]$/, text[at] ?? '');
    const isDigit = (): boolean => matches(/^[0-9]$/, text[at] ?? '');
    if (text[at] === ':') {
      if (text[at + 1] !== ':') return undefined;
      at += 2;
      compress = ++piece;
    }
    while (at < text.length) {
      if (piece === 8) return undefined;
      if (text[at] === ':') {
        if (compress >= 0) return undefined;
        at++;
        compress = ++piece;
        continue;
      }
      let value = 0;
      let length = 0;
      for (; length < 4 && isHex(); at++, length++) value = value * 16 + intOf(text[at] ?? '', 16);
      if (text[at] === '.') {
        if (length === 0 || piece > 6) return undefined;
        at -= length;
        let seen = 0;
        while (at < text.length) {
          if (seen > 0) {
            if (text[at] !== '.' || seen >= 4) return undefined;
            at++;
          }
          if (!isDigit()) return undefined;
          let byte = -1;
          for (; isDigit(); at++) {
            if (byte === 0) return undefined;
            byte = (byte < 0 ? 0 : byte * 10) + intOf(text[at] ?? '', 10);
            if (byte > 255) return undefined;
          }
          pieces[piece] = (pieces[piece] ?? 0) * 256 + byte;
          seen++;
          if (seen === 2 || seen === 4) piece++;
        }
        if (seen !== 4) return undefined;
        break;
      }
      if (text[at] === ':') {
        at++;
        if (at >= text.length) return undefined;
      } else if (at < text.length) return undefined;
      pieces[piece++] = value;
    }
    if (compress < 0 && piece !== 8) return undefined;
    if (compress >= 0) {
      let swaps = piece - compress;
      for (let to = 7; to !== 0 && swaps > 0; to--, swaps--) {
        const from = compress + swaps - 1;
        const moved = pieces[to] ?? 0;
        pieces[to] = pieces[from] ?? 0;
        pieces[from] = moved;
      }
    }
    return `[${writtenIpv6(pieces)}]`;
  };

  const writtenIpv6 = (pieces: readonly number[]): string => {
    let [start, longest] = [-1, 1];
    for (let i = 0; i < 8; i++) {
      let length = 0;
      while (i + length < 8 && pieces[i + length] === 0) length++;
      if (length > longest) {
        start = i;
        longest = length;
      }
      if (length > 0) i += length;
    }
    let text = '';
    for (let i = 0; i < 8; i++) {
      if (i === start) {
        text += i === 0 ? '::' : ':';
        i += longest - 1;
        continue;
      }
      text += `${(pieces[i] ?? 0).toString(16)}${i < 7 ? ':' : ''}`;
    }
    return text;
  };

  return (text, isSpecial) => {
    if (text[0] === '[') return text[text.length - 1] === ']' ? readIpv6(p.slice(text, 1, -1)) : undefined;
    if (!isSpecial) return matches(FORBIDDEN, text) ? undefined : coding.encode(text, 'c0');
    const domain: string = p.apply(toLowerCase, coding.decode(text), []);
    if (matches(BEYOND_ASCII, domain) || matches(PUNYCODE, domain))
      throw new p.TypeError('Cannot read the URL: a program reads hosts of ASCII only, and none in Punycode');
    if (domain === '' || matches(FORBIDDEN_DOMAIN, domain)) return undefined;
    return endsInNumber(domain) ? readIpv4(domain) : domain;
  };
}
