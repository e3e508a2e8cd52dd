import type { ExecutionId } from '@toolshed/kernel';
import { ForbiddenAnswerError } from '@toolshed/runtime';
import { describe, expect, it } from 'vitest';
import { expectStatus } from '../support/expect-status.ts';
import { openMailShed } from '../support/mail-shed.ts';

const agent = { principal: 'triage', kind: 'agent', channel: 'test' } as const;

describe('an answer of an agent', () => {
  it('is refused, unless the host leaves it this one', async () => {
    await using mail = await openMailShed();
    const { executionId } = await mail.shed.execute(
      `await tools.mail.send({ to: 'one' }); await tools.mail.send({ to: 'two' })`,
    );
    const answer = { approved: true, by: agent };
    await expect(mail.shed.resume(executionId, answer)).rejects.toThrow(ForbiddenAnswerError);
    const next = expectStatus(await mail.shed.resume(executionId, answer, { fromAgent: true }), 'paused');
    await expect(mail.shed.resume(next.paused.elicitationId, answer)).rejects.toThrow(ForbiddenAnswerError);
    expect(mail.sent).toEqual(['one']);
    const answered = (await mail.shed.journal(executionId)).filter((entry) => entry.kind === 'answered');
    expect(answered).toMatchObject([{ answer: { by: agent } }]);
  });
});

describe('an execution that is started', () => {
  it('is known by its id once it is on disk, before it rests, and by the first one’s where the key was known', async () => {
    await using mail = await openMailShed();
    const ids: ExecutionId[] = [];
    const options = { idempotencyKey: 'k', onStarted: (id: ExecutionId) => ids.push(id) };
    const first = await mail.shed.execute(`await tools.mail.send({ to: 'one' })`, options);
    const second = await mail.shed.execute(`await tools.mail.send({ to: 'one' })`, options);
    expect(second.executionId).toBe(first.executionId);
    expect(ids).toEqual([first.executionId, first.executionId]);
  });
});
