import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { asDocumented } from './argument-spelling.js';

const Input = z.strictObject({ execution_id: z.string(), elicitation_id: z.string().optional() });

describe('asDocumented', () => {
  it.each<[object, object]>([
    [{ execution_id: 'e' }, { execution_id: 'e' }],
    [
      { executionId: 'e', elicitationId: 'q' },
      { execution_id: 'e', elicitation_id: 'q' },
    ],
    [{ executionId: 'e', execution_id: 'e' }, { execution_id: 'e' }],
    [{ executionID: 'e' }, { executionID: 'e' }],
  ])('reads %j', (given, args) => {
    expect(asDocumented(Input, { ...given })).toEqual({ kind: 'read', args });
  });

  it('refuses two that differ', () => {
    expect(asDocumented(Input, { executionId: 'e', execution_id: 'f' })).toEqual({
      kind: 'refused',
      problem: '"execution_id" and "executionId" name the same argument and have different values; give one of them',
    });
  });

  it('leaves a tool alone that has the other name, or none', () => {
    const args = { elicitationId: 'q' };
    expect(asDocumented(z.strictObject({ elicitationId: z.string() }), args)).toEqual({ kind: 'read', args });
    expect(asDocumented(z.strictObject({}), args)).toEqual({ kind: 'read', args });
  });
});
