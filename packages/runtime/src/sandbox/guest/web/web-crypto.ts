// `crypto.randomUUID` and `crypto.getRandomValues`, of the numbers `Math.random` has: those of the journal's seed, the
// same again on replay. Not for secrets: anyone who reads the journal knows them.

import type { Primordials } from '../primordials.js';
import type { SeededRandom } from '../tame/seeded-random.js';

export function createWebCrypto(p: Primordials, random: SeededRandom): object {
  const MOST = 65_536;
  const WORD = 4_294_967_296;
  const { isView } = ArrayBuffer;
  const Bytes = Uint8Array;
  const HEX = '0123456789abcdef';
  const tagOf = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Bytes.prototype), Symbol.toStringTag)?.get;

  const fill = (bytes: Uint8Array): void => {
    let word = 0;
    const length = p.lengthOf(bytes);
    for (let i = 0; i < length; i++) {
      word = i % 4 === 0 ? random.next() * WORD : (word - (word % 256)) / 256;
      bytes[i] = word % 256;
    }
  };

  const refuse = (name: string, message: string): never => {
    const error = new p.Error(message);
    p.hide(error, 'name', name);
    throw error;
  };

  const getRandomValues = (array: unknown): unknown => {
    const kind = isView(array) && tagOf ? p.apply(tagOf, array, []) : undefined;
    if (typeof kind !== 'string' || p.indexOf(kind, 'Float') === 0)
      return refuse('TypeMismatchError', 'Cannot fill with random values: it takes a typed array of whole numbers');
    const bytes = p.bytesIn(array as Uint8Array);
    if (p.lengthOf(bytes) > MOST)
      return refuse('QuotaExceededError', `Cannot fill with random values: ${MOST} bytes at most, at once`);
    fill(bytes);
    return array;
  };

  const randomUUID = (): string => {
    const bytes = new Bytes(16);
    fill(bytes);
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    let text = '';
    for (let i = 0; i < 16; i++) {
      if (i === 4 || i === 6 || i === 8 || i === 10) text += '-';
      const byte = bytes[i] ?? 0;
      text += `${HEX[byte >> 4]}${HEX[byte & 15]}`;
    }
    return text;
  };

  const crypto = p.create(null);
  p.hide(crypto, 'getRandomValues', getRandomValues);
  p.hide(crypto, 'randomUUID', randomUUID);
  p.hide(crypto, Symbol.toStringTag, 'Crypto');
  return p.freeze(crypto);
}
