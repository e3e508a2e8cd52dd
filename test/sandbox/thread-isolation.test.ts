import { setTimeout } from 'node:timers/promises';
import { defineTool } from '@toolshed/kernel';
import { openToolshed } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { expectStatus } from '../support/expect-status.ts';
import { verifies } from '../support/verifies.ts';

describe('isolation "thread"', () => {
  verifies.each('sandbox/thread-trust', [{}, { trusted: false }])(
    'is refused for programs nobody vouches for: %j',
    async (options) => {
      await expect(openToolshed({ tools: [], store: 'memory', isolation: 'thread', ...options })).rejects.toMatchObject(
        {
          code: 'sandbox/untrusted-thread',
        },
      );
    },
  );

  verifies(
    'sandbox/fair',
    'has so many isolates and no more, and continues with programs that gave theirs up',
    async () => {
      const released = Promise.withResolvers<void>();
      let ran = 0;
      const slow = defineTool({
        path: 'slow.wait',
        description: 'Waits until the test lets it continue',
        input: z.object({ n: z.number() }),
        destructive: false,
        handler: async (_, { n }) => {
          ran++;
          await released.promise;
          return n;
        },
      });
      await using shed = await openToolshed({
        tools: [slow],
        store: 'memory',
        isolation: 'thread',
        trusted: true,
        capacity: { programsInThread: 4 },
      });
      const running = Array.from({ length: 10 }, (_, n) =>
        shed.execute(`return await tools.slow.wait({ n: ${n} })`, { session: `session ${n % 3}` }),
      );
      while (ran < 4) await setTimeout(1);
      // The others get their isolates only by taking those of programs that wait.
      expect(ran).toBe(4);
      while (ran < 10) await setTimeout(5);
      released.resolve();
      const values = (await Promise.all(running)).map((result) => expectStatus(result, 'completed').value);
      expect(values).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
      expect(ran).toBe(10);
    },
  );
});
