// Results that are larger than anything a model could read: programs filter them.

import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineTool } from '@toolshed/kernel';
import { LIMIT_CODES, openToolshed } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { expectStatus } from '../support/expect-status.ts';
import { verifies } from '../support/verifies.ts';

const list = defineTool({
  path: 'test.list',
  description: 'Many rows',
  input: z.object({ rows: z.int() }),
  destructive: false,
  handler: (_context, { rows }) =>
    Array.from({ length: rows }, (_, id) => ({ id, name: `item ${id}`, text: 'some words of a text '.repeat(4) })),
});
const empty = defineTool({
  path: 'test.empty',
  description: 'Many empty objects',
  input: z.object({}),
  destructive: false,
  handler: () => Array(1_000_000).fill({}),
});

const FILTER = `const rows = await tools.test.list({ rows: 80000 });
  const found = rows.filter(({ id }) => id % 10000 === 0).map(({ name }) => name);
  await elicit({ type: 'text', message: 'Go on?' });
  return found`;

describe('a result of ten megabytes', () => {
  // Over two seconds on a busy machine: ten megabytes are made, written, read and parsed twice.
  verifies('results/limits', 'a program filters ten megabytes, before a pause and after it', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'toolshed-results-'));
    const options = { tools: [list], store: { sqlite: join(folder.path, 'store.db') } };
    const first = await openToolshed(options);
    const paused = expectStatus(await first.execute(FILTER), 'paused');
    await first[Symbol.asyncDispose]();
    await using second = await openToolshed(options);
    const done = expectStatus(await second.resume(paused.executionId, { approved: true, data: 'yes' }), 'completed');
    expect(done.value).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((n) => `item ${n * 10_000}`));
  });
});

describe('a result that does not fit the heap', () => {
  verifies('results/limits', 'a result larger than the heap ends its execution with its code', async () => {
    await using shed = await openToolshed({ tools: [empty], store: 'memory', limits: { heapMb: 16, cpuMs: 60_000 } });
    const failed = expectStatus(await shed.execute('return (await tools.test.empty({})).length'), 'failed');
    expect(failed.error.code).toBe(LIMIT_CODES.heapMb);
    expectStatus(await shed.execute('return 1'), 'completed');
  });
});

describe('what a program returned', () => {
  verifies('results/later-programs', 'a later program reads a result of its session, whole or in part', async () => {
    await using shed = await openToolshed({ tools: [list], store: 'memory' });
    const first = await shed.execute('return await tools.test.list({ rows: 500 })', { session: 'a' });
    const id = JSON.stringify(first.executionId);
    const read = async (code: string, session = 'a') => shed.execute(code, { session });
    const whole = expectStatus(await read(`return (await tools.$result(${id})).length`), 'completed');
    expect(whole.value).toBe(500);
    const part = expectStatus(await read(`return await tools.$result(${id}, 'value[7].name')`), 'completed');
    expect(part.value).toBe('item 7');
    const journal = await shed.journal(part.executionId);
    expect(journal).toContainEqual(expect.objectContaining({ kind: 'tool-called', path: 'toolshed.result' }));
    const wrong = expectStatus(await read(`return await tools.$result(${id}, 'value.lost')`), 'failed');
    expect(wrong.error).toMatchObject({
      code: 'usage/invalid',
      message: expect.stringContaining('a list of 500 items'),
    });
  });

  verifies('results/later-programs', 'a result of another session is as unknown as one that is not there', async () => {
    await using shed = await openToolshed({ tools: [list], store: 'memory' });
    const { executionId } = await shed.execute(`return 'private'`, { session: 'a' });
    const codeOf = async (id: string) => {
      const failed = expectStatus(
        await shed.execute(`return await tools.$result('${id}')`, { session: 'b' }),
        'failed',
      );
      return [failed.error.code, failed.error.message.replace(id, 'ID')];
    };
    expect(await codeOf(executionId)).toEqual(await codeOf('exec_none'));
  });

  verifies('results/later-programs', 'a result cannot be read before its program has returned', async () => {
    await using shed = await openToolshed({ tools: [list], store: 'memory' });
    const { executionId } = await shed.execute(`await elicit({ type: 'text', message: 'Wait' })`);
    const failed = expectStatus(await shed.execute(`return await tools.$result('${executionId}')`), 'failed');
    expect(failed.error.code).toBe('execution/not-completed');
  });
});
