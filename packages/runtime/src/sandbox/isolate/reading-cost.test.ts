// What it takes to read a program, or to say why it cannot be read, grows with its length and not with the square of it.

import { describe, expect, it } from 'vitest';
import { guestLimitsOf, Limits } from '../limits.js';
import { PROGRAM_RULES } from '../program-rules.js';
import { findAddon } from '../worker-process/addon-path.js';
import { createGuestScript } from './guest-script.js';
import { loadIsolatedVm } from './isolated-vm.js';
import { createStepMachine } from './step-machine.js';

const ivm = loadIsolatedVm(findAddon().path);
const limits = Limits.parse({});
const openGuest = createGuestScript(ivm, guestLimitsOf(limits));

function read(source: string): { readonly text: string; readonly ms: number } {
  using machine = createStepMachine({ ivm, heapMb: limits.heapMb, openGuest });
  const before = performance.now();
  const result = machine.start({ source, seed: 'seed', at: 1, rules: PROGRAM_RULES }, 60_000);
  return { text: result.kind === 'output' ? result.text : result.how, ms: performance.now() - before };
}

const fastest = (source: string): number => Math.min(...Array.from({ length: 3 }, () => read(source).ms));

/** The square would be sixteen times; below this many milliseconds nothing is measured but the machine. */
const TIMES = 8;
const NOISE_MS = 300;
const SMALL = 25_000;

describe('the time to read a program', () => {
  it.each<[string, (n: number) => string]>([
    ['lines', (n) => `${'\n'.repeat(n)}const = 1`],
    ['blanks', (n) => `${' '.repeat(n)}const = 1`],
    ['entities', (n) => `${'&gt;'.repeat(n / 4)}const = 1`],
    ['quotes in the way of HTML', (n) => `${'&quot;'.repeat(n / 6)}const = 1`],
    ['statements in one line', (n) => `${'x;'.repeat(n / 2)}const = 1`],
    ['mentions of tools', (n) => `${'tools.'.repeat(n / 6)} = const`],
    ['blank lines around a block', (n) => `${'\n'.repeat(n)}Here:\n\`\`\`js\nreturn 1\n\`\`\`\n${'\n'.repeat(n)}const`],
    ['words of modules', (n) => `${'import '.repeat(n / 7)}`],
    ['templates that look like blocks', (n) => `${'x\n```\n```\n'.repeat(n / 10)};`],
  ])('grows with the number of its %s alone', (_name, make) => {
    read(make(1_000));
    const small = fastest(make(SMALL));
    const large = fastest(make(SMALL * 4));
    expect(large).toBeLessThan(Math.max(NOISE_MS, small * TIMES));
  });
});

describe('the advice on a large program', () => {
  it.each([
    ['200,000 lines before a mistake', `${'\n'.repeat(200_000)}const = 1`, '"line":200001'],
    [
      '200,000 entities before a mistake',
      `${'&gt;'.repeat(120_000)}const = 1`,
      'no line has more than 10000 characters',
    ],
    ['a mistake in a long line', `${' '.repeat(70_000)}const = 1`, 'no line has more than 10000 characters'],
    ['a sum of 200,000 numbers', `1${'+1'.repeat(200_000)}`, 'it has more than 100,000 characters: end it with return'],
    ['a sum of 10,000 numbers', `1${'+1'.repeat(10_000)}`, 'it nests deeper than 400 levels: end it with return'],
  ])('is why: %s', (_name, source, why) => {
    const { text, ms } = read(source);
    expect(text).toContain(why);
    expect(ms).toBeLessThan(2_500);
  });
});

describe('a program that is too large to be looked through', () => {
  it('runs, and says so', () => {
    const { text } = read(`const sizes = [${'1, '.repeat(60_000)}];\nreturn await tools.a.b({ sizes }).items`);
    expect(text).toContain('was not looked through for mistakes before it ran, because it has more than 100,000');
    expect(read('return await tools.a.b({}).items').text).toContain('before it is awaited');
  });
});
