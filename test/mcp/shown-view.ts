// An execution as a reply of our MCP tools has it: one JSON text.

import { expect } from 'vitest';
import { z } from 'zod';

const Reply = z.looseObject({ content: z.array(z.looseObject({ text: z.string().optional() })).optional() });

/** Of a reply that is about an execution; undefined for a refusal, which is words. */
export function viewIn(reply: unknown): Record<string, unknown> | undefined {
  const [first] = Reply.safeParse(reply).data?.content ?? [];
  if (first?.text === undefined || !first.text.startsWith('{')) return undefined;
  return z.record(z.string(), z.unknown()).parse(JSON.parse(first.text));
}

/** The first text of a reply. */
export const textIn = (reply: unknown): string => Reply.safeParse(reply).data?.content?.[0]?.text ?? '';

/** Matches a reply whose execution matches `view`. */
export const showing = (view: object): { readonly content: unknown } => ({
  content: expect.toSatisfy(
    (content: unknown) => {
      const shown = viewIn({ content });
      if (shown === undefined) return false;
      expect(shown).toMatchObject(view);
      return true;
    },
    `content that shows ${JSON.stringify(view)}`,
  ),
});
