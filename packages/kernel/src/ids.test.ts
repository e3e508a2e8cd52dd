import { describe, expect, it } from 'vitest';
import { ElicitationId, ExecutionId, GrantId, newElicitationId, newExecutionId, newGrantId, newSeed } from './ids.js';

describe('ids', () => {
  it('carry the prefix of what they name', () => {
    expect(newExecutionId()).toMatch(/^exec_/);
    expect(newElicitationId()).toMatch(/^elic_/);
    expect(newGrantId()).toMatch(/^grant_/);
  });

  it('are never minted twice and hold at least 128 random bits', () => {
    const minted = Array.from({ length: 1_000 }, () => newExecutionId());
    expect(new Set(minted).size).toBe(minted.length);
    expect(newSeed().length * Math.log2(64)).toBeGreaterThanOrEqual(128);
  });

  it('of one kind are refused as another', () => {
    expect(ExecutionId.safeParse(newElicitationId()).success).toBe(false);
    expect(ElicitationId.safeParse(newExecutionId()).success).toBe(false);
    expect(GrantId.safeParse(newExecutionId()).success).toBe(false);
  });

  it.each(['', 'exec_', 'exec_a b', 'exec_a\n', ' exec_a', 'EXEC_a', `exec_${'a'.repeat(65)}`, 'exec_é'])(
    'of executions are not %j',
    (text) => {
      expect(ExecutionId.safeParse(text).success).toBe(false);
    },
  );
});
