// What the sandbox makes of a program, and when it lets its calls out, is the same warm, cold and in another process.

import { defineTool, type Tool } from '@toolshed/kernel';
import type { ExecutionResult, OpenOptions, Toolshed } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { leftBehind } from '../support/durable/revive.ts';
import { openInThread } from '../support/open-in-thread.ts';
import { verifies } from '../support/verifies.ts';

const toolsNoting = (done: number[]): readonly Tool[] => [
  defineTool({
    path: 'jobs.write',
    description: 'Writes a number',
    input: z.object({ n: z.int() }),
    destructive: true,
    handler: (_context, { n }) => {
      done.push(n);
      return n * 10;
    },
  }),
];

const open = (done: number[], options: Partial<OpenOptions> = {}): Promise<Toolshed> =>
  openInThread({ tools: toolsNoting(done), store: 'memory', limits: { callsInFlight: 3 }, ...options });

const PROGRAMS = {
  'more calls than may be in flight':
    'return await Promise.all(Array.from({ length: 8 }, (_, n) => tools.jobs.write({ n })));',
  'more calls than may be in flight, after it returned':
    'for (let n = 0; n < 7; n++) tools.jobs.write({ n }).then(() => console.log(n));\nreturn 1;',
  'calls that follow from queued ones':
    'return await Promise.all([0, 1, 2, 3, 4].map(async (n) => [await tools.jobs.write({ n }), await tools.jobs.write({ n: n + 10 })]));',
  'a function nobody calls':
    'async function main() {\n  await tools.jobs.write({ n: 1 });\n  return await tools.jobs.write({ n: 2 });\n}',
  'a last expression': 'await tools.jobs.write({ n: 1 });\nawait tools.jobs.write({ n: 2 })',
  'a block in prose':
    'Here:\n\n```ts\nconst n: number = 1;\nreturn [await tools.jobs.write({ n }), await tools.jobs.write({ n: 2 })];\n```',
  'a default export with entities':
    'export default async () =&gt; { await tools.jobs.write({ n: 1 }); return 2 &gt; 1 }',
} as const;

const comparable = ({ executionId: _, sandbox: __, ...rest }: ExecutionResult) => rest;

/** One question at a time, the oldest first, in whichever host is at hand. */
async function answerEach(first: ExecutionResult, next: () => Promise<Toolshed>): Promise<ExecutionResult> {
  let result = first;
  while (result.status === 'paused') {
    const shed = await next();
    result = await shed.resume(result.paused.elicitationId, true);
  }
  return result;
}

describe('a program as the sandbox reads it', () => {
  verifies.each('program/queue', Object.entries(PROGRAMS))(
    'does the same warm, cold and after its process died: %s',
    async (_name, program) => {
      const done: number[] = [];
      await using warm = await open(done);
      const expected = await answerEach(await warm.execute(program), async () => warm);
      expect(expected.status).toBe('completed');

      const coldDone: number[] = [];
      await using cold = await open(coldDone, { maxWarm: 0 });
      expect(comparable(await answerEach(await cold.execute(program), async () => cold))).toEqual(comparable(expected));
      expect(coldDone).toEqual(done);

      const laterDone: number[] = [];
      let host = await open(laterDone);
      const first = await host.execute(program);
      const ended = await answerEach(first, async () => {
        const before = host;
        host = await open(laterDone, { store: await leftBehind(before, first.executionId) });
        await before[Symbol.asyncDispose]();
        return host;
      });
      await host[Symbol.asyncDispose]();
      expect(comparable(ended)).toEqual(comparable(expected));
      expect(laterDone).toEqual(done);
    },
  );

  verifies('program/queue', 'has no more calls out than may be in flight, and sends the rest in order', async () => {
    await using shed = await open([]);
    const paused = await shed.execute(PROGRAMS['more calls than may be in flight']);
    expect(paused.calls).toHaveLength(3);
    const ended = await answerEach(paused, async () => shed);
    expect(ended).toMatchObject({ status: 'completed', value: [0, 10, 20, 30, 40, 50, 60, 70] });
    expect(ended.calls.map(({ call }) => call)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  verifies('program/queue', 'may not queue more calls than it may make', async () => {
    await using shed = await open([], { limits: { callsInFlight: 3, calls: 5 } });
    const result = await shed.execute(
      'await Promise.all(Array.from({ length: 6 }, (_, n) => tools.jobs.write({ n })));',
    );
    expect(result).toMatchObject({ status: 'failed', error: { code: 'limit/calls' } });
  });

  verifies('program/rules', 'is journaled as it was written, with the rules it is run by', async () => {
    await using shed = await open([]);
    const program = PROGRAMS['a block in prose'];
    const { executionId } = await shed.execute(program);
    const [started] = await shed.journal(executionId);
    expect(started).toMatchObject({ kind: 'started', source: program, rules: 6 });
  });

  verifies('program/shapes', 'names the lines and columns that were written', async () => {
    await using shed = await open([]);
    const calls = async (program: string) =>
      (await shed.execute(program)).calls.map(({ line, column }) => [line, column]);
    expect(await calls('1; await tools.jobs.write({ n: 1 })')).toEqual([[1, 21]]);
    expect(await calls('const t = tools; await t.jobs.write({ n: 1 })')).toEqual([[1, 31]]);
    expect(await calls('async () => { const t = tools; await t.jobs.write({ n: 1 }) }')).toEqual([[1, 45]]);
    expect(await calls('Here:\n\n```js\nawait tools.jobs.write({ n: 1 })\n```')).toEqual([[4, 18]]);
    expect(await calls('const a = 1 &lt; 2, t = tools; const f = () =&gt; t.jobs.write({ n: 1 }); f()')).toEqual([
      [1, 58],
    ]);
    const failed = await shed.execute('async () => { throw new Error("no") }');
    expect(failed).toMatchObject({ status: 'failed', error: { line: 1, column: 21 } });
  });
});
