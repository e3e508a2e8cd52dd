import { defineTool } from '@toolshed/kernel';
import { openToolshed, type Toolshed } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { expectStatus } from '../support/expect-status.ts';
import { newStoreFolder } from '../support/open-stores.ts';
import { verifies } from '../support/verifies.ts';

const noted: unknown[] = [];
const tools = [
  defineTool({
    path: 'notes.read',
    description: 'Reads',
    input: z.object({}),
    destructive: false,
    handler: () => 'read',
  }),
  defineTool({
    path: 'notes.list',
    description: 'Lists',
    input: z.object({ list: z.array(z.looseObject({})) }),
    destructive: false,
    handler: () => 'listed',
  }),
  defineTool({
    path: 'notes.write',
    description: 'Writes',
    input: z.object({}),
    destructive: true,
    handler: () => noted.push('written'),
  }),
  ...Array.from({ length: 60 }, (_, index) =>
    defineTool({
      path: `many.operation${index}`,
      description: `Operation ${index}`,
      input: z.object({}),
      destructive: false,
      handler: () => index,
    }),
  ),
];
const open = (options: object = {}): Promise<Toolshed> =>
  openToolshed({ tools, store: 'memory', wakes: false, ...options });

/** A machine that is busy with other tests takes its time; what is meant here took minutes, or all memory. */
const MOMENT_MS = 8_000;

/** What a program can ask of the host that costs the host far more than the program. */
const DEMANDS: Readonly<Record<string, readonly [program: string, answer: unknown]>> = {
  'a search for a book': [
    `try { await tools.$search('operation '.repeat(90_000)) } catch (error) { return error.code }`,
    'tool/invalid-arguments',
  ],
  'a search for as many words as it takes': [`return (await tools.$search('operation '.repeat(49))).length`, 10],
  'a description of an endless path': [
    `try { await tools.$describe('a'.repeat(900_000)) } catch (error) { return error.code }`,
    'tool/invalid-arguments',
  ],
  'arguments that are wrong in half a million places': [
    `try { await tools.notes.list({ list: Array(450_000).fill(1) }) } catch (error) { return [error.code, error.message.length < 20_000] }`,
    ['tool/invalid-arguments', true],
  ],
  'a choice of too many': [
    `try { await elicit({ type: 'choice', message: 'x', options: Array(200_000).fill(1) }) } catch (error) { return [error.code, error.message.length < 20_000] }`,
    ['elicitation/invalid', true],
  ],
  'a form of too many fields': [
    `try { await elicit({ type: 'form', message: 'x', fields: Array.from({ length: 20_000 }, (_, i) => ({ name: 'f' + i, type: 'text' })) }) } catch (error) { return error.code }`,
    'elicitation/invalid',
  ],
};

describe('what costs the host more than the program', () => {
  verifies.each('sandbox/host-work', Object.entries(DEMANDS))(
    'is refused in a moment: %s',
    async (_name, [program, answer]) => {
      await using shed = await open();
      const started = performance.now();
      expect(expectStatus(await shed.execute(program), 'completed').value).toEqual(answer);
      expect(performance.now() - started).toBeLessThan(MOMENT_MS);
    },
  );

  verifies('sandbox/host-work', 'is a program that looks as if it held types, everywhere', async () => {
    await using shed = await open();
    const started = performance.now();
    const result = await shed.execute(`/*${'<'.repeat(400_000)}*/ return 1`);
    expect(expectStatus(result, 'completed').value).toBe(1);
    expect(performance.now() - started).toBeLessThan(MOMENT_MS);
  });
});

describe('a question that expires after all time', () => {
  verifies('sandbox/host-work', 'a question with an impossible expiry is refused, and lists still work', async () => {
    using folder = newStoreFolder();
    await using shed = await open({ store: { sqlite: folder.file } });
    const program = `try { await elicit({ message: 'x', expiresInMs: 9007199254740991 }) } catch (error) { return error.code }`;
    expect(expectStatus(await shed.execute(program), 'completed').value).toBe('elicitation/invalid');
    expect(expectStatus(await shed.execute(`await sleep(1e300)`), 'sleeping').wakeAt).toBeLessThan(
      Number.MAX_SAFE_INTEGER,
    );
    expect(await shed.list()).toHaveLength(2);
  });
});

describe('a program that breaks what reads TypeScript', () => {
  verifies('sandbox/host-work', 'a program that crashes the type reader ends only its own worker', async () => {
    await using shed = await open();
    const innocent = `let n: number = 1; await tools.notes.write({}); return n;`;
    const { executionId } = expectStatus(await shed.execute(innocent, { session: 'shared' }), 'paused');
    for (let round = 0; round < 4; round++) {
      const broken = await shed.execute(`let a: number = 1; ${'['.repeat(100_000)}`, { session: 'shared' });
      expect(broken.status).toBe('failed');
    }
    expect(
      expectStatus(await shed.execute('let n: number = 2; return n', { session: 'shared' }), 'completed').value,
    ).toBe(2);
    expect(expectStatus(await shed.resume(executionId, true), 'completed').value).toBe(1);
  });
});

describe('a value nested beyond what is allowed', () => {
  verifies('sandbox/host-work', 'a value nested beyond what is allowed ends its own execution only', async () => {
    await using shed = await open();
    const busy = shed.execute(
      `for (let n = 0; n < 40; n++) { await tools.notes.read({}); await sleep(20) } return 'done'`,
      {
        session: 'shared',
      },
    );
    for (let round = 0; round < 4; round++) {
      const deep = await shed.execute(`let a = []; for (let i = 0; i < 25_000; i++) a = [a]; return a`, {
        session: 'shared',
      });
      expect(expectStatus(deep, 'failed').error.code).toMatch(/^limit\//);
    }
    expect(expectStatus(await busy, 'completed').value).toBe('done');
  });
});

describe('a program whose refused calls were large', () => {
  verifies('sandbox/host-work', 'a program with large refused calls is replayed within its heap', async () => {
    await using shed = await open({ maxWarm: 0 });
    const program = `const big = 'x'.repeat(900_000);
      for (let n = 0; n < 90; n++) await tools.nope.x({ big }).catch(() => 0);
      await tools.notes.write({});
      return 'done';`;
    const { executionId } = expectStatus(await shed.execute(program), 'paused');
    expect(expectStatus(await shed.resume(executionId, true), 'completed').value).toBe('done');
  });
});

describe('hosts with isolates of their own', () => {
  verifies('sandbox/host-work', 'several hosts with isolates can open in one process at once', async () => {
    {
      await using first = await open({ isolation: 'thread', trusted: true });
      expect(expectStatus(await first.execute('return 1'), 'completed').value).toBe(1);
    }
    await using second = await open({ isolation: 'thread', trusted: true });
    await using third = await open({ isolation: 'thread', trusted: true });
    const results = await Promise.all([second.execute('return 2'), third.execute('return 3')]);
    expect(results.map((result) => expectStatus(result, 'completed').value)).toEqual([2, 3]);
  });
});
