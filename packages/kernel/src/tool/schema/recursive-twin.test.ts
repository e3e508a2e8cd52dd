import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { strictTwin } from './strict-twin.js';

describe('the strict twin of a schema', () => {
  it('is not made where a schema is part of itself and has members to choose from: each level would try them all', () => {
    const kinds = z.union([z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b') })]);
    const both: z.ZodType = z.lazy(() => z.object({ children: z.array(both) }).and(kinds));
    const one: z.ZodType = z.lazy(() =>
      z.union([z.object({ in: one.optional() }), z.object({ in: one, b: z.number() })]),
    );
    expect([strictTwin(both), strictTwin(one), strictTwin(z.json())]).toEqual([undefined, undefined, undefined]);
  });

  it('is made of one that is part of itself and has nothing to choose', () => {
    const tree = z.object({
      name: z.string(),
      get children() {
        return z.array(tree).optional();
      },
    });
    const twin = strictTwin(tree);
    expect(twin?.parse({ name: 'a', children: [{ name: 'b' }] }).kind).toBe('whole');
    expect(twin?.parse({ name: 'a', children: [{ name: 'b', size: 1 }] }).kind).toBe('refused');
  });
});
