import { setTimeout } from 'node:timers/promises';
import { defineTool } from '@toolshed/kernel';
import type { OpenOptions, Toolshed } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { expectStatus } from '../support/expect-status.ts';
import { verifies } from '../support/verifies.ts';
import { openInThread } from '../support/open-in-thread.ts';

const wipe = defineTool({
  path: 'disk.wipe',
  description: 'Destroys',
  input: z.object({}),
  destructive: true,
  handler: () => 'wiped',
});
const wait = defineTool({
  path: 'slow.wait',
  description: 'Waits until its execution is cancelled',
  input: z.object({}),
  destructive: false,
  handler: ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
});

const open = (options: Partial<OpenOptions>): Promise<Toolshed> =>
  openInThread({ tools: [wipe, wait], store: 'memory', ...options });

const ASK = 'return await tools.disk.wipe({}).catch(({ code }) => code)';
const ASK_ITSELF = "return await elicit({ type: 'approval', message: 'May I?' }).catch(({ code }) => code)";

describe('open questions of a session', () => {
  verifies.each('quota/questions', [ASK, ASK_ITSELF])(
    'are limited, and answering one makes room: %s',
    async (program) => {
      await using shed = await open({ quotas: { openQuestions: 3 } });
      const results = await Promise.all(Array.from({ length: 8 }, () => shed.execute(program, { session: 'greedy' })));
      const paused = results.filter(({ status }) => status === 'paused');
      expect(paused).toHaveLength(3);
      for (const result of results.filter((one) => !paused.includes(one)))
        expect(expectStatus(result, 'completed').value).toBe('limit/open-questions');
      expect(await shed.pending({ session: 'greedy' })).toHaveLength(3);
      expectStatus(await shed.execute(program, { session: 'polite' }), 'paused');

      const [first] = paused;
      await shed.resume(first?.executionId ?? '', true);
      expectStatus(await shed.execute(program, { session: 'greedy' }), 'paused');
    },
  );

  verifies('quota/questions', 'count by execution, so that one program that asks much uses it up as well', async () => {
    await using shed = await open({ quotas: { openQuestions: 3 } });
    const program = 'return await Promise.allSettled(Array.from({ length: 6 }, () => tools.disk.wipe({})))';
    const { executionId } = expectStatus(await shed.execute(program), 'paused');
    expect(await shed.pending()).toHaveLength(3);
    await shed.cancel(executionId);
    expectStatus(await shed.execute(ASK), 'paused');
  });

  verifies(
    'quota/questions',
    'are limited for each agent in a session, so that one leaves room for another',
    async () => {
      await using shed = await open({ quotas: { openQuestions: 3, openQuestionsPerAgent: 2 } });
      const ask = (agent: string) => shed.execute(ASK, { session: 'shared', agent });
      expect(
        (await Promise.all([ask('a'), ask('a'), ask('a')])).filter(({ status }) => status === 'paused'),
      ).toHaveLength(2);
      expectStatus(await ask('b'), 'paused');
      expect(expectStatus(await ask('b'), 'completed').value).toBe('limit/open-questions');
    },
  );
});

describe('live executions of a session', () => {
  verifies(
    'quota/executions',
    'are limited, for the session and for each agent in it, before anything is written',
    async () => {
      await using shed = await open({ quotas: { liveExecutions: 3, liveExecutionsPerAgent: 2 } });
      const start = (agent?: string) =>
        shed.start('await tools.slow.wait({})', { session: 'greedy', ...(agent === undefined ? {} : { agent }) });
      const ids = [await start('a'), await start('a')];
      await expect(start('a')).rejects.toMatchObject({ code: 'limit/live-executions' });
      ids.push(await start('b'));
      await expect(start()).rejects.toMatchObject({ code: 'limit/live-executions' });
      expectStatus(await shed.execute('return 1', { session: 'polite' }), 'completed');
      expect(await shed.list({ session: 'greedy' })).toHaveLength(3);
      const [first] = ids;
      await shed.cancel(first ?? '');
      ids.push(await start());
      await Promise.all(ids.map((id) => shed.cancel(id)));
    },
  );
});

describe('a start', () => {
  verifies('quota/start-acknowledged', 'is acknowledged before a worker has a place for it', async () => {
    await using shed = await open({
      isolation: 'process',
      limits: { cpuMs: 1_500 },
      capacity: { workers: 2, workersPerSession: 1, programsPerWorker: 1 },
    });
    const busy = await shed.start('for (;;);');
    const queued = await Promise.all([shed.start('return 1'), shed.start('return 2')]);
    // Each is known, while the first has not ended.
    expect((await shed.get(busy)).status).toBe('running');
    expect((await shed.list({ status: ['running'] })).map(({ id }) => id).toSorted()).toEqual(
      [busy, ...queued].toSorted(),
    );
    const values: unknown[] = [];
    for (const id of queued) {
      while ((await shed.get(id)).status === 'running') await setTimeout(10);
      values.push(expectStatus(await shed.get(id), 'completed').value);
    }
    expect(values).toEqual([1, 2]);
    expect(expectStatus(await shed.get(busy), 'failed').error.code).toBe('limit/cpu');
  });

  verifies(
    'quota/start-acknowledged',
    'a start with a known key gives the earlier id, even while the program still computes',
    async () => {
      await using shed = await open({ limits: { cpuMs: 300 } });
      const first = await shed.start('for (;;);', { idempotencyKey: 'key' });
      expect(await shed.start('for (;;);', { idempotencyKey: 'key' })).toBe(first);
      expect(await shed.list()).toHaveLength(1);
    },
  );
});
