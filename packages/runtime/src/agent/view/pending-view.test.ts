import { ElicitationId, type ElicitationRequest, ExecutionId, type PendingElicitation } from '@toolshed/kernel';
import { describe, expect, it } from 'vitest';
import { pendingView } from './pending-view.js';

const questionOf = (request: ElicitationRequest, asker: PendingElicitation['asker']): PendingElicitation => ({
  executionId: ExecutionId.parse('exec_1'),
  elicitationId: ElicitationId.parse('elic_1'),
  message: request.message,
  type: request.type,
  asker,
  request,
  session: 'default',
  labels: {},
  call: 1,
  askedAt: 0,
});

describe('a question as an agent reads it', () => {
  it('lists no action for a call in doubt, which only a person answers', () => {
    const view = pendingView(questionOf({ type: 'in-doubt', message: 'm', attempt: 1 }, 'in-doubt'), [], undefined);
    expect(view.actions).toEqual([]);
  });

  it('lists what an agent may pass on for the others', () => {
    const view = pendingView(questionOf({ type: 'text', message: 'm' }, 'program'), [], undefined);
    expect(view.actions).toEqual(['accept', 'decline', 'cancel', 'other']);
  });
});
