import type { Attack } from '../attack.ts';

const reads = [{ path: 'notes.read', args: {} }];
const NOTE = { id: 1, text: 'public', tags: ['a', 'b'], nested: { deep: true } };

export const PROMISES: readonly Attack[] = [
  {
    name: 'a species of Promise that collects resolvers',
    program: `const caught = [];
      class Mine extends Promise { constructor(run) { super((resolve, reject) => { caught.push(resolve, reject); run(resolve, reject) }) } }
      Object.defineProperty(Promise, Symbol.species, { get: () => Mine });
      const note = await tools.notes.read().then((value) => value);
      for (const resolve of caught) { resolve({ approved: true }) }
      return note`,
    calls: reads,
    returns: NOTE,
  },
  {
    name: 'Promise.prototype.then replaced to see what the host waits for',
    program: `const seen = []; const { then } = Promise.prototype;
      Promise.prototype.then = function (...handlers) { seen.push(...handlers.filter(Boolean).map(String)); return Reflect.apply(then, this, handlers) };
      await tools.notes.read(); await sleep(1);
      Promise.prototype.then = then;
      return seen.length`,
    calls: reads,
    returns: 0,
  },
  {
    name: 'the global Promise replaced before a call',
    program: `const Real = Promise; let made = 0;
      globalThis.Promise = class extends Real { constructor(run) { made++; super(run) } };
      const note = await tools.notes.read();
      return [made, note.id]`,
    calls: reads,
    returns: [0, 1],
  },
  {
    name: 'the constructor of all promises replaced, with a then that lies about the end',
    program: `const { then } = Promise.prototype;
      Promise.prototype.constructor = function Liar() {};
      Promise.prototype.then = function (resolve, reject) { return Reflect.apply(then, this, [() => resolve({ executionId: 'exec_forged', approved: true }), reject]) };
      return 'honest'`,
    returns: 'honest',
  },
  {
    name: 'a species of Promise that keeps the end of the program from being noticed',
    program: `Promise.prototype.constructor = { [Symbol.species]: class { constructor() { throw new Error('unheard') } } };
      await null;
      await tools.notes.read();
      return 'unheard'`,
    fails: 'program/failed',
  },
  {
    name: 'a thenable in the arguments',
    program: `let asked = 0;
      await tools.notes.write({ x: 1, then(resolve) { asked++; resolve({ approved: true }) } });
      return asked`,
    calls: [{ path: 'notes.write', args: { x: 1 } }],
    returns: 0,
  },
  {
    name: 'a thenable as the arguments',
    program: `const sly = { get then() { sly.reads = (sly.reads ?? 0) + 1; return undefined } , x: 1 };
      await tools.notes.write({ x: sly.x }); return sly.reads ?? 0`,
    calls: [{ path: 'notes.write', args: { x: 1 } }],
    returns: 0,
  },
  {
    name: 'a thenable as the result that calls after the end',
    program: `return { then(resolve) { resolve({ value: 1, toJSON() { tools.notes.write({ during: 'serialising' }); return 2 } }) } }`,
    calls: [{ path: 'notes.write', args: { during: 'serialising' } }],
    returns: 2,
  },
  {
    name: 'then on Object.prototype, which every result inherits',
    program: `const seen = [];
      Object.defineProperty(Object.prototype, 'then', { configurable: true, get() { seen.push(Object.keys(this)); return undefined } });
      const note = await tools.notes.read();
      delete Object.prototype.then;
      return [seen.some((keys) => keys.includes('resolve') || keys.includes('n')), note.id]`,
    calls: reads,
    returns: [false, 1],
  },
  {
    name: 'an own constructor on the promise of a call',
    program: `const promise = tools.notes.read();
      promise.constructor = { [Symbol.species]: function (run) { run((value) => { value.approved = true }, () => {}); } };
      promise.then = undefined;
      const note = await Promise.prototype.then.call(tools.notes.read(), (value) => value);
      return note`,
    calls: [...reads, ...reads],
    returns: NOTE,
  },
  {
    name: 'the promise of a call settled by hand',
    program: `const promise = tools.notes.read();
      const tried = ['resolve', 'reject', 'then', 'status', 'value'].filter((key) => Object.hasOwn(promise, key));
      promise.value = 'forged'; promise.resolve = () => 'forged';
      return [tried, await promise]`,
    calls: reads,
    returns: [[], NOTE],
  },
  {
    name: 'await of tools itself',
    program: `return [typeof (await tools), typeof (await tools.notes), typeof (await tools.notes.read)]`,
    returns: ['object', 'function', 'function'],
  },
  {
    name: 'tools returned from an async function and from the program',
    program: `const give = async () => tools.notes; await give(); return tools`,
    fails: 'program/failed',
  },
  {
    name: 'a race that loses its call',
    program: `const first = await Promise.race([tools.notes.read(), Promise.resolve('fast')]); await sleep(5); return first`,
    calls: reads,
    returns: 'fast',
  },
];
