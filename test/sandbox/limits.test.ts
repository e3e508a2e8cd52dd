import { defineTool } from '@toolshed/kernel';
import { type ExecutionResult, LIMIT_CODES, Limits, openToolshed, type Toolshed } from '@toolshed/runtime';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { z } from 'zod';
import { expectStatus } from '../support/expect-status.ts';
import { verifies } from '../support/verifies.ts';
import { openCrowdedShed } from './crowded-session.ts';

const SMALL = {
  calls: 10,
  callsInFlight: 3,
  elicitations: 2,
  argsBytes: 1_000,
  argsDepth: 8,
  toolResultBytes: 1_000,
  toolResultsBytes: 1_500,
  resultBytes: 1_000,
  logBytes: 1_000,
  emittedBytes: 1_000,
  sourceBytes: 2_000,
  errorBytes: 200,
} as const satisfies Partial<Limits>;

const echo = defineTool({
  path: 'test.echo',
  description: 'Returns its arguments',
  input: z.unknown(),
  destructive: false,
  handler: (_context, args) => args ?? null,
});
const ask = defineTool({
  path: 'test.ask',
  description: 'Must be approved',
  input: z.unknown(),
  destructive: true,
  handler: () => 'done',
});

let shed: Toolshed;
beforeAll(async () => {
  shed = await openToolshed({ tools: [echo, ask], store: 'memory', limits: SMALL });
});
afterAll(() => shed[Symbol.asyncDispose]());

const failureOf = async (program: string): Promise<Extract<ExecutionResult, { status: 'failed' }>> =>
  expectStatus(await shed.execute(program), 'failed');
const returnedBy = async (program: string): Promise<unknown> =>
  expectStatus(await shed.execute(program), 'completed').value;

describe('a limit that the isolate counts', () => {
  /** One thing too many; the same program with one less completes. */
  const ONE_TOO_MANY = {
    calls: (n: number) => `for (let i = 0; i < ${n}; i++) await tools.test.echo({}); return 1`,
    argsBytes: (n: number) => `await tools.test.echo('x'.repeat(${n - 2})); return 1`,
    argsDepth: (n: number) => `let v = 1; for (let i = 0; i < ${n}; i++) v = [v]; await tools.test.echo(v); return 1`,
    emittedBytes: (n: number) => `emit('x'.repeat(${n - 34})); return 1`,
  } as const satisfies Partial<Record<keyof Limits, (n: number) => string>>;
  type Counted = keyof typeof ONE_TOO_MANY;
  const counted: readonly Counted[] = ['calls', 'argsBytes', 'argsDepth', 'emittedBytes'];

  verifies.each('sandbox/limits', counted)('%s has a code of its own, and is exact', async (key) => {
    expectStatus(await shed.execute(ONE_TOO_MANY[key](SMALL[key])), 'completed');
    const { error } = await failureOf(ONE_TOO_MANY[key](SMALL[key] + 1));
    expect(error.code).toBe(LIMIT_CODES[key]);
    expect(error.name).toBe('LimitError');
  });

  verifies('sandbox/limits', 'can be caught by a program that can continue without', async () => {
    expect(await returnedBy(`try { emit('x'.repeat(5000)) } catch (error) { return error.code }`)).toBe(
      'limit/emitted-size',
    );
    expect(await returnedBy(`return await tools.test.echo('x'.repeat(5000)).catch((error) => error.code)`)).toBe(
      'limit/args-size',
    );
  });

  verifies('sandbox/limits', 'holds for timers as for calls', async () => {
    const { error } = await failureOf('for (;;) await sleep(0)');
    expect(error.code).toBe(LIMIT_CODES.calls);
  });

  verifies('sandbox/limits', 'lets calls beyond those in flight wait for their turn', async () => {
    const program = `return await Promise.all(Array.from({ length: 5 }, (_, n) => tools.test.echo({ n })))`;
    expect(await returnedBy(program)).toEqual([0, 1, 2, 3, 4].map((n) => ({ n })));
  });
});

describe('a limit that the host counts', () => {
  verifies('sandbox/limits', 'refuses more questions than a person should get', async () => {
    const program = `const codes = await Promise.all([1, 2, 3].map((n) => n < 3 ? (tools.test.ask({ n }), 'asked') : tools.test.ask({ n }).catch((error) => error.code))); emit(codes); return 1`;
    const result = expectStatus(await shed.execute(program), 'paused');
    expect(result.pending).toHaveLength(SMALL.elicitations);
    expect(result.emitted).toEqual([['asked', 'asked', LIMIT_CODES.elicitations]]);
  });

  verifies('sandbox/limits', 'refuses a program that is too long before anything is journaled', async () => {
    const before = (await shed.list()).length;
    await expect(shed.execute(`return 1 // ${'x'.repeat(SMALL.sourceBytes)}`)).rejects.toMatchObject({
      code: LIMIT_CODES.sourceBytes,
    });
    expect(await shed.list()).toHaveLength(before);
  });

  verifies('sandbox/limits', 'cuts an error that is too long, and says so', async () => {
    const { error } = await failureOf(`throw Object.assign(new Error('x'.repeat(5000)), { code: 'y'.repeat(5000) })`);
    expect(error.message).toBe(`${'x'.repeat(SMALL.errorBytes)}… (5000 characters)`);
    expect(error.code).toBe(`program/${'y'.repeat(SMALL.errorBytes)}… (5000 characters)`);
  });

  verifies('sandbox/limits', 'refuses a result of a tool that is too large', async () => {
    const large = defineTool({ ...echoOf('test.large'), handler: () => 'x'.repeat(5_000) });
    await using other = await openToolshed({ tools: [large], store: 'memory', limits: SMALL });
    const result = expectStatus(await other.execute('return await tools.test.large({})'), 'failed');
    expect(result.error.code).toBe(LIMIT_CODES.toolResultBytes);
  });

  verifies('results/limits', 'refuses what all results together have no room for, also after a pause', async () => {
    const large = defineTool({ ...echoOf('test.large'), handler: () => 'x'.repeat(700) });
    const question = `await elicit({ type: 'text', message: 'Go on?' })`;
    await using other = await openToolshed({ tools: [large], store: 'memory', limits: SMALL, hibernateAfterMs: 0 });
    const program = `const take = () => tools.test.large({}).then(() => 'ok', ({ code }) => code); return [await take(), await take(), (${question}, await take())]`;
    const paused = expectStatus(await other.execute(program), 'paused');
    const done = expectStatus(
      await other.resume(paused.paused.executionId, { data: 'yes', approved: true }),
      'completed',
    );
    expect(done.value).toEqual(['ok', 'ok', LIMIT_CODES.toolResultsBytes]);
  });
});

describe('what a program gives beyond a limit', () => {
  verifies('results/limits', 'is cut and not the end of a program that has done its work', async () => {
    const cut = async (program: string) => expectStatus(await shed.execute(program), 'completed');
    const exact = await cut(`return 'x'.repeat(${SMALL.resultBytes - 2})`);
    expect(exact.value).toHaveLength(SMALL.resultBytes - 2);
    expect(exact.logs).toEqual([]);
    const text = await cut(`return 'x'.repeat(${SMALL.resultBytes - 1})`);
    expect(text.value).toMatch(/^x{500,}… \(cut\)$/);
    expect(text.logs).toEqual([{ level: 'warn', text: expect.stringContaining('The returned value was cut') }]);
    const list = await cut(`return { id: 7, items: Array.from({ length: 500 }, (_, id) => ({ id })) }`);
    expect(list.value).toMatchObject({ id: 7, items: expect.arrayContaining([{ id: 50 }, { '…': '… (cut)' }]) });
  });

  verifies('results/limits', 'is no longer kept of lines, and the last one says so', async () => {
    const lines = (length: number) => `console.log('x'.repeat(${length - 34})); console.log('more'); return 'done'`;
    const result = expectStatus(await shed.execute(lines(SMALL.logBytes)), 'completed');
    expect(result.value).toBe('done');
    expect(result.logs.map(({ text }) => text)).toEqual([
      'x'.repeat(SMALL.logBytes - 34),
      'No more lines are kept: the program printed more than 1000 bytes (limits.logBytes)',
    ]);
  });
});

const echoOf = (path: string) => ({ path, description: path, input: z.unknown(), destructive: false }) as const;

describe('the depth of the stack', () => {
  const DIVES: Readonly<Record<string, string>> = {
    'plain recursion': 'const f = () => f(); f()',
    'recursion through a getter': 'const o = { get x() { return o.x } }; o.x',
    'recursion through toString': 'const o = { toString() { return String(o) } }; String(o)',
    'a chain of proxies': 'let p = {}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); p.x',
    'a chain of bound functions': 'let f = () => 1; for (let i = 0; i < 1e5; i++) f = f.bind(null); f()',
    'JSON of what is nested deeply': 'let v = []; for (let i = 0; i < 1e5; i++) v = [v]; JSON.stringify(v)',
    'text of what is nested deeply': 'let v = []; for (let i = 0; i < 1e5; i++) v = [v]; String(v)',
    'flat of what is nested deeply': 'let v = []; for (let i = 0; i < 1e5; i++) v = [v]; v.flat(Infinity)',
    'source that is nested deeply': `eval('('.repeat(2e5))`,
    'a regular expression that is nested deeply': `new RegExp('('.repeat(2e5) + ')'.repeat(2e5))`,
    'a chain of classes': 'let C = class {}; for (let i = 0; i < 2e4; i++) C = class extends C {}; new C()',
    'arguments that are nested deeply': 'let v = []; for (let i = 0; i < 1e5; i++) v = [v]; await tools.test.echo(v)',
    'a printed value that recurses': 'const o = { get x() { console.log(o); return 1 } }; console.log(o)',
  };

  verifies.each('sandbox/limits', Object.entries(DIVES))('is bounded for %s, inside', async (_name, dive) => {
    expect(await returnedBy(`try { ${dive}; return 'no error' } catch (error) { return error.name }`)).toMatch(
      /^(RangeError|SyntaxError|InternalError|LimitError|no error)$/,
    );
  });
});

describe('a stack that is too deep', () => {
  verifies(
    'sandbox/limits',
    'fails the program that does not catch it with its own code, and is as deep as the limit says',
    async () => {
      const depth = `let depth = 0; const dive = () => { depth++; dive(); }; try { dive() } catch { return depth }`;
      const depths: number[] = [];
      for (const stackKb of [200, 900]) {
        await using crowd = await openCrowdedShed({ stackKb });
        const failed = expectStatus(await crowd.shed.execute('const dive = () => dive();\ndive();'), 'failed');
        expect(failed.error).toMatchObject({ code: LIMIT_CODES.stackKb, line: 1 });
        depths.push(Number(expectStatus(await crowd.shed.execute(depth), 'completed').value));
      }
      expect(depths[1]).toBeGreaterThan((depths[0] ?? 0) * 3);
    },
  );
});

describe('a limit of time or memory', () => {
  verifies(
    'sandbox/limits',
    'ends a program that uses too much memory outside the heap by the resident size of its worker',
    async () => {
      await using crowd = await openCrowdedShed({ cpuMs: 20_000, heapMb: 32, rssMb: 250 });
      const grow = `for (let text = 'x'.repeat(2 ** 27); ; ) text.replace(/x/g, 'yy')`;
      const { hog, innocent } = await crowd.beside(grow);
      expect(expectStatus(hog, 'failed').error.code).toBe(LIMIT_CODES.rssMb);
      expect(innocent.status).toBe('completed');
    },
  );

  verifies('sandbox/limits', 'ends a program that fills its heap', async () => {
    await using crowd = await openCrowdedShed({ cpuMs: 20_000, heapMb: 16 });
    const { hog, innocent } = await crowd.beside('const all = []; for (;;) all.push({ a: [1, 2, 3] })');
    expect(expectStatus(hog, 'failed').error.code).toBe(LIMIT_CODES.heapMb);
    expect(innocent.status).toBe('completed');
  });

  verifies('sandbox/limits', 'adds up the processor time of all steps', async () => {
    await using crowd = await openCrowdedShed({ cpuMs: 150, calls: 100_000 });
    const program = `let n = 0; for (;;) { for (let i = 0; i < 1e6; i++) n += i; await tools.test.now() }`;
    expect(expectStatus(await crowd.shed.execute(program), 'failed').error.code).toBe(LIMIT_CODES.cpuMs);
  });

  verifies('sandbox/limits', 'does not count the time a program waits', async () => {
    await using crowd = await openCrowdedShed({ cpuMs: 500, wallMs: 500 });
    expectStatus(await crowd.shed.execute('await sleep(900); return 1'), 'completed');
  });
});

verifies('sandbox/limits', 'every limit has a default and a code', () => {
  const defaults = Limits.parse({});
  expect(Object.keys(LIMIT_CODES).sort()).toEqual(Object.keys(defaults).sort());
  expect(new Set(Object.values(LIMIT_CODES)).size).toBe(Object.keys(defaults).length);
});
