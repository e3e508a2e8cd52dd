// What programs are given works whatever they do to the realm, and takes time with the size of what it is given alone.

import { describe, expect, it } from 'vitest';
import { guestLimitsOf, Limits } from '../limits.js';
import { PROGRAM_RULES } from '../program-rules.js';
import { findAddon } from '../worker-process/addon-path.js';
import { createGuestScript } from './guest-script.js';
import { loadIsolatedVm } from './isolated-vm.js';
import { createStepMachine } from './step-machine.js';

const ivm = loadIsolatedVm(findAddon().path);
const limits = Limits.parse({ calls: 100_000, callsInFlight: 100_000 });
const openGuest = createGuestScript(ivm, guestLimitsOf(limits));

function run(source: string): { readonly output: string; readonly ms: number } {
  using machine = createStepMachine({ ivm, heapMb: limits.heapMb, openGuest });
  const before = performance.now();
  const result = machine.start({ source, seed: 'seed', at: 1, rules: PROGRAM_RULES }, 60_000);
  return { output: result.kind === 'output' ? result.text : result.how, ms: performance.now() - before };
}

const returnedBy = (source: string): unknown => JSON.parse(run(source).output).done?.value;

describe('a program that replaces what typed arrays say of themselves', () => {
  it('gets the same texts and numbers', () => {
    const work = `
      const text = 'h\u00e9llo \u{1f600}';
      const view = new Uint8Array(4);
      crypto.getRandomValues(view);
      const list = [atob('aGVsbG8='), btoa('hello'), new URL('http://a/\u00fc?x=\u00e9#%41').href,
        new TextDecoder().decode(new TextEncoder().encode(text)), crypto.randomUUID().length, [view[0], view[3]]];`;
    const pollute = `
      const arrays = Object.getPrototypeOf(Uint8Array.prototype);
      for (const name of ['length', 'buffer', 'byteLength', 'byteOffset'])
        Object.defineProperty(arrays, name, { get: () => 1 });`;
    expect(returnedBy(`${pollute}${work}\nreturn list`)).toEqual(returnedBy(`${work}\nreturn list`));
  });
});

describe('the time of a program', () => {
  const fastest = (source: string): number => Math.min(...Array.from({ length: 3 }, () => run(source).ms));

  it.each<[string, (n: number) => string]>([
    [
      'parameters of a URL',
      (n) => `const url = new URL('http://a/');
for (let i = 0; i < ${n}; i++) url.searchParams.append('a', i);
return url.href.length`,
    ],
    ['places that call', (n) => Array.from({ length: n }, (_, i) => `tools.a.b${i}()`).join(';\n')],
    ['slashes', (n) => `const a = ${'/'.repeat(n)}`],
    ['assignments', (n) => `${'a = 1;'.repeat(n / 4)}\nreturn 1`],
    ['conditions', (n) => `let a = 1;\n${'if (a && !a) a = 2;\n'.repeat(n / 20)}return a`],
  ])('grows with the number of its %s alone', (_name, make) => {
    const small = fastest(make(2_000));
    expect(fastest(make(8_000))).toBeLessThan(Math.max(300, small * 8));
  });
});

describe('a rejection that nobody handles', () => {
  it.each([
    ["new TypeError('no')", 'TypeError: no'],
    ["'no such file'", 'no such file'],
    ['42', '42'],
    ['{ a: 1 }', 'an object that is no Error'],
  ])('is printed with its name and words: %s', (thrown, words) => {
    const { logs } = JSON.parse(run(`Promise.reject(${thrown});\nawait tools.a.b();`).output);
    expect(JSON.stringify(logs)).toContain(`Nobody handled a rejection: ${words}`);
  });
});
