// What must be the same after an attack as before: every own property of the intrinsics a host relies on.

const WATCHED: Readonly<Record<string, object>> = {
  globalThis,
  'Object.prototype': Object.prototype,
  'Function.prototype': Function.prototype,
  'Array.prototype': Array.prototype,
  'Promise.prototype': Promise.prototype,
  'String.prototype': String.prototype,
  'Error.prototype': Error.prototype,
  Object,
  Promise,
  JSON,
  Reflect,
  Error,
};

/** Returns a function that names what has changed since. */
export function watchIntrinsics(): () => readonly string[] {
  const before = Object.entries(WATCHED).map(([name, target]) => ({ name, target, state: stateOf(target) }));
  return () => before.filter(({ target, state }) => stateOf(target) !== state).map(({ name }) => name);
}

const numbers = new WeakMap<WeakKey, number>();
let next = 1;

/** The same text exactly when every own property is the same function or value. */
function stateOf(target: object): string {
  const own = Reflect.ownKeys(target).filter((key) => key !== 'stackTraceLimit');
  // Node makes some of its globals when they are first asked for.
  if (target === globalThis) return own.map(String).join();
  return own.map((key) => `${String(key)}=${identity(Reflect.getOwnPropertyDescriptor(target, key)?.value)}`).join();
}

function identity(value: unknown): string {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return String(value);
  const known = numbers.get(value) ?? next++;
  numbers.set(value, known);
  return `#${known}`;
}
