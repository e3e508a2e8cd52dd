// Responses name the question they answer. What an older version started continues with what it was given before.

import type { ExecutionId, JournalEntry } from '@toolshed/kernel';
import type { Toolshed } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { CALL, firstQuestion, openAskingShed } from '../support/asking-shed.ts';
import { storeWith } from '../support/durable/revive.ts';
import { expectStatus } from '../support/expect-status.ts';
import { verifies } from '../support/verifies.ts';

const PROGRAM = `const response = await elicit({ type: 'text', message: 'Who?' }); return Object.entries(response)`;

/** The journal as a version wrote it that knew nothing of this. */
async function asBefore(shed: Toolshed, id: ExecutionId): Promise<readonly JournalEntry[]> {
  return (await shed.journal(id)).map((entry) => {
    if (entry.kind !== 'started') return entry;
    const { namesQuestions: _, ...older } = entry;
    return older;
  });
}

describe('a response', () => {
  verifies('elicit/names-question', 'names its question, to programs and to handlers', async () => {
    await using shed = await openAskingShed((context) => context.elicit({ type: 'text', message: 'Who?' }));
    for (const program of [CALL, `return await elicit({ type: 'text', message: 'Who?' })`]) {
      const { executionId, elicitationId } = await firstQuestion(shed, program);
      const done = await shed.resume(elicitationId, { approved: true, data: 'ada' });
      expect(done).toMatchObject({ value: { executionId, elicitationId, action: 'accept', content: 'ada' } });
    }
  });

  verifies('elicit/names-question', 'is what it was where an older version started the execution', async () => {
    await using first = await openAskingShed(() => undefined);
    const { executionId } = await firstQuestion(first, PROGRAM);
    const store = await storeWith(executionId, await asBefore(first, executionId));
    await using second = await openAskingShed(() => undefined, { store });
    const done = expectStatus(await second.resume(executionId, { approved: true, data: 'ada' }), 'completed');
    expect(Object.fromEntries(Object(done.value))).toEqual({
      executionId,
      approved: true,
      data: 'ada',
      content: 'ada',
      action: 'accept',
    });
  });

  verifies(
    'elicit/names-question',
    'lets a handler of an older execution ask what it asked before, whatever it makes of responses',
    async () => {
      const handler = async (context: Parameters<Parameters<typeof openAskingShed>[0]>[0]): Promise<unknown> => {
        const who = await context.elicit({ type: 'text', message: 'Who?' });
        return (await context.elicit({ type: 'text', message: `Sure? ${Object.keys(who).join()}` })).content;
      };
      await using first = await openAskingShed(handler);
      const { executionId, elicitationId } = await firstQuestion(first);
      const asked = expectStatus(await first.resume(elicitationId, { approved: true, data: 'ada' }), 'paused');
      expect(asked.paused.message).toContain('elicitationId');
      const journal = await asBefore(first, executionId);
      const answered = journal.findIndex(({ kind }) => kind === 'answered');
      const store = await storeWith(executionId, journal.slice(0, answered + 1));
      await using second = await openAskingShed(handler, { store });
      const { paused } = expectStatus(await second.wake(executionId), 'paused');
      expect(paused.message).toBe('Sure? executionId,approved,data,content,action,reason');
    },
  );
});
