// Ids that are the same for the same call, so that what is dispatched twice is asked once.

import { deterministicId } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { defineTool } from '@toolshed/kernel';
import { z } from 'zod';
import { storeWith } from '../../../support/durable/revive.ts';
import { expectStatus } from '../../../support/expect-status.ts';
import { verifies } from '../../../support/verifies.ts';
import { shows } from '../shows.ts';
import { openInThread } from '../../../support/open-in-thread.ts';

const ask = defineTool({
  path: 'app.run',
  description: 'Asks',
  input: z.object({}),
  destructive: false,
  handler: (ctx) => Promise.all([ctx.elicit({ message: 'One?' }), ctx.elicit({ message: 'Two?' })]),
});

describe('the id of a question', () => {
  verifies('elicit/ids', 'can be made by a host from the session, the call and what is asked', () => {
    const question = { message: 'Sure?' };
    const id = deterministicId('chat', 7, question);
    shows('ids/public', id).toMatch(/^call_/);
    shows('ids/same-call', deterministicId('chat', 7, { ...question })).toBe(id);
    const others = [
      deterministicId('other', 7, question),
      deterministicId('chat', 8, question),
      deterministicId('chat', 7, { message: 'Really?' }),
    ];
    shows('ids/content', others).not.toContain(id);
    expect(new Set(others).size).toBe(3);
    const unique = [1, 2, 3].map(() => deterministicId('chat', undefined, question));
    shows('ids/no-call', new Set(unique).size).toBe(3);
  });

  verifies(
    'elicit/ids',
    'is the same when the call is dispatched again, in this process or in another after a crash',
    async () => {
      await using shed = await openInThread({ tools: [ask], store: 'memory' });
      const program = 'return await tools.app.run({})';
      const idempotencyKey = deterministicId('default', 'request 1', program);
      const first = expectStatus(await shed.execute(program, { idempotencyKey }), 'paused');
      const second = expectStatus(await shed.execute(program, { idempotencyKey }), 'paused');
      const idsOf = ({ pending }: typeof first) => pending.map(({ elicitationId }) => elicitationId);
      shows('ids/duplicates', idsOf(second)).toEqual(idsOf(first));
      expect(new Set(idsOf(first)).size).toBe(2);
      expect(await shed.pending()).toHaveLength(2);

      const journal = await shed.journal(first.executionId);
      const lost = journal.slice(
        0,
        journal.findIndex(({ kind }) => kind === 'asked'),
      );
      await using revived = await openInThread({ tools: [ask], store: await storeWith(first.executionId, lost) });
      const again = expectStatus(await revived.wake(first.executionId), 'paused');
      expect(idsOf(again)).toEqual(idsOf(first));
    },
  );
});
