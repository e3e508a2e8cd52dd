import { describe, expect, it } from 'vitest';
import { guestLimitsOf, Limits, limitsOf } from '../limits.js';
import type { Delivery } from '../sandbox.js';
import { findAddon } from '../worker-process/addon-path.js';
import { createGuestScript } from './guest-script.js';
import { loadIsolatedVm } from './isolated-vm.js';
import { createStepMachine, type OnPrinted, type StepMachine, type StepResult } from './step-machine.js';

const ivm = loadIsolatedVm(findAddon().path);
const BUDGET_MS = 5_000;

function machine(limits: Partial<Limits> = {}): StepMachine {
  const whole = Limits.parse(limits);
  return createStepMachine({ ivm, heapMb: whole.heapMb, openGuest: createGuestScript(ivm, guestLimitsOf(whole)) });
}

const start = (one: StepMachine, source: string): StepResult =>
  one.start({ source, seed: 'seed', at: 1_700_000_000_000 }, BUDGET_MS);

const textOf = (result: StepResult): string => (result.kind === 'output' ? result.text : result.kind);

/** Says all it can see of where it runs: what is left of an earlier use would show. */
const CURIOUS = `
const named = (value) => Reflect.ownKeys(value).map(String);
const seen = {
  globals: named(globalThis),
  intrinsics: named(globalThis).map((name) => [name, Object(globalThis[name]) === globalThis[name] ? named(globalThis[name]) : typeof globalThis[name]]),
  prototypes: [Object, Array, Function, Promise, Error].map(({ prototype }) => named(prototype)),
  now: [Date.now(), new Date().toISOString()],
  random: [Math.random(), Math.random()],
  timer: setTimeout(() => undefined, 5),
  tools: [typeof tools.some, named(tools), String(Object.getPrototypeOf(tools))],
  stack: new Error('here').stack,
};
console.log('so far', seen);
emit(seen.random);
const first = await tools.some.tool({ n: 1 });
const caught = await tools.some.tool({ n: 2 }).catch(({ name, code, stack }) => [name, code, stack]);
return { seen, first, caught, now: Date.now() };
`;

const FAILURE = '{"name":"ToolError","code":"tool/failed","message":"no"}';
const DELIVERIES: readonly Delivery[] = [
  { kind: 'value', call: 2, at: 1_700_000_000_100, json: '{"text":"one"}' },
  { kind: 'error', call: 3, at: 1_700_000_000_200, json: FAILURE },
];

describe('the place of a call that is found in the text of a program', () => {
  const place = (source: string): readonly unknown[] => {
    using one = machine();
    const { calls } = JSON.parse(textOf(start(one, source)));
    return calls.map(([, , path, , at]: readonly unknown[]) => [path, at]);
  };

  it.each([
    'await tools.mail.send({});',
    '\n\n  const a = 1; return tools.mail.send ({ a });',
    'const [one, two] = await Promise.all([tools.a.b(), tools.c({ n: 1 })]);',
    'const send = (to) => tools.mail.send({ to });\nawait Promise.all([1, 2].map(send));',
    '[1, 2].forEach(async (n) => {\n\tawait tools\n\t\t.mail\n\t\t.send(\n{ n });\n});',
    'tools.mail.send({ text: "é𝒳" }); /* é𝒳 */ tools.b({});',
    'function* all() { yield tools.a(); } for (const one of all()) await one;',
    'const answer: string = await tools.mail.send<string>({} as object);',
  ])('is the one in its stack: %j', (source) => {
    using one = machine();
    expect(textOf(start(one, source))).not.toContain('Error');
    const told = place(source);
    expect(told.length).toBeGreaterThan(0);
    // Mentioned like this, tools may be called from anywhere.
    expect(place(`${source}\n;tools;`)).toEqual(told);
  });

  it('is where its failure says it was', () => {
    using one = machine();
    start(one, '\nawait tools.mail.send({});');
    const failed = one.deliver([{ kind: 'error', call: 1, at: 1, json: FAILURE }], BUDGET_MS);
    expect(textOf(failed)).toContain('"message":"no","line":2,"column":18');
  });

  it('is taken from the stack where a path has two', () => {
    const places = place('tools.a({}); tools.a({});\ntools.b({});');
    expect(places).toEqual([
      [['a'], '1:7'],
      [['a'], '1:20'],
      [['b'], '2:7'],
    ]);
  });

  it('is not that of a shortcut to the same tool', () => {
    expect(place('tools.$search("x");\ntools.toolshed.search({});')).toEqual([
      [['toolshed', 'search'], '1:7'],
      [['toolshed', 'search'], '2:16'],
    ]);
  });
});

describe('the clock of a program', () => {
  it.each([
    ['one at a time', (deliveries: readonly Delivery[]) => deliveries.map((delivery) => [delivery])],
    ['all at once', (deliveries: readonly Delivery[]) => [deliveries]],
  ])('says the time of each delivery, the same or another, forwards or back: %s', (_, batches) => {
    using one = machine();
    const times = [5, 5, 7, 7, 6, 6];
    start(
      one,
      `const told = []; for (const _ of ${JSON.stringify(times)}) told.push(await tools.a({}), Date.now()); return told;`,
    );
    const deliveries = times.map((at, index) => ({ kind: 'value', call: index + 1, at, json: `${at}` }) as const);
    const texts = batches(deliveries).map((batch) => textOf(one.deliver(batch, BUDGET_MS)));
    expect(texts.at(-1)).toContain(`"value":${JSON.stringify(times.flatMap((at) => [at, at]))}`);
  });
});

describe('an isolate that was warmed up', () => {
  it('shows a program nothing of that', () => {
    using fresh = machine();
    using warm = machine();
    warm.warmUp();
    const steps = [fresh, warm].map((one) => [
      textOf(start(one, CURIOUS)),
      ...DELIVERIES.map((delivery) => textOf(one.deliver([delivery], BUDGET_MS))),
    ]);
    expect(steps[1]).toEqual(steps[0]);
    expect(steps[1]?.[0]).toContain('[1,"sleep"');
    expect(steps[1]?.at(-1)).toContain('"done":{"ok":true');
  });

  it('has used nothing of what the program may use', () => {
    using warm = machine({
      calls: 1,
      callsInFlight: 1,
      argsBytes: 16,
      resultBytes: 16,
      logBytes: 64,
      emittedBytes: 64,
    });
    warm.warmUp();
    expect(textOf(start(warm, 'return (await tools.a({})).n'))).toContain('[1,"tool",["a"],{}');
    expect(textOf(warm.deliver([{ kind: 'value', call: 1, at: 1, json: '{"n":7}' }], BUDGET_MS))).toContain(
      '"value":7',
    );
  });

  it('can be warmed up twice', () => {
    using warm = machine();
    warm.warmUp();
    warm.warmUp();
    expect(textOf(start(warm, 'return 1'))).toBe('{"calls":[],"done":{"ok":true,"value":1}}');
  });
});

describe('what a program prints', () => {
  const run = (source: string, onPrinted: OnPrinted, limits: Partial<Limits> = {}): StepResult => {
    using one = machine(limits);
    return one.start({ source, seed: 'seed', at: 0 }, BUDGET_MS, onPrinted);
  };
  const logsIn = (text: string): readonly unknown[] => JSON.parse(text).logs ?? [];

  it('is sent as it is printed, and once more at the end', () => {
    const told: string[] = [];
    const result = run(`console.log('a'); emit({ n: 1 }); console.warn('b')`, (text) => void told.push(text));
    expect(told).toEqual([
      '{"calls":[],"logs":[["log","a"]]}',
      '{"calls":[],"emitted":[{"n":1}]}',
      '{"calls":[],"logs":[["warn","b"]]}',
    ]);
    expect(JSON.parse(textOf(result))).toMatchObject({
      logs: [
        ['log', 'a'],
        ['warn', 'b'],
      ],
      emitted: [{ n: 1 }],
    });
  });

  it('is sent many lines at a time once there are many', () => {
    const told: string[] = [];
    const before = Date.now();
    const source = `for (let i = 0; i < 10_000; i++) console.log(i)`;
    const result = run(source, (text) => void told.push(text), { logBytes: 1_000_000 });
    const ms = Date.now() - before + 1;
    expect(told.length).toBeLessThanOrEqual(100 + Math.ceil(9_900 / 32) + ms);
    const lines = told.flatMap(logsIn);
    expect(lines.length).toBeGreaterThan(10_000 - 32);
    expect(lines).toEqual(logsIn(textOf(result)).slice(0, lines.length));
  });

  it('is printed the same whether or not the listener fails', () => {
    const source = `
      const descend = (n) => { console.log(n); try { descend(n + 1); } catch {} };
      descend(0);
      return 'over'`;
    const fail = (): void => {
      throw new Error('the host’s own');
    };
    const received: string[] = [];
    const [failing, listening] = [run(source, fail), run(source, (text) => void received.push(text))];
    expect(textOf(failing)).toContain('"value":"over"');
    expect(textOf(failing)).toBe(textOf(listening));
    expect(received.length).toBeGreaterThan(100);
  });

  it('is sent through nothing that the program can get hold of', () => {
    const told: string[] = [];
    const source = `
      const seen = [];
      for (const name of ['tell', 'host', 'listen', '0', 'timeout', 'reference'])
        Object.defineProperty(Object.prototype, name, { get() { seen.push(name) }, set(value) { seen.push(typeof value) } });
      for (const name of ['call', 'apply', 'bind']) {
        const native = Function.prototype[name];
        Object.defineProperty(Function.prototype, name, { get() { seen.push(name); return native } });
      }
      console.log('a');
      emit({ n: 1 });
      return seen`;
    const result = run(source, (text) => void told.push(text));
    expect(JSON.parse(textOf(result)).done).toEqual({ ok: true, value: [] });
    expect(told).toHaveLength(2);
  });
});

describe('a program that began when too much was an error', () => {
  const {
    toolResultBytes: _,
    toolResultsBytes: __,
    rssMb: ___,
    ...before
  } = Limits.parse({ logBytes: 64, resultBytes: 16 });
  const limits = limitsOf({ limits: before }, Limits.parse({}));
  const run = (source: string): string => {
    using one = createStepMachine({ ivm, heapMb: 64, openGuest: createGuestScript(ivm, guestLimitsOf(limits)) });
    return textOf(start(one, source));
  };

  it('still receives the refusal, because it may have continued from there', () => {
    expect(run(`try { console.log('x'.repeat(99)) } catch ({ code }) { return code.length }`)).toContain('"value":14');
    expect(run(`return 'x'.repeat(99)`)).toContain('"code":"limit/result-size"');
  });
});

describe('a program of an execution that began by the first rules', () => {
  const outcome = (source: string, rules?: number): unknown => {
    using one = machine({ callsInFlight: 1 });
    const result = one.start({ source, rules, seed: 'seed', at: 0 }, BUDGET_MS);
    return JSON.parse(textOf(result));
  };

  it.each([
    ['() => 42', { calls: [], done: { ok: true } }],
    ['const x = 1; x', { calls: [], done: { ok: true } }],
    ['return new Map([[1, 2]])', { calls: [], done: { ok: true, value: {} } }],
    ['return Object.keys(tools)', { calls: [], done: { ok: true, value: [] } }],
    ['return JSON.stringify(new Error("x"))', { calls: [], done: { ok: true, value: '{}' } }],
    ['emit(new Set())\nreturn 1', { calls: [], emitted: [{}], done: { ok: true, value: 1 } }],
  ])('runs as it ran then: %j', (source, expected) => {
    expect(outcome(source)).toEqual(expected);
    expect(outcome(source, 2)).not.toEqual(expected);
  });

  it('is refused more calls than may be in flight', () => {
    const source = 'const all = [tools.a.b({}), tools.a.c({})];\nreturn await all[1].catch(({ code }) => code)';
    expect(outcome(source)).toMatchObject({ ending: { ok: true, value: 'limit/calls-in-flight' } });
    expect(outcome(source, 2)).not.toHaveProperty('ending');
  });
});
