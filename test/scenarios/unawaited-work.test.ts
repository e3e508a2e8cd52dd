import { defineTool } from '@toolshed/kernel';
import type { Toolshed } from '@toolshed/runtime';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { z } from 'zod';
import { expectStatus } from '../support/expect-status.ts';
import { verifies } from '../support/verifies.ts';
import { openInThread } from '../support/open-in-thread.ts';

const LINGER_MS = 300;

describe('a program that does not await its work', () => {
  let shed: Toolshed;
  let done: string[];
  const over = Promise.withResolvers<void>();

  beforeAll(async () => {
    const shape = { n: z.number() };
    const does = (path: string, destructive: boolean) =>
      defineTool({
        path,
        description: path,
        input: z.object(shape),
        destructive,
        handler: (_context, { n }) => {
          done.push(`${path} ${n}`);
          return n;
        },
      });
    const takes = (path: string, handler: () => Promise<unknown>) =>
      defineTool({ path, description: path, input: z.object({}), destructive: false, handler });
    shed = await openInThread({
      store: 'memory',
      lingerMs: LINGER_MS,
      tools: [
        does('read', false),
        does('drop', true),
        takes('hang', () => over.promise),
        takes('slow', async () => {
          await new Promise((resolve) => setTimeout(resolve, 2 * LINGER_MS));
          done.push('slow');
        }),
      ],
    });
  });
  afterAll(async () => {
    over.resolve();
    await shed[Symbol.asyncDispose]();
  });

  const execute = async (program: string) => {
    done = [];
    return shed.execute(program);
  };

  verifies.each('programs/unawaited', [
    ['a main function', `async function main() { await tools.read({ n: 1 }); await tools.read({ n: 2 }); } main();`],
    ['an async IIFE', `(async () => { await null; await tools.read({ n: 1 }); await tools.read({ n: 2 }); })();`],
    ['a loop of callbacks', `[1, 2].forEach(async (n) => { await tools.read({ n }); });`],
    ['a chain', `tools.read({ n: 1 }).then(() => tools.read({ n: 2 }));`],
    ['a sleep', `(async () => { await tools.read({ n: 1 }); await sleep(5); await tools.read({ n: 2 }); })();`],
  ])('still does all of %s', async (_, program) => {
    expect(expectStatus(await execute(`${program} return 'over';`), 'completed').value).toBe('over');
    expect(done).toEqual(['read 1', 'read 2']);
  });

  verifies('programs/unawaited', 'is asked about every destructive call of it', async () => {
    const first = expectStatus(
      await execute(`(async () => { for (const n of [1, 2]) await tools.drop({ n }); })(); return 'over';`),
      'paused',
    );
    const second = expectStatus(await shed.resume(first.paused.elicitationId, true), 'paused');
    expect(second.paused.args).toEqual({ n: 2 });
    expect(expectStatus(await shed.resume(second.paused.elicitationId, true), 'completed').value).toBe('over');
    expect(done).toEqual(['drop 1', 'drop 2']);
  });

  verifies.each('programs/unawaited', [
    ['a tool', `await tools.read({ n: 'x' });`, 'tool/invalid-arguments'],
    ['its own code', `await tools.read({ n: 1 }); undefined.x;`, 'program/failed'],
    ['a limit', `for (let n = 0; n < 1_001; n++) tools.read({ n });`, 'limit/calls'],
  ])('fails with what %s threw in it', async (_, work, code) => {
    const failed = expectStatus(await execute(`async function main() {\n ${work} }\nmain();`), 'failed');
    expect(failed.error).toMatchObject({ code, line: 2 });
  });

  verifies('programs/unawaited', 'fails at once when it throws itself', async () => {
    const program = `(async () => { for (let i = 0; i < 100; i++) await null; await tools.read({ n: 1 }); })(); throw new Error('no');`;
    expect(expectStatus(await execute(program), 'failed').error.message).toBe('no');
    expect(done).toEqual([]);
  });

  verifies.each('programs/unawaited', [
    ['by itself', `tools.drop({ n: 1 }); throw new Error('no');`],
    ['by a call beside it', `await Promise.all([tools.drop({ n: 1 }), tools.read({ n: 'x' })]);`],
    ['after it waited', `tools.drop({ n: 1 }); await tools.read({ n: 2 }); throw new Error('no');`],
    ['while a handler is at work', `tools.slow(); tools.drop({ n: 1 }); throw new Error('no');`],
    ['with a question of its own', `elicit({ type: 'text', message: 'Well?' }); throw new Error('no');`],
  ])('asks nobody for what it wanted once it has thrown %s, and runs none of it', async (_, program) => {
    const { executionId } = expectStatus(await execute(program), 'failed');
    expect(await shed.pending({ executionId })).toEqual([]);
    expect(done).not.toContain('drop 1');
    const [question] = (await shed.journal(executionId)).flatMap((entry) => (entry.kind === 'asked' ? [entry] : []));
    expect(await shed.resume(question?.elicitation ?? executionId, true)).toMatchObject({ status: 'failed' });
    expect(done).not.toContain('drop 1');
  });

  verifies('programs/unawaited', 'finishes what has started when it throws', async () => {
    expectStatus(await execute(`tools.slow(); tools.read({ n: 1 }); throw new Error('no');`), 'failed');
    expect(done).toEqual(['read 1', 'slow']);
  });

  verifies.each('programs/lingers', [
    ['a handler', `await Promise.race([tools.hang(), sleep(5)]);`],
    ['a sleep', `await Promise.race([tools.read({ n: 1 }), sleep(60_000)]);`],
    ['a question', `await Promise.race([elicit({ type: 'approval', message: 'Well?' }), sleep(5)]);`],
    [
      'a timer',
      `setTimeout(() => tools.read({ n: 3 }), 60_000); await Promise.any([tools.hang(), tools.read({ n: 1 })]);`,
    ],
  ])('does not wait for %s that lost a race', async (_, race) => {
    const began = performance.now();
    const { executionId } = await execute(`${race} return 'over';`);
    await expect.poll(async () => (await shed.get(executionId)).status).toBe('completed');
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(await shed.pending({ executionId })).toEqual([]);
  });

  verifies('programs/lingers', 'waits only so long for a handler that does not end, and says so', async () => {
    const result = expectStatus(await execute(`tools.hang();\nreturn 'over';`), 'completed');
    expect(result.value).toBe('over');
    expect(result.logs).toEqual([
      { level: 'info', text: expect.stringContaining('returned before a call was done') },
      { level: 'warn', text: expect.stringContaining('tools.hang (line 1)') },
    ]);
  });

  verifies('programs/lingers', 'keeps what becomes of a handler that took longer', async () => {
    const { executionId } = expectStatus(await execute(`tools.slow(); return 'over';`), 'completed');
    await expect.poll(() => done).toEqual(['slow']);
    const kinds = async () => (await shed.journal(executionId)).map(({ kind }) => kind);
    await expect.poll(kinds).toContain('late-outcome');
  });
});
