import { describe, expect, it } from 'vitest';
import { newExecutionId } from '../ids.js';
import { JournalConflictError } from './journal-store.js';

describe('JournalConflictError', () => {
  it('says which entry of which execution', () => {
    const execution = newExecutionId(0);
    expect(new JournalConflictError(execution, 4)).toMatchObject({
      executionId: execution,
      seq: 4,
      message: `Cannot append entry 4 of ${execution}: another writer already did`,
    });
  });
});
