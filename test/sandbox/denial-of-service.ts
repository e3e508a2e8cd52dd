// Programs that want to keep a processor, or all memory, for themselves. Many of them defeat the engine's own timeout
// and its disposal; only the end of the process stops those.

export interface Hog {
  readonly name: string;
  readonly program: string;
  /** Which limits may be the first to be hit. */
  readonly codes: readonly string[];
}

const cpu = (name: string, program: string): Hog => ({ name, program, codes: ['limit/cpu'] });
/** Uses up time and memory at once; which comes first depends on the machine. */
const greedy = (name: string, program: string): Hog => ({
  name,
  program,
  codes: ['limit/cpu', 'limit/heap', 'limit/memory'],
});

export const HOGS: readonly Hog[] = [
  cpu('a loop', 'for (;;);'),
  cpu('a loop in a finally of a loop', 'for (;;) { try { for (;;); } finally { continue } }'),
  cpu(
    'a loop in the finally of a generator',
    'function* g() { try { yield 1 } finally { for (;;); } } for (const x of g()) break;',
  ),
  cpu('a loop of awaits', 'for (;;) await null'),
  cpu('a loop of awaits nobody awaits', '(async () => { for (;;) await null })(); return 1'),
  greedy(
    'a chain of promises without end',
    '(function next() { return Promise.resolve().then(next) })(); await new Promise(() => {})',
  ),
  cpu('a loop after a call returned', 'await tools.test.now(); for (;;);'),
  cpu('a loop of awaits after a call returned', 'await tools.test.now(); for (;;) await null'),
  cpu('a loop in a timer', 'setTimeout(() => { for (;;); }, 1); await new Promise(() => {})'),
  cpu(
    'a loop beside an unhandled rejection',
    'Promise.reject(new Error("x")); (async () => { for (;;) await null })()',
  ),
  cpu('a regular expression that backtracks', `/^(a+)+$/.test('a'.repeat(40) + 'b')`),
  cpu('indexOf over the largest length', 'Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)'),
  cpu('lastIndexOf over the largest length', 'Array.prototype.lastIndexOf.call({ length: 2 ** 53 - 1 }, 1)'),
  cpu('includes over the largest length', 'Array.prototype.includes.call({ length: 2 ** 53 - 1 }, 1)'),
  cpu('copyWithin over the largest length', 'Array.prototype.copyWithin.call({ length: 2 ** 53 - 1 }, 1, 0)'),
  cpu('a template of the largest length', 'String.raw({ raw: { length: 2 ** 53 - 1 } })'),
  greedy('a list of every place, filled', 'new Array(2 ** 32 - 1).fill(0)'),
  greedy('a list joined, for ever', "const list = new Array(2 ** 25); for (;;) list.join('x')"),
  greedy('a long text taken apart', "const text = 'x'.repeat(2 ** 28); for (;;) text.split('')"),
  greedy('a power of a BigInt', 'return String(3n ** 300_000_000n).length'),
  cpu(
    'JSON too deep to write',
    'let v = []; for (let i = 0; i < 1e5; i++) v = [v]; for (;;) { try { JSON.stringify(v) } catch {} }',
  ),
  cpu('a regular expression that looks back', "/(.*)*\\1z/.test('ab'.repeat(5000))"),
  cpu('a sparse sort', 'const list = []; list.length = 2 ** 32 - 1; list.sort()'),
  cpu('reverse of the largest array-like', 'Array.prototype.reverse.call({ length: 2 ** 53 - 1, 0: 1 })'),
  greedy('squares of a BigInt', 'let x = 3n; for (let i = 0; i < 30; i++) x = x * x; return String(x).length'),
  greedy(
    'JSON of a large array, for ever',
    'const list = Array.from({ length: 2e5 }, (_, i) => i); for (;;) JSON.stringify(list)',
  ),
  greedy(
    'a large array copied for ever',
    'const list = Array.from({ length: 2e5 }, (_, i) => i); for (;;) list.slice()',
  ),
  cpu('a getter of what is returned', 'return { get x() { for (;;); } }'),
  cpu('a toJSON of arguments', 'await tools.test.now({ toJSON() { for (;;); } })'),
  cpu('a getter of what is printed', 'console.log({ get x() { for (;;); } })'),
  cpu('a proxy that is thrown', 'throw new Proxy(new Error("x"), { get() { for (;;); } })'),
  cpu('the message of what is thrown', 'throw { get message() { for (;;); } }'),
  cpu(
    'a rejection with a stack that loops',
    'Promise.reject({ get stack() { for (;;); }, get message() { for (;;); } }); await new Promise(() => {})',
  ),
  cpu(
    'a rejected proxy',
    'Promise.reject(new Proxy({}, { get() { for (;;); }, getPrototypeOf() { for (;;); }, ownKeys() { for (;;); } })); await new Promise(() => {})',
  ),
  cpu('the text of what is thrown', 'throw { toJSON() { for (;;); }, toString() { for (;;); } }'),
  cpu(
    'an error whose prototype is a proxy',
    'const error = new Error("x"); Object.setPrototypeOf(error, new Proxy({}, { get() { for (;;); } })); delete error.message; throw error',
  ),
  cpu('a sort that never agrees', 'for (;;) [3, 1, 2].sort(() => { for (;;); })'),
  greedy('objects without end', 'const all = []; for (;;) all.push({ a: [1, 2, 3] })'),
  greedy('an array that doubles', 'let list = [1]; for (;;) list = list.concat(list)'),
  greedy('an array filled to the last place', 'new Array(1e8).fill(0); for (;;);'),
  greedy('a text that doubles by replacing', `for (let text = 'x'.repeat(2 ** 26); ; ) text.replace(/x/g, 'yy')`),
  greedy('buffers without end', 'const all = []; for (;;) { try { all.push(new Uint8Array(1e6).fill(1)) } catch { } }'),
  greedy('the entries of a large buffer', 'Object.entries(new Uint8Array(2 ** 23)); for (;;);'),
  greedy('a map without end', 'const map = new Map(); for (let i = 0; ; i++) map.set(i, { i })'),
  greedy('closures in a chain', 'let f = () => 0; for (;;) { const g = f; f = () => g }'),
];
