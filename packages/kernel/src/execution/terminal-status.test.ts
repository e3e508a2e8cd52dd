import { describe, expect, it } from 'vitest';
import { ExecutionSummary } from './execution-summary.js';
import { isTerminalOrDamaged, isTerminalStatus, TERMINAL_STATUSES } from './terminal-status.js';

const STATUSES = ExecutionSummary.shape.status.options;

describe('a terminal status', () => {
  it('is one of an execution that has completed, failed or was cancelled', () => {
    expect(STATUSES.filter(isTerminalStatus)).toEqual(TERMINAL_STATUSES);
  });

  it('is not that of an execution whose journal cannot be read, though nothing drives that again either', () => {
    expect(STATUSES.filter(isTerminalOrDamaged)).toEqual([...TERMINAL_STATUSES, 'damaged']);
  });
});
