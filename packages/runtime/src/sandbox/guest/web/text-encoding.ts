// `TextEncoder` and `TextDecoder`: UTF-8 both ways, and UTF-16LE for reading. Other encodings are refused.

import type { Primordials } from '../primordials.js';

export interface TextEncoding {
  readonly TextEncoder: object;
  readonly TextDecoder: object;
  readonly encode: (text: string) => Uint8Array;
  /** Never throws; invalid UTF-8 becomes U+FFFD. */
  readonly decode: (bytes: Uint8Array) => string;
}

export function createTextEncoding(p: Primordials): TextEncoding {
  const CHUNK = 4_096;
  const { charCodeAt, toLowerCase, trim } = String.prototype;
  const { isView } = ArrayBuffer;
  const Bytes = Uint8Array;
  const Units = Uint16Array;
  const byteLengthOf = Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, 'byteLength')?.get;
  const unit = (text: string, at: number): number => p.apply(charCodeAt, text, [at]);

  const LABELS: Record<string, string> = p.create(null);
  for (const label of 'unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8'.split(' '))
    LABELS[label] = 'utf-8';
  for (const label of 'csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le'.split(' '))
    LABELS[label] = 'utf-16le';

  /** The code point at a place; U+FFFD for half of a pair. */
  const pointAt = (text: string, at: number): number => {
    const first = unit(text, at);
    if (first < 0xd8_00 || first > 0xdf_ff) return first;
    const second = at + 1 < text.length ? unit(text, at + 1) : 0;
    if (first > 0xdb_ff || second < 0xdc_00 || second > 0xdf_ff) return 0xff_fd;
    return 0x1_00_00 + ((first - 0xd8_00) << 10) + (second - 0xdc_00);
  };
  const sizeOf = (point: number): number => (point < 0x80 ? 1 : point < 0x8_00 ? 2 : point < 0x1_00_00 ? 3 : 4);

  /** Writes as many whole characters as fit; gives how many units were read and bytes written. */
  const writeInto = (text: string, into: Uint8Array): { read: number; written: number } => {
    const room = p.lengthOf(into);
    let at = 0;
    let written = 0;
    while (at < text.length) {
      const point = pointAt(text, at);
      const size = sizeOf(point);
      if (written + size > room) break;
      if (size === 1) into[written] = point;
      else {
        into[written] = (size === 2 ? 0xc0 : size === 3 ? 0xe0 : 0xf0) | (point >> (6 * (size - 1)));
        for (let i = 1; i < size; i++) into[written + i] = 0x80 | ((point >> (6 * (size - 1 - i))) & 0x3f);
      }
      written += size;
      at += size === 4 ? 2 : 1;
    }
    return { read: at, written };
  };

  const encode = (text: string): Uint8Array => {
    let length = 0;
    for (let i = 0; i < text.length; i++) {
      const size = sizeOf(pointAt(text, i));
      length += size;
      if (size === 4) i++;
    }
    const bytes = new Bytes(length);
    writeInto(text, bytes);
    return bytes;
  };

  interface Reader {
    /** Returns the text; undefined if a fatal reader met invalid bytes. */
    read(bytes: Uint8Array, isLast: boolean): string | undefined;
  }

  /** Gathers code points, and makes text of them in pieces. */
  const createText = () => {
    const units = new Units(CHUNK + 2);
    let count = 0;
    let text = '';
    const flush = (): void => {
      const piece = new Units(count);
      for (let i = 0; i < count; i++) piece[i] = units[i] ?? 0;
      text += p.textOfCodes(piece);
      count = 0;
    };
    return {
      add(point: number): void {
        if (point > 0xff_ff) {
          units[count++] = 0xd8_00 + ((point - 0x1_00_00) >> 10);
          units[count++] = 0xdc_00 + ((point - 0x1_00_00) & 0x3_ff);
        } else units[count++] = point;
        if (count >= CHUNK) flush();
      },
      end(): string {
        flush();
        return text;
      },
    };
  };

  const createUtf8 = (isFatal: boolean): Reader => {
    let point = 0;
    let needed = 0;
    let seen = 0;
    let lower = 0x80;
    let upper = 0xbf;
    const reset = (): void => {
      point = 0;
      needed = 0;
      seen = 0;
      lower = 0x80;
      upper = 0xbf;
    };
    return {
      read(bytes, isLast) {
        const out = createText();
        const length = p.lengthOf(bytes);
        for (let i = 0; i < length; i++) {
          const byte = bytes[i] ?? 0;
          if (needed === 0) {
            if (byte < 0x80) out.add(byte);
            else if (byte >= 0xc2 && byte <= 0xf4) {
              needed = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
              if (byte === 0xe0) lower = 0xa0;
              if (byte === 0xed) upper = 0x9f;
              if (byte === 0xf0) lower = 0x90;
              if (byte === 0xf4) upper = 0x8f;
              point = byte & (needed === 1 ? 0x1f : needed === 2 ? 0xf : 7);
            } else if (isFatal) return undefined;
            else out.add(0xff_fd);
            continue;
          }
          if (byte < lower || byte > upper) {
            reset();
            if (isFatal) return undefined;
            out.add(0xff_fd);
            i--;
            continue;
          }
          lower = 0x80;
          upper = 0xbf;
          point = (point << 6) | (byte & 0x3f);
          if (++seen < needed) continue;
          out.add(point);
          reset();
        }
        if (isLast && needed > 0) {
          reset();
          if (isFatal) return undefined;
          out.add(0xff_fd);
        }
        return out.end();
      },
    };
  };

  const createUtf16 = (isFatal: boolean): Reader => {
    let low = -1;
    let lead = -1;
    return {
      read(bytes, isLast) {
        const out = createText();
        const length = p.lengthOf(bytes);
        for (let i = 0; i < length; i++) {
          const byte = bytes[i] ?? 0;
          if (low < 0) {
            low = byte;
            continue;
          }
          const one = (byte << 8) | low;
          low = -1;
          if (lead >= 0) {
            const first = lead;
            lead = -1;
            if (one >= 0xdc_00 && one <= 0xdf_ff) {
              out.add(0x1_00_00 + ((first - 0xd8_00) << 10) + (one - 0xdc_00));
              continue;
            }
            if (isFatal) return undefined;
            out.add(0xff_fd);
          }
          if (one >= 0xd8_00 && one <= 0xdb_ff) lead = one;
          else if (one < 0xdc_00 || one > 0xdf_ff) out.add(one);
          else if (isFatal) return undefined;
          else out.add(0xff_fd);
        }
        if (isLast && (low >= 0 || lead >= 0)) {
          low = -1;
          lead = -1;
          if (isFatal) return undefined;
          out.add(0xff_fd);
        }
        return out.end();
      },
    };
  };

  const bytesOf = (input: unknown): Uint8Array => {
    if (input === undefined) return new Bytes(0);
    if (isView(input)) return p.bytesIn(input);
    try {
      if (byteLengthOf) p.apply(byteLengthOf, input as object, []);
    } catch {
      throw new p.TypeError('Cannot decode: it takes an ArrayBuffer or a view of one, such as a Uint8Array');
    }
    return new Bytes(input as ArrayBuffer);
  };

  class Encoder {
    get encoding(): string {
      return 'utf-8';
    }
    encode(text: unknown = ''): Uint8Array {
      return encode(p.toText(text));
    }
    encodeInto(text: unknown, into: Uint8Array): { read: number; written: number } {
      if (!(into instanceof Bytes)) throw new p.TypeError('Cannot encode: the second argument must be a Uint8Array');
      return writeInto(p.toText(text), into);
    }
  }

  class Decoder {
    readonly #encoding: string;
    readonly #isFatal: boolean;
    readonly #keepsMark: boolean;
    #reader: Reader | undefined;
    #isMarkSeen = false;

    constructor(label: unknown = 'utf-8', options: { fatal?: unknown; ignoreBOM?: unknown } = {}) {
      const name: string = p.apply(toLowerCase, p.apply(trim, p.toText(label), []), []);
      const encoding = LABELS[name];
      if (encoding === undefined)
        throw new p.RangeError(`Cannot decode "${p.slice(name, 0, 40)}": a program has utf-8 and utf-16le`);
      this.#encoding = encoding;
      this.#isFatal = !!options?.fatal;
      this.#keepsMark = !!options?.ignoreBOM;
    }
    get encoding(): string {
      return this.#encoding;
    }
    get fatal(): boolean {
      return this.#isFatal;
    }
    get ignoreBOM(): boolean {
      return this.#keepsMark;
    }
    decode(input?: unknown, options: { stream?: unknown } = {}): string {
      const isLast = !options?.stream;
      const bytes = bytesOf(input);
      this.#reader ??= this.#encoding === 'utf-8' ? createUtf8(this.#isFatal) : createUtf16(this.#isFatal);
      const text = this.#reader.read(bytes, isLast);
      const isStart = !this.#isMarkSeen;
      if (text !== '') this.#isMarkSeen = true;
      if (isLast || text === undefined) {
        this.#reader = undefined;
        this.#isMarkSeen = false;
      }
      if (text === undefined) throw new p.TypeError(`Cannot decode: the bytes are not ${this.#encoding}`);
      return isStart && !this.#keepsMark && text !== '' && unit(text, 0) === 0xfe_ff ? p.slice(text, 1) : text;
    }
  }

  const named = (Class: object, name: string): object => {
    p.defineProperty(Class, 'name', { __proto__: null, value: name, configurable: true });
    p.hide((Class as { prototype: object }).prototype, Symbol.toStringTag, name);
    return Class;
  };
  return {
    TextEncoder: named(Encoder, 'TextEncoder'),
    TextDecoder: named(Decoder, 'TextDecoder'),
    encode,
    decode: (bytes) => createUtf8(false).read(bytes, true) ?? '',
  };
}
