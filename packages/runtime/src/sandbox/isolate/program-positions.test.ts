// The line that a person sees before they approve a call, and that an agent sees of a failure, is one of the program's
// own or none: whatever the program generates, names or writes.

import { describe, expect, it } from 'vitest';
import { guestLimitsOf, Limits } from '../limits.js';
import { PROGRAM_RULES } from '../program-rules.js';
import { findAddon } from '../worker-process/addon-path.js';
import { createGuestScript } from './guest-script.js';
import { loadIsolatedVm } from './isolated-vm.js';
import { SCRIPT_NAME } from './script-name.js';
import { createStepMachine } from './step-machine.js';

const ivm = loadIsolatedVm(findAddon().path);
const limits = Limits.parse({});
const openGuest = createGuestScript(ivm, guestLimitsOf(limits));

function stepOf(source: string, rules = PROGRAM_RULES) {
  using machine = createStepMachine({ ivm, heapMb: limits.heapMb, openGuest });
  const result = machine.start({ source, seed: 'seed', at: 1, rules }, 5_000);
  if (result.kind !== 'output') throw new Error(result.how);
  expect(result.text).not.toContain(SCRIPT_NAME);
  const { calls, done } = JSON.parse(result.text);
  return { places: calls.map((call: readonly unknown[]) => call[4]), done, value: done?.value };
}

describe('the place of a call', () => {
  it.each([
    [
      'a function that names its source',
      "const f = new Function('return tools.mail.send({})\\n//# sourceURL=program.ts');",
    ],
    [
      'one that names it as the engine once did',
      "const f = eval('() => tools.mail.send({}) //# sourceURL=program.ts\\n');",
    ],
    ['an older mark', "const f = new Function('return tools.mail.send({})\\n//@ sourceURL=program.ts');"],
    [
      'a name that looks like a place',
      "const f = { ['program.ts:1:1'](x) { return eval('to' + 'ols').mail.send(x) } }['program.ts:1:1'];",
    ],
    [
      'a name in front of ours',
      "const f = new Function('return tools.mail.send({})\\n//# sourceURL=' + 'program-' + '0'.repeat(32));",
    ],
    ['the global by another name', "const f = (x) => globalThis['to' + 'ols'].mail.send(x); // tools.mail.send({})"],
    [
      'a global function',
      "const f = Reflect.get(globalThis, ['to', 'ols'].join('')).mail.send; // tools.mail.send({})",
    ],
  ])('is not chosen by %s', (_name, make) => {
    const { places } = stepOf(`\n\n${make}\n\n\nawait f({});`);
    expect(places).toHaveLength(1);
    expect(places[0]).toMatch(/^(?:3|6):/);
  });

  it('is not that of a call in a comment, a string or a template', () => {
    const source = `// tools.a.b({})\nconst s = 'tools.c.d({})', t = \`tools.e.f({})\`;\nconst g = globalThis['to' + 'ols'];\ng.a.b({}); g.c.d({});\ng.e.f({});`;
    expect(stepOf(source).places).toEqual(['4:5', '4:16', '5:5']);
  });

  it('is not known where none of the program is in the stack', () => {
    const { places } = stepOf(
      `const later = new Function('return Promise.resolve().then(() => tools.mail.send({}))\\n//# sourceURL=program.ts');\nlater();`,
    );
    expect(places).toEqual(['']);
  });

  it('cannot be written by calling what writes stacks', () => {
    const source = `
      const frame = { getScriptNameOrSourceURL: () => 'program.ts', getLineNumber: () => 99, getColumnNumber: () => 1 };
      const tried = [[], [frame], [Object.create(frame)], new Proxy([], { get: () => frame })].map((frames) => {
        try { return Error.prepareStackTrace(new Error('x'), frames) } catch (error) { return error.name }
      });
      try { Error.prepareStackTrace = () => 'program.ts:1:1' } catch { tried.push('kept') }
      try { Error.prepareStackTrace.x = 1 } catch { tried.push('frozen') }
      tools.mail.send({});
      return tried`;
    expect(stepOf(source).places).toEqual(['8:18']);
    expect(stepOf(source.replace('tools.mail.send({});', '')).value).toEqual([
      'Error: x',
      'TypeError',
      'TypeError',
      'Error: x',
      'kept',
      'frozen',
    ]);
  });
});

describe('the line of a failure', () => {
  it.each([
    [
      'a stack that was written over',
      "const e = new Error('x'); e.stack = 'Error: x\\n    at program.ts:1:1'; throw e",
      undefined,
    ],
    ['an object with a stack', "throw { message: 'x', stack: 'at program.ts:1:1' }", 3],
    ['an accessor', "throw { message: 'x', get stack() { return 'program.ts:1:1' } }", 3],
    ['generated code', "new Function('throw new Error(1)\\n//# sourceURL=program.ts')()", 3],
    ['a message with a place in it', "throw new Error('at program.ts:1:1')", 3],
    ['a name with a place in it', "class E extends Error { name = 'program.ts:1:1' } throw new E('x')", 3],
  ])('is not chosen by %s', (_name, source, line) => {
    const { done } = stepOf(`\n\n${source}`);
    expect(done.ok).toBe(false);
    expect(done.line).toBe(line ?? 0);
  });

  it('is kept where the program read the stack first and then wrote it', () => {
    const { done } = stepOf(`\nconst e = new Error('x'); e.stack = e.stack + '!'; throw e`);
    expect(done).toMatchObject({ line: 2, column: 11 });
  });

  it('is known of a rejection that nobody handled', () => {
    const { done } = stepOf(`\nconst f = async () => { throw new Error('late') };\nf();\nreturn 1`);
    expect(done).toMatchObject({ ok: false, message: 'late', line: 2, column: 31 });
  });
});

describe('the stack that a program reads', () => {
  it('has its own lines, and none of what runs it', () => {
    const { value } = stepOf(`const f = () => new Error('x').stack;\nreturn [1].map(() => f())[0];`);
    expect(value).toBe(
      ['Error: x', 'at f (program.ts:1:17)', 'at program.ts:2:22', 'at map (<anonymous>)', 'at program.ts:2:12'].join(
        '\n    ',
      ),
    );
  });

  it('says of generated code only that it is', () => {
    const { value } = stepOf(`return new Function('return new Error("x").stack\\n//# sourceURL=program.ts')();`);
    expect(value).toMatch(/^Error: x\n {4}at generated code\n {4}at program\.ts:1:\d+$/);
  });

  it('is what it was for an execution of the first rules', () => {
    const { value } = stepOf(`await null;\nreturn new Error('x').stack;`, 2);
    expect(value).toBe('Error: x\n    at eval (program.ts:5:8)');
  });
});

describe('whatever a program throws', () => {
  const TRAPS = 'get has ownKeys getPrototypeOf getOwnPropertyDescriptor apply'.split(' ');
  it.each([
    [
      'a proxy whose traps throw',
      `const t = {}; for (const n of ${JSON.stringify(TRAPS)}) t[n] = () => { throw new Error('trap') }; throw new Proxy({}, t)`,
    ],
    [
      'a proxy whose traps give proxies',
      'const p = () => new Proxy(function () {}, { get: p, getPrototypeOf: p, apply: p, ownKeys: p }); throw p()',
    ],
    [
      'a proxy whose traps throw proxies',
      'const p = () => new Proxy({}, { get() { throw p() }, getPrototypeOf() { throw p() } }); throw p()',
    ],
    ['a revoked proxy', 'const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); throw proxy'],
    [
      'an error that gathers a revoked proxy',
      'const { proxy, revoke } = Proxy.revocable([], {}); revoke(); throw Object.assign(new Error("x"), { errors: proxy })',
    ],
    [
      'an error that gathers a list without length',
      'throw Object.assign(new Error("x"), { errors: new Proxy([], { get: () => Symbol() }) })',
    ],
    ['a symbol', 'throw Symbol("x")'],
    ['a bigint', 'throw 10n'],
    ['nothing', 'throw undefined'],
    [
      'a class whose instances nobody can test',
      "Object.defineProperty(Error, Symbol.hasInstance, { value() { throw 1 } }); throw new TypeError('x')",
    ],
    ['a list with itself in it', 'const a = []; a.push(a); throw a'],
    ['a long text', "throw 'x'.repeat(5_000_000)"],
    [
      'a timer’s proxy',
      'setTimeout(() => 1, 1); throw new Proxy(new Error("x"), { get() { throw 1 }, getPrototypeOf() { throw 1 } })',
    ],
  ])('ends it with bounded words: %s', (_name, source) => {
    const { done } = stepOf(source);
    expect(done.ok).toBe(false);
    expect(done.message.length).toBeLessThanOrEqual(limits.errorBytes + 64);
  });
});
