import { createToolCatalog, decide, defineTool, Rule, toolPath } from '@toolshed/kernel';
import { joinSegments, matchesPattern, signatureOf, PathPattern } from '@toolshed/kernel/runtime';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { openMailShed } from '../support/mail-shed.ts';
import { expectStatus } from '../support/expect-status.ts';
import { verifies } from '../support/verifies.ts';

describe('the kernel, through its public surface', () => {
  verifies(
    'kernel/paths',
    'joins no segments that have dots; a path in one piece is the tool of that path, at the same gate',
    async () => {
      expect(joinSegments(['github.issues', 'create'])).toBeUndefined();
      await using mail = await openMailShed();
      const { paused } = expectStatus(await mail.shed.execute(`await tools['mail.send']({ to: 'x' })`), 'paused');
      expect(paused.toolPath).toBe('mail.send');
    },
  );

  verifies('kernel/policy', 'matches whole segments and lets the strictest rule win', () => {
    const matches = (pattern: string, path: string): boolean =>
      matchesPattern(PathPattern.parse(pattern), toolPath(path));
    expect(matches('a.b', 'a.b')).toBe(true);
    expect(matches('a.b', 'a.bc')).toBe(false);
    expect(matches('a.*', 'a.b.c')).toBe(false);
    expect(matches('a.**', 'a.b.c')).toBe(true);
    const rules = [
      { pattern: 'mail.**', verdict: 'deny' },
      { pattern: 'mail.send', verdict: 'allow' },
    ].map((rule) => Rule.parse(rule));
    const caller = { session: 's', agent: undefined, executionId: undefined };
    for (const order of [rules, rules.toReversed()]) {
      expect(
        decide({ path: toolPath('mail.send'), isDestructive: true, caller, rules: order, grants: [], now: 0 }).kind,
      ).toBe('deny');
    }
  });

  verifies('kernel/signatures', 'writes signatures from schemas', () => {
    const tool = defineTool({
      path: 'notes.find',
      description: 'Find notes',
      input: z.object({ words: z.array(z.string()), limit: z.int().optional() }),
      output: z.array(z.object({ path: z.string(), kind: z.enum(['note', 'list']) })),
      destructive: false,
      handler: () => [],
    });
    expect(createToolCatalog([tool]).search('find notes').map(signatureOf)).toEqual([
      'notes.find(args: { words: string[]; limit?: number }): Promise<{ path: string; kind: "note" | "list" }[]>',
    ]);
  });
});
