import { describe, expect, it } from 'vitest';
import { guestLimitsOf, Limits } from '../limits.js';
import type { Delivery } from '../sandbox.js';
import { findAddon } from '../worker-process/addon-path.js';
import { createGuestScript } from './guest-script.js';
import { loadIsolatedVm } from './isolated-vm.js';
import { createStepMachine, type StepMachine, type StepResult } from './step-machine.js';

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

const DELIVERIES: readonly Delivery[] = [
  { kind: 'value', call: 2, at: 1_700_000_000_100, json: '{"text":"one"}' },
  { kind: 'error', call: 3, at: 1_700_000_000_200, json: '{"name":"ToolError","code":"tool/failed","message":"no"}' },
];

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
