// Calls and results that somebody made to cost the host: others are served meanwhile, and what nobody could read is refused.

import { defineTool } from '@toolshed/kernel';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { expectStatus } from '../support/expect-status.ts';
import { openInThread } from '../support/open-in-thread.ts';
import { verifies } from '../support/verifies.ts';

const CHECK_MS = 15;

function spin(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

/** A nested list. */
const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

describe('what a call costs the host', () => {
  verifies(
    'security/text-cost',
    'keeps nobody waiting for the other calls of its step, and changes no order',
    async () => {
      let turn = 0;
      const seen: number[] = [];
      const input = z.object({ n: z.int() });
      const check = (): void => {
        seen.push(turn);
        spin(CHECK_MS);
      };
      const read = defineTool({
        path: 'cost.read',
        description: 'read',
        input,
        destructive: false,
        check,
        handler: (_, { n }) => n,
      });
      await using shed = await openInThread({ tools: [read], store: 'memory' });
      const counting = setInterval(() => turn++, 0);
      try {
        const program = `return await Promise.all(Array.from({ length: 10 }, (_, n) => tools.cost.read({ n })))`;
        expect(expectStatus(await shed.execute(program), 'completed').value).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
      } finally {
        clearInterval(counting);
      }
      expect(seen).toHaveLength(10);
      expect(new Set(seen).size).toBeGreaterThan(2);
    },
  );

  verifies('security/text-cost', 'is not that of a result too deep for its readers', async () => {
    const depth = z.object({ depth: z.int() });
    const read = defineTool({
      path: 'deep.read',
      description: 'read',
      input: depth,
      destructive: false,
      handler: (_, args) => nested(args.depth),
    });
    await using shed = await openInThread({ tools: [read], store: 'memory' });
    const program = (levels: number): string =>
      `try { return (await tools.deep.read({ depth: ${levels} })).length } catch (error) { return error.code + ': ' + error.message }`;
    expect(await shed.execute(program(512))).toMatchObject({ value: 1 });
    const refused = 'tool/invalid-result: Cannot use the result of deep.read: it is nested deeper than 512 levels';
    expect(await shed.execute(program(513))).toMatchObject({ value: refused });
  });
});
