// What Toolshed added, taken apart by the program.

import type { Attack } from '../attack.ts';

const reads = [{ path: 'notes.read', args: {} }];

export const OUR_GLOBALS: readonly Attack[] = [
  {
    name: 'everything Reflect can do to tools',
    program: `const tried = (run) => { try { return run() } catch (error) { return error.name } };
      return [tools, tools.notes, tools.notes.read].map((node) => [
        tried(() => Reflect.ownKeys(node).length), tried(() => Reflect.getPrototypeOf(node)), tried(() => Reflect.setPrototypeOf(node, {})),
        tried(() => Reflect.defineProperty(node, 'x', { value: 1 })), tried(() => Reflect.deleteProperty(node, 'notes')), tried(() => Reflect.has(node, 'notes')),
        tried(() => Reflect.set(node, 'notes', 1)), tried(() => Reflect.preventExtensions(node)), tried(() => Reflect.getOwnPropertyDescriptor(node, 'notes')) ?? 'none',
      ])`,
    returns: Array.from({ length: 3 }, () => [
      'TypeError',
      null,
      false,
      false,
      false,
      'TypeError',
      false,
      false,
      'none',
    ]),
  },
  {
    name: 'store taken apart',
    program: `const tried = (run) => { try { return run() } catch (error) { return error.name } };
      return [
        tried(() => store.get.constructor('return typeof process')()), tried(() => Object.getPrototypeOf(store)),
        tried(() => Object.isFrozen(store)), tried(() => { store.get = 1; }), tried(() => Reflect.ownKeys(store).join()),
      ]`,
    returns: ['undefined', null, true, 'TypeError', 'get,set,delete,list'],
  },
  {
    name: 'store with keys and values that answer differently each time, and a changed realm',
    program: `let reads = 0; const sly = { toJSON: () => 'k' + reads++ };
      Object.prototype.toJSON = () => 'forged'; Array.prototype[Symbol.iterator] = () => { throw new Error('used') };
      delete Object.prototype.toJSON;
      await store.set(sly, { toJSON: () => ({ __proto__: null, n: reads++ }) });
      return [reads, (await store.list()).length, await store.get('k0')]`,
    returns: [2, 1, { n: 1 }],
  },
  {
    name: 'tools turned into text, number and JSON',
    program: `const tried = (run) => { try { return run() } catch (error) { return error.name } };
      return [tried(() => String(tools)), tried(() => tools.notes + ''), tried(() => +tools.notes), tried(() => JSON.stringify(tools)), tried(() => JSON.stringify({ t: tools.notes })), tried(() => [...tools.notes]), tried(() => Object.assign({}, tools)), tried(() => ({ ...tools.notes }))]`,
    returns: ['TypeError', 'TypeError', 'TypeError', 'TypeError', '{}', 'TypeError', 'TypeError', 'TypeError'],
  },
  {
    name: 'tools printed, emitted, thrown and returned',
    program: `console.log(tools, tools.notes, [tools.notes.read]); try { emit(tools) } catch (error) { emit(error.name) } try { throw tools } catch (caught) { return [typeof caught, caught === tools] }`,
    returns: ['object', true],
  },
  {
    name: 'tools thrown out of the program',
    program: `throw tools.notes.read`,
    fails: 'program/failed',
  },
  {
    name: 'tools replaced, then a call through the old one',
    program: `const real = tools; globalThis.tools = new Proxy({}, { get: () => () => 'forged' }); delete globalThis.tools; return [(await real.notes.read()).id, typeof tools]`,
    calls: reads,
    returns: [1, 'undefined'],
  },
  {
    name: 'a proxy around tools',
    program: `const spied = []; const around = new Proxy(tools, { get(target, key, self) { spied.push(String(key)); return Reflect.get(target, key, self) } }); return [(await around.notes.read()).id, spied]`,
    calls: reads,
    returns: [1, ['notes']],
  },
  {
    name: 'an object that inherits from tools',
    program: `const heir = Object.create(tools); heir.notes; try { heir.x = 1 } catch {} return [(await heir.notes.read()).id, Object.keys(heir)]`,
    calls: reads,
    returns: [1, []],
  },
  {
    name: 'what printing is told to, looked for in everything it might touch',
    program: `const seen = [];
      const watch = (target, name) => { const { value } = Reflect.getOwnPropertyDescriptor(target, name) ?? {}; Object.defineProperty(target, name, { configurable: true, get() { seen.push(String(name)); return value }, set(given) { seen.push(typeof given) } }) };
      for (const name of ['tell', 'host', 'listen', 'timeout', 'reference', '0']) watch(Object.prototype, name);
      for (const name of ['call', 'apply', 'bind']) watch(Function.prototype, name);
      for (const name of ['toString', 'valueOf', 'concat']) watch(String.prototype, name);
      console.log('a'); emit('b');
      return seen`,
    returns: [],
  },
  {
    name: 'hostile values printed',
    program: `const hostile = [new Proxy({}, { ownKeys() { throw new Error('keys') } }), { get x() { throw new Error('get') } }, new Proxy(() => 1, { getPrototypeOf() { throw new Error('proto') } }), { [Symbol.toPrimitive]() { throw new Error('prim') } }, Object.create(null), Symbol('s'), 10n, new Date(NaN)];
      return hostile.map((value) => { try { console.log(value); return 'printed' } catch (error) { return error.message } })`,
    returns: ['keys', 'get', 'printed', 'printed', 'printed', 'printed', 'printed', 'printed'],
  },
  {
    name: 'a value that holds itself everywhere, printed',
    program: `const self = {}; for (let i = 0; i < 90; i++) self['k' + i] = self; console.log(self); return 1`,
    returns: 1,
  },
  {
    name: 'console replaced and taken apart',
    program: `const { log } = console; console.log = () => 'mine'; delete console.warn; Object.freeze(console); globalThis.console = null; log('still', 'heard'); return 1`,
    returns: 1,
  },
  {
    name: 'times that are no times',
    program: `const done = []; for (const ms of [-1, '0', -Infinity, NaN, null, undefined, {}, { valueOf: () => 0 }]) { try { await sleep(ms); done.push('slept') } catch (error) { done.push(error.name) } } return done.join()`,
    returns: 'slept,slept,slept,TypeError,TypeError,TypeError,TypeError,TypeError',
  },
  {
    name: 'a time that throws',
    program: `const tried = []; for (const ms of [1n, Symbol('x'), { valueOf() { throw new Error('mine') } }]) { try { await sleep(ms); tried.push('slept') } catch (error) { tried.push(error.name) } } return tried`,
    returns: ['TypeError', 'TypeError', 'Error'],
  },
  {
    name: 'code as text in a timer',
    program: `try { setTimeout('tools.vault.read()', 0) } catch (error) { return error.name }`,
    returns: 'TypeError',
  },
  {
    name: 'handles of timers the program does not have',
    program: `for (const handle of [0, 1, 2, -1, 1.5, NaN, Infinity, '1', {}, null, [1]]) { clearTimeout(handle); clearInterval(handle) } return (await tools.notes.read()).id`,
    calls: reads,
    returns: 1,
  },
  {
    name: 'clearing the number of a call that waits',
    program: `const call = tools.notes.read(); clearTimeout(1); clearInterval(1); return (await call).id`,
    calls: reads,
    returns: 1,
  },
  {
    name: 'values that cannot be emitted',
    program: `return [undefined, () => 1, Symbol('x'), 1n].map((value) => { try { emit(value); return 'emitted' } catch (error) { return error.name } })`,
    returns: ['TypeError', 'TypeError', 'TypeError', 'TypeError'],
  },
  {
    name: 'an emitted value that emits',
    program: `let depth = 0; emit({ toJSON() { if (depth++ < 3) emit({ depth }); return 'outer' } }); return depth`,
    returns: 1,
  },
];
