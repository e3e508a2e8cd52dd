import { describe, expect, it } from 'vitest';
import {
  ElicitationId,
  ExecutionId,
  GrantId,
  newElicitationId,
  newExecutionId,
  newGrantId,
  newSeed,
  timePrefix,
} from './ids.js';

describe('ids', () => {
  it('carry the prefix of what they name', () => {
    expect(newExecutionId(0)).toMatch(/^exec_/);
    expect(newElicitationId(0)).toMatch(/^elic_/);
    expect(newGrantId(0)).toMatch(/^grant_/);
  });

  it('are never minted twice and hold at least 128 random bits', () => {
    const minted = Array.from({ length: 1_000 }, () => newExecutionId(0));
    expect(new Set(minted).size).toBe(minted.length);
    expect(newSeed().length * Math.log2(64)).toBeGreaterThanOrEqual(128);
  });

  it('sort by the time they were made, byte by byte', () => {
    const times = [0, 35, 36, 1_794_960_000_000, 1_794_960_000_001, 36 ** 8 - 1, 36 ** 8, 36 ** 9 - 1];
    for (const make of [newExecutionId, newElicitationId, newGrantId]) {
      // Ids are ASCII, so code units are bytes.
      const made = times.map((at): string => make(at));
      expect([...made].sort()).toEqual(made);
    }
  });

  it('ids of one millisecond differ in at least 96 random bits', () => {
    const minted = Array.from({ length: 1_000 }, () => newElicitationId(1_794_960_000_000));
    expect(new Set(minted).size).toBe(minted.length);
    const [first = ''] = minted;
    const random = first.length - `elic_${timePrefix(0)}`.length;
    expect(random * Math.log2(64)).toBeGreaterThanOrEqual(96);
    expect(new Set(minted.map((id) => id.slice(-random))).size).toBe(minted.length);
  });

  it.each([-1, 36 ** 9, 1.5, Number.POSITIVE_INFINITY])('are valid at the time %d', (at) => {
    expect(ExecutionId.safeParse(newExecutionId(at)).success).toBe(true);
    expect(timePrefix(at)).toHaveLength(9);
  });

  it('older ids that do not begin with a time stay valid', () => {
    expect(ExecutionId.parse('exec_2rUbndJOdSyvYKO7jLwJKR')).toBe('exec_2rUbndJOdSyvYKO7jLwJKR');
    expect(ElicitationId.parse('elic_6555cdfd6944f89072558f1bee30190f')).toMatch(/^elic_/);
  });

  it('ids of one kind are refused as another', () => {
    expect(ExecutionId.safeParse(newElicitationId(0)).success).toBe(false);
    expect(ElicitationId.safeParse(newExecutionId(0)).success).toBe(false);
    expect(GrantId.safeParse(newExecutionId(0)).success).toBe(false);
  });

  it.each(['', 'exec_', 'exec_a b', 'exec_a\n', ' exec_a', 'EXEC_a', `exec_${'a'.repeat(65)}`, 'exec_é'])(
    'the id of an execution is not %j',
    (text) => {
      expect(ExecutionId.safeParse(text).success).toBe(false);
    },
  );
});
