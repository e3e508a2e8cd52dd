// Code can be made inside, and finds nothing there that the program did not have; what was removed stays removed.

import type { Attack } from '../attack.ts';

const HOST_NAMES =
  "['process', 'require', 'module', 'global', 'Buffer', 'fetch', 'performance', 'WebSocket', 'navigator', 'gc', 'ShadowRealm', 'WebAssembly', 'SharedArrayBuffer', 'Atomics', 'WeakRef', 'FinalizationRegistry']";

export const CODE_AND_GLOBALS: readonly Attack[] = [
  {
    name: 'names of the host',
    program: `return ${HOST_NAMES}.filter((name) => name in globalThis)`,
    returns: [],
  },
  {
    name: 'names of the host through eval and Function',
    program: `return ${HOST_NAMES}.filter((name) => eval('typeof ' + name) !== 'undefined' || (0, eval)('typeof ' + name) !== 'undefined' || Function('return typeof ' + name)() !== 'undefined')`,
    returns: [],
  },
  {
    name: 'names of ours through eval',
    program: `return ['p', 'bridge', 'runner', 'limits', 'clock', 'waiting', 'guest', 'realm', '$0', 'ivm', '_ivm'].filter((name) => eval('typeof ' + name) !== 'undefined')`,
    returns: [],
  },
  {
    name: 'import() of a built-in module',
    program: `try { const fs = await import('node' + ':fs'); return typeof fs.readFileSync } catch (error) { return 'refused' }`,
    returns: 'refused',
  },
  {
    name: 'import() in made code',
    program: `try { const child = await Function('return import("node" + ":child_process")')(); return typeof child.execSync } catch (error) { return 'refused' }`,
    returns: 'refused',
  },
  {
    name: 'an end to the function that holds the program',
    program: `}); globalThis.escaped = tools; (async () => { return 'out'`,
    fails: 'program/syntax',
  },
  {
    name: 'an open comment at the end',
    program: `return 1 /*`,
    fails: 'program/syntax',
  },
  {
    name: 'an open template at the end',
    program: 'return `1',
    fails: 'program/syntax',
  },
  {
    name: 'the arguments and the this of the program',
    program: `return [typeof this, arguments.length, typeof new.target]`,
    returns: ['undefined', 0, 'undefined'],
  },
  {
    name: 'a file name for made code',
    program: `return eval('(() => new Error("x").stack)()//# sourceURL=/etc/passwd').length > 0`,
    returns: true,
  },
  {
    name: 'the native Date behind ours',
    program: `const own = [Date, Date.prototype.constructor, new Date().constructor, Object.getPrototypeOf(class extends Date {})];
      return own.map((D) => new D().getTime() === Date.now() && D === Date)`,
    returns: [true, true, true, true],
  },
  {
    name: 'a resizable buffer by every way to make one',
    program: `const ways = [
        () => new ArrayBuffer(1, { maxByteLength: 8 }),
        () => Reflect.construct(ArrayBuffer, [1, { maxByteLength: 8 }], Uint8Array),
        () => new Uint8Array(1).buffer.constructor(1, { maxByteLength: 8 }),
        () => new (class extends ArrayBuffer {})(1, { maxByteLength: 8 }),
        () => new ArrayBuffer(1, { get maxByteLength() { return this.n = (this.n ?? 0) + 1, this.n > 1 ? 8 : undefined } }),
        () => new ArrayBuffer(8).transfer(16),
        () => new ArrayBuffer(8).slice(0, 4),
      ];
      return ways.map((make) => { try { return make().resizable } catch { return 'refused' } })`,
    returns: ['refused', 'refused', 'refused', 'refused', false, false, false],
  },
  {
    name: 'the native ArrayBuffer behind ours',
    program: `return [new Uint8Array(1).buffer.constructor === ArrayBuffer, new ArrayBuffer(1).constructor === ArrayBuffer, ArrayBuffer[Symbol.species] === ArrayBuffer]`,
    returns: [true, true, true],
  },
  {
    name: 'the clock in Temporal and Intl',
    program: `const now = Date.now();
      const format = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'full', fractionalSecondDigits: undefined });
      return ['Now' in (globalThis.Temporal ?? {}), format.format() === format.format(now), format.formatToParts().length === format.formatToParts(now).length]`,
    returns: [false, true, true],
  },
  {
    name: 'the source of what the host added',
    program: `return [tools, tools.notes, console.log, sleep, emit, Date, ArrayBuffer].map((value) => { try { return Function.prototype.toString.call(value) } catch (error) { return error.name } }).filter((text) => text.includes('/') && text.includes('\\n//'))`,
    returns: [],
  },
  {
    name: 'what earlier programs left behind',
    program: `return [Object.keys(Object.prototype), Object.keys(Array.prototype), Object.prototype.polluted, typeof globalThis.escaped, JSON.stringify({ a: 1 })]`,
    returns: [[], [], null, 'undefined', '{"a":1}'],
  },
];
