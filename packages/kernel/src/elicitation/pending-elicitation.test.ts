import { describe, expect, it } from 'vitest';
import { newElicitationId, newExecutionId } from '../ids.js';
import { PendingElicitation } from './pending-elicitation.js';

describe('PendingElicitation', () => {
  const question = {
    executionId: newExecutionId(0),
    elicitationId: newElicitationId(0),
    message: 'Send?',
    type: 'approval',
    request: { type: 'approval', message: 'Send?' },
    asker: 'gate',
    call: 1,
    session: 'default',
    labels: { team: 'core' },
    askedAt: 1_000,
  };

  it('reads a question as every list and every reply shows it', () => {
    expect(PendingElicitation.parse(question)).toEqual(question);
  });

  it('refuses a field that a question does not have', () => {
    expect(PendingElicitation.safeParse({ ...question, approved: true }).success).toBe(false);
  });
});
