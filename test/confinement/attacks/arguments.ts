// What a handler and a person see is the arguments as they were when the call was made, read once.

import type { Attack, ToolCall } from '../attack.ts';

const wrote = (args: unknown): readonly ToolCall[] => [{ path: 'notes.write', args }];
const deletes = (args: unknown): readonly ToolCall[] => [{ path: 'notes.delete', args }];

export const ARGUMENTS: readonly Attack[] = [
  {
    name: 'changed after the call',
    program: `const args = { title: 'safe' }; const done = tools.notes.write(args); args.title = 'evil'; args.more = 1; return await done`,
    calls: wrote({ title: 'safe' }),
    returns: { title: 'safe' },
  },
  {
    name: 'changed in a microtask after the call',
    program: `const args = { list: [1, 2] }; const done = tools.notes.write(args); await null; args.list.push('evil'); return await done`,
    calls: wrote({ list: [1, 2] }),
    returns: { list: [1, 2] },
  },
  {
    name: 'changed while a person decides',
    program: `const args = { file: 'draft' }; const done = tools.notes.delete(args); args.file = 'everything'; await null; args.file = 'everything'; return await done`,
    approves: true,
    asks: deletes({ file: 'draft' }),
    calls: deletes({ file: 'draft' }),
    returns: { deleted: true },
  },
  {
    name: 'changed by a timer while a person decides',
    program: `const args = { file: 'draft' }; setTimeout(() => { args.file = 'everything' }, 1); const done = tools.notes.delete(args); await sleep(3); args.file = 'everything'; return await done`,
    approves: true,
    asks: deletes({ file: 'draft' }),
    calls: deletes({ file: 'draft' }),
    returns: { deleted: true },
  },
  {
    name: 'a getter that answers differently the second time',
    program: `let reads = 0; await tools.notes.write({ get title() { return reads++ === 0 ? 'safe' : 'evil' } }); return reads`,
    calls: wrote({ title: 'safe' }),
    returns: 1,
  },
  {
    name: 'a getter that answers a person differently from the tool',
    program: `let reads = 0; return await tools.notes.delete({ get file() { return reads++ === 0 ? 'draft' : 'everything' } })`,
    approves: true,
    asks: deletes({ file: 'draft' }),
    calls: deletes({ file: 'draft' }),
    returns: { deleted: true },
  },
  {
    name: 'a toJSON that counts',
    program: `let asked = 0; await tools.notes.write({ title: { toJSON() { return asked++ === 0 ? 'safe' : 'evil' } } }); return asked`,
    calls: wrote({ title: 'safe' }),
    returns: 1,
  },
  {
    name: 'a toJSON that answers a person differently from the tool',
    program: `let asked = 0; return await tools.notes.delete({ toJSON() { return { file: asked++ === 0 ? 'draft' : 'everything' } } })`,
    approves: true,
    asks: deletes({ file: 'draft' }),
    calls: deletes({ file: 'draft' }),
    returns: { deleted: true },
  },
  {
    name: 'a proxy that answers each trap differently',
    program: `let gets = 0;
      const sly = new Proxy({ title: 'x' }, { get: (target, key) => key === 'title' ? (gets++ === 0 ? 'safe' : 'evil') : target[key], ownKeys: () => ['title'], getOwnPropertyDescriptor: () => ({ value: 'other', enumerable: true, configurable: true }) });
      await tools.notes.write(sly); return gets`,
    calls: wrote({ title: 'safe' }),
    returns: 1,
  },
  {
    name: 'a proxy of an array with a changing length',
    program: `let asked = 0;
      const sly = new Proxy(['a', 'evil'], { get: (target, key) => key === 'length' ? (asked++ === 0 ? 1 : 2) : target[key] });
      await tools.notes.write({ list: sly }); return asked`,
    calls: wrote({ list: ['a'] }),
    returns: 1,
  },
  {
    name: 'a getter that issues another call while the first is written down',
    program: `const inner = []; await tools.notes.write({ get a() { inner.push(tools.notes.write({ inner: true })); return 1 } }); await Promise.all(inner); return 1`,
    calls: [...wrote({ inner: true }), ...wrote({ a: 1 })],
    returns: 1,
  },
  {
    name: 'a getter that throws',
    program: `try { await tools.notes.write({ get a() { throw new RangeError('mine') } }) } catch (error) { return error.message }`,
    returns: 'mine',
  },
  {
    name: 'a toJSON that returns a toJSON',
    program: `return await tools.notes.write({ toJSON: () => ({ toJSON: () => 'evil', title: 'once' }) })`,
    calls: wrote({ title: 'once' }),
    returns: { title: 'once' },
  },
  {
    name: 'functions, symbols and undefined',
    program: `const refused = await tools.notes.write({ list: [() => 1, undefined, Symbol('x')] }).catch((error) => error.name);
      return [refused, await tools.notes.write({ f() {}, [Symbol('s')]: 1, u: undefined, list: [undefined] })]`,
    calls: wrote({ list: [null] }),
    returns: ['TypeError', { list: [null] }],
  },
  {
    name: 'a cycle',
    program: `const loop = {}; loop.loop = loop; try { await tools.notes.write(loop) } catch (error) { return error.name }`,
    returns: 'TypeError',
  },
  {
    name: 'a BigInt',
    program: `try { await tools.notes.write({ n: 1n }) } catch (error) { return error.name }`,
    returns: 'TypeError',
  },
  {
    name: 'numbers JSON does not have',
    program: `for (const n of [NaN, Infinity, -Infinity]) try { await tools.notes.write({ n }); return 'sent' } catch {}
      return await tools.notes.write({ list: [-0, 1e21, 2 ** 53 + 2] })`,
    calls: wrote({ list: [0, 1e21, 2 ** 53 + 2] }),
    returns: { list: [0, 1e21, 2 ** 53 + 2] },
  },
  {
    name: 'a number written as text no double holds',
    program: `const raw = JSON.rawJSON ? JSON.rawJSON('1e400') : 'gone'; return await tools.notes.write({ n: raw })`,
    calls: wrote({ n: 'gone' }),
    returns: { n: 'gone' },
  },
  {
    name: 'a host object of the language: Map, Set, Date, RegExp, Error, typed array',
    program: `const lost = [new Map([[1, 2]]), new Set([1]), /x/g, new Uint8Array([1, 2]), new ArrayBuffer(1), [1].values(), Promise.resolve(1)];
      const refused = await Promise.all(lost.map((value) => tools.notes.write({ value }).catch((error) => error.name)));
      await tools.notes.write({ d: new Date(0), e: new Error('x') });
      return refused`,
    calls: wrote({ d: '1970-01-01T00:00:00.000Z', e: { name: 'Error', message: 'x' } }),
    returns: Array.from({ length: 7 }, () => 'TypeError'),
  },
  {
    name: 'several arguments, of which a person would see one',
    program: `try { return await tools.notes.write({ title: 'safe' }, { title: 'evil' }) } catch (error) { return error.name }`,
    returns: 'TypeError',
  },
  {
    name: 'a boxed primitive with a changing valueOf',
    program: `const sly = new String('safe'); sly.toString = () => 'evil'; sly.valueOf = () => 'evil';
      const args = { n: Object.assign(new Number(1), { valueOf: () => 1 }), b: new Boolean(false) };
      return await tools.notes.write(args)`,
    calls: wrote({ n: 1, b: false }),
  },
  {
    name: 'a sparse array that says it is long',
    program: `const list = []; list[3] = 'x'; return await tools.notes.write({ list })`,
    calls: wrote({ list: [null, null, null, 'x'] }),
    returns: { list: [null, null, null, 'x'] },
  },
];
