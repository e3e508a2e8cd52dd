// A program is a function of its journal: the seed, the time of each delivery and what was delivered. The same journal
// is run twice, in sandboxes of their own; another seed or another time shows in what it reads, and nothing else does.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Limits } from '@toolshed/runtime/internal/sandbox/limits';
import { openPool } from '@toolshed/runtime/internal/sandbox/open-pool';
import type { SandboxPool } from '@toolshed/runtime/internal/sandbox/sandbox';

/** Every way a program could tell one run from another. */
const SOURCES: Readonly<Record<string, string>> = {
  'Date.now': 'Date.now()',
  'new Date': 'new Date().getTime()',
  'Date as a function': 'Date()',
  'a subclass of Date': 'new (class extends Date {})().getTime()',
  'Reflect.construct of Date': 'Reflect.construct(Date, []).getTime()',
  'the time zone of Date': 'new Date(2020, 6, 1).getTimezoneOffset()',
  'Math.random': '[Math.random(), Math.random(), Math.random()]',
  'a list shuffled by Math.random': '[1, 2, 3, 4, 5, 6, 7, 8].sort(() => Math.random() - 0.5)',
  'Intl.DateTimeFormat format': "new Intl.DateTimeFormat('en', { timeStyle: 'full', dateStyle: 'full' }).format()",
  'Intl.DateTimeFormat formatToParts': "new Intl.DateTimeFormat('en', { timeStyle: 'full' }).formatToParts()",
  'toLocaleString of now': 'new Date().toLocaleString()',
  'the default locale': 'new Intl.NumberFormat().resolvedOptions().locale',
  'the default time zone': 'new Intl.DateTimeFormat().resolvedOptions().timeZone',
  'numbers in the default locale': '(1234567.89).toLocaleString()',
  'sorting in the default locale': "['z', 'ä', 'a', 'Z'].sort((a, b) => a.localeCompare(b))",
  'Temporal.Now': "typeof globalThis.Temporal === 'object' && 'Now' in Temporal",
  'the text of a stack': 'new Error("x").stack',
  'other clocks':
    "['performance', 'WeakRef', 'FinalizationRegistry', 'Atomics', 'SharedArrayBuffer', 'WebAssembly'].filter((name) => name in globalThis)",
};

const PROGRAM = `
const read = () => ({ ${Object.entries(SOURCES)
  .map(([name, expression]) => `${JSON.stringify(name)}: ${expression}`)
  .join(', ')} });
const first = read();
await sleep(1);
return { first, second: read() };
`;

interface Reading {
  readonly first: Readonly<Record<string, unknown>>;
  readonly second: Readonly<Record<string, unknown>>;
}

const SEED = 'a seed';
const AT = Date.UTC(2024, 1, 29, 12, 34, 56, 789);

let pool: SandboxPool;
beforeAll(async () => {
  ({ pool } = await openPool({ limits: Limits.parse({}) }));
});
afterAll(() => pool[Symbol.asyncDispose]());

/** Runs the program from a journal of one timer. */
async function run(seed: string, at: number, domain: string): Promise<Reading> {
  using sandbox = await pool.open({ domain, session: domain });
  await sandbox.start({ source: PROGRAM, seed, at });
  const text = await sandbox.deliver([{ kind: 'value', call: 1, at: at + 5_000, json: undefined }]);
  return JSON.parse(text).done.value;
}

const changed = (a: Reading['first'], b: Reading['first']): readonly string[] =>
  Object.keys(SOURCES).filter((name) => JSON.stringify(a[name]) !== JSON.stringify(b[name]));

describe('a program run from one journal', () => {
  it('reads the same twice, in different processes', async () => {
    expect(await run(SEED, AT, 'one')).toEqual(await run(SEED, AT, 'two'));
  });

  it('reads the time that is journaled, in UTC, and English', async () => {
    const { first, second } = await run(SEED, AT, 'one');
    expect(first).toMatchObject({
      'Date.now': AT,
      'new Date': AT,
      'a subclass of Date': AT,
      'Reflect.construct of Date': AT,
      'Date as a function': 'Thu Feb 29 2024 12:34:56 GMT+0000 (Coordinated Universal Time)',
      'the time zone of Date': 0,
      'Intl.DateTimeFormat format': 'Thursday, February 29, 2024 at 12:34:56 PM Coordinated Universal Time',
      'toLocaleString of now': '2/29/2024, 12:34:56 PM',
      'the default locale': 'en-US',
      'the default time zone': 'UTC',
      'numbers in the default locale': '1,234,567.89',
      'Temporal.Now': false,
      'other clocks': [],
    });
    expect(second).toMatchObject({ 'Date.now': AT + 5_000, 'new Date': AT + 5_000 });
  });

  it('has the random numbers every version had for its seed', async () => {
    using sandbox = await pool.open({ domain: 'one', session: 'one' });
    const source = SOURCES['Math.random'];
    const text = await sandbox.start({ source: `return ${source}`, seed: 'a seed', at: AT });
    expect(JSON.parse(text).done.value).toEqual([0.6301547151524574, 0.41693806648254395, 0.5164741722401232]);
  });

  it('differs by another seed in what is random, and in nothing else', async () => {
    const one = await run(SEED, AT, 'one');
    const other = await run('another seed', AT, 'one');
    expect(changed(one.first, other.first)).toEqual(['Math.random', 'a list shuffled by Math.random']);
  });

  it('differs by another time in what tells the time, and in nothing else', async () => {
    const one = await run(SEED, AT, 'one');
    const other = await run(SEED, AT + 86_400_000 + 61_000, 'one');
    expect(changed(one.first, other.first)).toEqual([
      'Date.now',
      'new Date',
      'Date as a function',
      'a subclass of Date',
      'Reflect.construct of Date',
      'Intl.DateTimeFormat format',
      'Intl.DateTimeFormat formatToParts',
      'toLocaleString of now',
    ]);
  });

  it('spreads its random numbers as random numbers do', async () => {
    using sandbox = await pool.open({ domain: 'one', session: 'one' });
    const source =
      'let sum = 0; const seen = new Set(); for (let i = 0; i < 1e5; i++) { const x = Math.random(); sum += x; seen.add(x) } return [sum / 1e5, seen.size, Math.min(...[...seen].slice(0, 1000)) >= 0]';
    const [mean, distinct, isPositive] = JSON.parse(await sandbox.start({ source, seed: SEED, at: AT })).done.value;
    expect(mean).toBeGreaterThan(0.49);
    expect(mean).toBeLessThan(0.51);
    expect(distinct).toBeGreaterThan(99_990);
    expect(isPositive).toBe(true);
  });
});
