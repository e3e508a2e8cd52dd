import { describe, expect, it } from 'vitest';
import { newElicitationId, newExecutionId } from '../ids.js';
import { JournalConflictError, OpenQuestion } from './journal-store.js';

describe('OpenQuestion', () => {
  const question = {
    elicitation: newElicitationId(),
    execution: newExecutionId(),
    session: 'default',
    labels: { team: 'core' },
    call: 1,
    request: { type: 'approval', message: 'Send?' },
    asker: 'gate',
    askedAt: 1_000,
  };

  it('reads what a list shows', () => {
    expect(OpenQuestion.parse(question)).toEqual(question);
  });

  it('refuses what it does not know', () => {
    expect(OpenQuestion.safeParse({ ...question, approved: true }).success).toBe(false);
  });
});

describe('JournalConflictError', () => {
  it('says which entry of which execution', () => {
    const execution = newExecutionId();
    expect(new JournalConflictError(execution, 4)).toMatchObject({
      execution,
      seq: 4,
      message: `Cannot append entry 4 of ${execution}: another writer already did`,
    });
  });
});
