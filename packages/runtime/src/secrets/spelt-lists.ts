// A list as the texts its members may spell together: pieces of a text, bytes, character codes, or words of two or four
// bytes, as typed arrays hold them. JSON makes an object with the keys 0, 1, 2 … of a typed array.

import { SHORTEST_SOUGHT } from './encodings.js';

/** None for a value that is not a list, or a list of anything else. */
export function textsSpeltBy(value: object): readonly string[] {
  const members = membersOf(value);
  if (members === undefined || members.length < 2) return [];
  if (members.every(isPiece)) return [members.join('')];
  return members.every(isWord) ? textsOfNumbers(members) : [];
}

function membersOf(value: object): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!('0' in value)) return undefined;
  const members = Object.entries(value);
  return members.every(([key], index) => key === String(index)) ? members.map(([, member]) => member) : undefined;
}

/** A longer one is looked at by itself, and the others stay as they are. */
const isPiece = (value: unknown): value is string => typeof value === 'string' && value.length < SHORTEST_SOUGHT;

function textsOfNumbers(numbers: readonly number[]): readonly string[] {
  const [least, most] = rangeOf(numbers);
  if (least >= -128 && most < 256) return [latin1(Buffer.from(numbers))];
  const words = latin1(bytesOf(Uint32Array.from(numbers)));
  if (least < -32_768 || most > 65_535) return [words];
  const codes = Uint16Array.from(numbers);
  return [words, latin1(bytesOf(codes)), bytesOf(codes).toString('utf16le')];
}

const isWord = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= -0x8000_0000 && Number(value) <= 0xffff_ffff;

function rangeOf(numbers: readonly number[]): readonly [number, number] {
  let [least, most] = [0, 0];
  for (const one of numbers) [least, most] = [Math.min(least, one), Math.max(most, one)];
  return [least, most];
}

const bytesOf = ({ buffer }: Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>): Buffer => Buffer.from(buffer);

const latin1 = (bytes: Buffer): string => bytes.toString('latin1');
