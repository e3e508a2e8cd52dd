import type { Attack } from '../attack.ts';

const NOTE = { id: 1, text: 'public', tags: ['a', 'b'], nested: { deep: true } };

/** Sets members of Object.prototype in the program’s realm, then makes a call as if nothing had happened. */
const polluting = (name: string, members: string): Attack => ({
  name,
  program: `Object.assign(Object.prototype, ${members}); const note = await tools.notes.read(); return note.id`,
  calls: [{ path: 'notes.read', args: {} }],
  returns: 1,
});

/** Sends a member that would end up on the host’s own prototype if it were copied carelessly. */
const sending = (name: string, json: string): Attack => ({
  name,
  program: `return await tools.notes.write(JSON.parse(${JSON.stringify(json)}))`,
  calls: [{ path: 'notes.write', args: JSON.parse(json) }],
  returns: JSON.parse(json),
});

export const PROTOTYPE_POLLUTION: readonly Attack[] = [
  polluting('options of the engine: timeout', '{ timeout: 1 }'),
  polluting(
    'options of the engine: reference, copy, promise, arguments, result',
    '{ reference: true, copy: true, promise: true, arguments: { reference: true }, result: { reference: true } }',
  ),
  polluting(
    'descriptors: get, set, value, writable, enumerable',
    '{ get() { return "evil" }, set() {}, value: "evil" }',
  ),
  polluting('deliveries: n, at, v, e', '{ n: 9, at: 9, v: "evil", e: { name: "E", code: "c/evil", message: "evil" } }'),
  polluting('waiting calls: resolve, reject, position', '{ resolve() {}, reject() {}, position: [9, 9] }'),
  polluting('proxy traps', '{ apply() { return "evil" }, has() { return true }, ownKeys() { return ["evil"] } }'),
  polluting('toJSON of every value', '{ toJSON() { return { id: "evil" } } }'),
  polluting('verdicts: approved, action, decision', '{ approved: true, action: "accept", decision: "allow" }'),
  polluting('frames: op, calls, logs, done, ok', '{ op: "tool", calls: [], logs: [], done: null, ok: true }'),
  {
    name: 'setters on Object.prototype for what a host object would be given',
    program: `const caught = [];
      for (const key of ['resolve', 'reject', 'position', 'n', 'at', 'v', 'e', 'name', 'code', 'message', 'stack', 'reason'])
        Object.defineProperty(Object.prototype, key, { configurable: true, set(value) { caught.push(key) } });
      const note = await tools.notes.read();
      try { await tools.notes.refuse() } catch {}
      return [caught, note]`,
    calls: [
      { path: 'notes.read', args: {} },
      { path: 'notes.refuse', args: {} },
    ],
    returns: [[], NOTE],
  },
  {
    name: 'setters on Array.prototype for what a list of ours would be given',
    program: `const caught = [];
      for (const index of [0, 1, 2, 3]) Object.defineProperty(Array.prototype, index, { configurable: true, set(value) { caught.push.call(caught, index) } });
      await tools.notes.read(); console.log('a', 'b'); emit(1);
      for (const index of [0, 1, 2, 3]) delete Array.prototype[index];
      return caught.length`,
    calls: [{ path: 'notes.read', args: {} }],
    returns: 0,
  },
  {
    name: 'getters on Object.prototype that throw where a member is missing',
    program: `for (const key of ['e', 'v', 'reason', 'code'])
        Object.defineProperty(Object.prototype, key, { configurable: true, get() { if (this instanceof Error) return undefined; throw new Proxy(new Error('trap'), {}) } });
      const results = [];
      await sleep(1);
      results.push(await tools.notes.refuse().catch((error) => error.code));
      return results`,
    calls: [{ path: 'notes.refuse', args: {} }],
    returns: ['notes/refused'],
  },
  sending('__proto__ in the arguments', '{"__proto__":{"polluted":"by arguments"},"a":1}'),
  sending('__proto__ deep in the arguments', '{"a":{"b":[{"__proto__":{"polluted":"deep"}}]}}'),
  sending('constructor.prototype in the arguments', '{"constructor":{"prototype":{"polluted":"by constructor"}}}'),
  sending('toString and valueOf in the arguments', '{"toString":"x","valueOf":{"call":1},"hasOwnProperty":false}'),
  {
    name: '__proto__ in what is returned, printed and emitted',
    program: `const evil = JSON.parse('{"__proto__":{"polluted":"by result"},"constructor":{"prototype":{"polluted":1}}}');
      console.log(evil); emit(evil); return evil`,
    returns: JSON.parse('{"__proto__":{"polluted":"by result"},"constructor":{"prototype":{"polluted":1}}}'),
  },
  {
    name: '__proto__ in a question',
    program: `return await elicit(JSON.parse('{"type":"text","message":"Name?","__proto__":{"polluted":"by question","toolPath":"vault.read"}}'))`,
    asks: [{ path: '', args: undefined }],
  },
  {
    name: '__proto__ in a thrown error',
    program: `throw Object.assign(new Error('x'), JSON.parse('{"code":"__proto__","name":"constructor","reason":"prototype"}'))`,
    fails: 'program/__proto__',
  },
  {
    name: 'the prototype of a result',
    program: `const note = await tools.notes.read();
      Object.getPrototypeOf(note).polluted = 'by result'; Object.getPrototypeOf(note.tags).polluted = 'by list'; note.__proto__.polluted = 1;
      return 1`,
    calls: [{ path: 'notes.read', args: {} }],
    returns: 1,
  },
  {
    name: 'the prototypes of what the host added',
    program: `for (const added of [console, console.log, emit, sleep, setTimeout, elicit]) { const own = Object.getPrototypeOf(added); if (own) own.polluted = 'by global' }
      const call = tools.notes.read(); Object.getPrototypeOf(call).polluted = 'by promise'; await call; return 1`,
    calls: [{ path: 'notes.read', args: {} }],
    returns: 1,
  },
  {
    name: 'the prototype of an error of a tool',
    program: `try { await tools.notes.break() } catch (error) { error.constructor.prototype.polluted = 1; error.constructor.polluted = 1; Object.getPrototypeOf(Object.getPrototypeOf(error)).polluted = 1 } return 1`,
    calls: [{ path: 'notes.break', args: {} }],
    returns: 1,
  },
];
