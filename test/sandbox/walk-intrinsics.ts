// A program that lists every object it can reach from the global object and from the language's syntax, by property
// and by prototype, with the names of its own properties. Functions that have nothing but a name and a length are
// left out: they are listed where they hang.

export const WALK_INTRINSICS = `
const roots = {
  globalThis,
  'Object.prototype': Object.prototype,
  'Function.prototype': Function.prototype,
  'Array.prototype': Array.prototype,
  'Iterator.prototype': Iterator.prototype,
  '%TypedArray%': Object.getPrototypeOf(Uint8Array),
  '%GeneratorFunction%': (function* () {}).constructor,
  '%AsyncFunction%': (async () => {}).constructor,
  '%AsyncGeneratorFunction%': (async function* () {}).constructor,
  '%ArrayIteratorPrototype%': Object.getPrototypeOf([][Symbol.iterator]()),
  '%StringIteratorPrototype%': Object.getPrototypeOf(''[Symbol.iterator]()),
  '%MapIteratorPrototype%': Object.getPrototypeOf(new Map().entries()),
  '%SetIteratorPrototype%': Object.getPrototypeOf(new Set().values()),
  '%RegExpStringIteratorPrototype%': Object.getPrototypeOf('x'.matchAll(/x/g)),
  '%IteratorHelperPrototype%': Object.getPrototypeOf([].values().map((x) => x)),
  '%WrapForValidIteratorPrototype%': Object.getPrototypeOf(Iterator.from({ next() {} })),
  '%AsyncIteratorPrototype%': Object.getPrototypeOf(Object.getPrototypeOf(Object.getPrototypeOf((async function* () {})()))),
  '%SegmentsPrototype%': Object.getPrototypeOf(new Intl.Segmenter().segment('x')),
  '%SegmentIteratorPrototype%': Object.getPrototypeOf(new Intl.Segmenter().segment('x')[Symbol.iterator]()),
};
const nameOf = (key) => (typeof key === 'symbol' ? '@@' + key.description.replace('Symbol.', '') : key);
const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';
const isBare = (value, keys) => typeof value === 'function' && keys.every((key) => key === 'length' || key === 'name');
const seen = new Set();
const found = {};
const queue = Object.entries(roots);
while (queue.length > 0) {
  const [path, value] = queue.shift();
  if (!isObject(value) || seen.has(value) || value === tools) continue;
  seen.add(value);
  const keys = Reflect.ownKeys(value);
  if (!isBare(value, keys)) found[path] = keys.map(nameOf).sort().join(' ');
  const at = path === 'globalThis' ? '' : path + '.';
  const prototype = Object.getPrototypeOf(value);
  for (const key of keys) {
    const { value: member, get, set } = Object.getOwnPropertyDescriptor(value, key);
    queue.push([at + nameOf(key), member], [at + nameOf(key) + '.get', get], [at + nameOf(key) + '.set', set]);
  }
  queue.push([path + '.[[Prototype]]', prototype]);
}
return found;
`;
