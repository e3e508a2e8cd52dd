// A list of numbers as the texts it may spell: bytes, character codes, or words of two or four bytes, as typed arrays
// hold them. JSON makes an object with the keys 0, 1, 2 … of a typed array.

/** The numbers of a list, or of what a typed array became; undefined for anything else. */
export function numbersIn(value: object): readonly number[] | undefined {
  if (Array.isArray(value)) return value.every(isWord) ? value : undefined;
  const members = Object.entries(value);
  const isList = members.every(([key, member], index) => key === String(index) && isWord(member));
  return isList ? members.map(([, member]) => Number(member)) : undefined;
}

export function textsSpeltBy(numbers: readonly number[]): readonly string[] {
  const [least, most] = rangeOf(numbers);
  if (least >= -128 && most < 256) return [latin1(Buffer.from(numbers))];
  const words = latin1(bytesOf(Uint32Array.from(numbers)));
  if (least < -32_768 || most > 65_535) return [words];
  const codes = Uint16Array.from(numbers);
  return [words, latin1(bytesOf(codes)), Buffer.from(bytesOf(codes)).toString('utf16le')];
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
