import { describe, expect, it } from 'vitest';
import { type ExecutionStatus, isTerminal } from './execution-state.js';

describe('isTerminal', () => {
  it.each<[ExecutionStatus, boolean]>([
    [{ kind: 'running' }, false],
    [{ kind: 'paused', wakeAt: undefined }, false],
    [{ kind: 'sleeping', wakeAt: 1 }, false],
    [{ kind: 'completed', value: undefined }, true],
    [{ kind: 'failed', error: { code: 'a/b', message: 'm' } }, true],
    [{ kind: 'cancelled', reason: undefined }, true],
  ])('whether %j is terminal is %s', (status, expected) => {
    expect(isTerminal(status)).toBe(expected);
  });
});
