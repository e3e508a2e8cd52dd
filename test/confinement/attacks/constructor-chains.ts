import type { Attack } from '../attack.ts';

/** Makes code in whatever realm a function constructor belongs to, and looks for the host's environment there. */
const STEAL = `
const steal = (make) => {
  try {
    const process = make('return process')();
    return process.env.CONFINEMENT_CANARY;
  } catch (error) {
    return error.name;
  }
};
`;

const readsNotes = [{ path: 'notes.read', args: {} }];

export const CONSTRUCTOR_CHAINS: readonly Attack[] = [
  {
    name: 'the constructor of tools',
    program: `${STEAL} return steal((code) => tools.constructor.constructor(code))`,
    returns: 'TypeError',
  },
  {
    name: 'the constructor of a tool',
    program: `${STEAL} return steal((code) => tools.notes.read.constructor(code))`,
    returns: 'TypeError',
  },
  {
    name: 'the constructor of the promise of a call',
    program: `${STEAL} const p = tools.notes.read(); const got = steal((code) => p.constructor.constructor(code)); await p; return got`,
    calls: readsNotes,
    returns: 'ReferenceError',
  },
  {
    name: 'the constructor of a result',
    program: `${STEAL} const note = await tools.notes.read(); return steal((code) => note.constructor.constructor(code))`,
    calls: readsNotes,
    returns: 'ReferenceError',
  },
  {
    name: 'the constructor of a method of a list in a result',
    program: `${STEAL} const { tags } = await tools.notes.read(); return steal((code) => tags.map.constructor(code))`,
    calls: readsNotes,
    returns: 'ReferenceError',
  },
  {
    name: 'the constructor of an error a tool threw',
    program: `${STEAL} try { await tools.notes.refuse() } catch (error) { return steal((code) => error.constructor.constructor(code)) }`,
    calls: [{ path: 'notes.refuse', args: {} }],
    returns: 'ReferenceError',
  },
  {
    name: 'the constructor of each function the host added',
    program: `${STEAL} return [console.log, emit, sleep, elicit, setTimeout, setInterval, clearTimeout]
      .map((added) => steal((code) => added.constructor(code)))`,
    returns: Array.from({ length: 7 }, () => 'ReferenceError'),
  },
  {
    name: 'the prototypes of each function the host added',
    program: `${STEAL} return [console, console.log, sleep, setTimeout].map((added) =>
      steal((code) => Object.getPrototypeOf(added).constructor.constructor(code)))`,
    returns: Array.from({ length: 4 }, () => 'ReferenceError'),
  },
  {
    name: 'the constructor of the global object',
    program: `${STEAL} return steal((code) => globalThis.constructor.constructor(code))`,
    returns: 'ReferenceError',
  },
  {
    name: 'the constructors of async functions and generators',
    program: `${STEAL}
      const kinds = [async () => 1, function* () {}, async function* () {}];
      return kinds.map((kind) => steal((code) => {
        const made = kind.constructor(code.replace('return', 'return typeof'))();
        if (made.next) made.next();
        return () => { throw new TypeError() };
      }))`,
    returns: ['TypeError', 'TypeError', 'TypeError'],
  },
  {
    name: 'what is handed to the traps of a proxy in the arguments',
    program: `${STEAL} const got = [];
      const look = (value) => { if (value) got.push(steal((code) => value.constructor.constructor(code))) };
      const spy = new Proxy({}, {
        get(target) { look(target); return undefined },
        ownKeys(target) { look(target); return [] },
        has(target) { look(target); return false },
      });
      await tools.notes.write(spy);
      return [...new Set(got)]`,
    calls: [{ path: 'notes.write', args: {} }],
    returns: ['ReferenceError'],
  },
  {
    name: 'the caller of toJSON',
    program: `${STEAL} const got = [];
      const value = { toJSON: Function('got', 'try { const c = arguments.callee.caller; got.push(c === null ? "none" : typeof c) } catch (e) { got.push(e.name) } return 1').bind(null, got) };
      await tools.notes.write({ value });
      return got`,
    calls: [{ path: 'notes.write', args: { value: 1 } }],
    returns: ['none'],
  },
  {
    name: 'the caller of a callback of a timer',
    program: `${STEAL} const got = [];
      await new Promise((resolve) => setTimeout(Function('got', 'resolve', 'const c = arguments.callee.caller; got.push(c === null ? "none" : String(c.constructor("return process")().env.CONFINEMENT_CANARY)); resolve()'), 1, got, resolve));
      return got`,
    returns: ['none'],
  },
  {
    name: 'this in a function of another mode',
    program: `${STEAL} return steal((code) => Function('return this')().constructor.constructor(code))`,
    returns: 'ReferenceError',
  },
  {
    name: 'Function.prototype.call replaced to catch the host’s own functions',
    program: `${STEAL} const got = [];
      for (const name of ['call', 'apply', 'bind']) {
        const native = Function.prototype[name];
        Function.prototype[name] = function (...args) { got.push(this); return Reflect.apply(native, this, args) };
      }
      await tools.notes.read();
      return got.map((caught) => steal((code) => caught.constructor(code)))`,
    calls: readsNotes,
    returns: [],
  },
];
