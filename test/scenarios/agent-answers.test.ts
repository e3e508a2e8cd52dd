import type { ExecutionId } from '@toolshed/kernel';
import { ForbiddenAnswerError, PersonOnlyError } from '@toolshed/runtime';
import { describe, expect, it } from 'vitest';
import { openJobShed } from '../support/durable/jobs.ts';
import { leftBehind } from '../support/durable/revive.ts';
import { expectStatus } from '../support/expect-status.ts';
import { openMailShed } from '../support/mail-shed.ts';
import { verifies } from '../support/verifies.ts';

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

  verifies.each('answers/person-only', [
    `{ type: 'secret', message: 'Key?' }`,
    `{ type: 'text', message: 'Name?', sensitive: true }`,
    `{ type: 'form', message: 'Who?', sensitive: true, fields: [{ type: 'string', name: 'n' }] }`,
  ])('brings no content to %s, in no action, and may refuse it', async (question) => {
    await using mail = await openMailShed({ agentsMayAnswer: true });
    const { executionId } = await mail.shed.execute(`return (await elicit(${question})).action`);
    const given = [
      { action: 'other', data: 'chosen by the agent' },
      { action: 'accept', data: 'chosen by the agent' },
      { approved: true, data: { n: 'chosen by the agent' } },
    ] as const;
    for (const answer of given)
      for (const leave of [{}, { fromAgent: true }])
        await expect(mail.shed.resume(executionId, { ...answer, by: agent }, leave)).rejects.toThrow(PersonOnlyError);
    expect(await mail.shed.secrets.list()).toHaveLength(0);
    const refused = await mail.shed.resume(executionId, { action: 'cancel', by: agent });
    expect(refused).toMatchObject({ status: 'completed', value: 'cancel' });
  });

  verifies('answers/person-only', 'says nothing of what became of a call in doubt', async () => {
    await using dying = await openJobShed();
    const { executionId: id } = await dying.shed.execute('return await tools.jobs.holdWrite({ n: 1 })');
    const resumed = dying.shed.resume(id, true);
    await dying.jobs.held;
    await using found = await openJobShed({ store: await leftBehind(dying.shed, id), wakes: false });
    await dying.shed.cancel(id);
    await resumed;
    const { paused } = expectStatus(await found.shed.wake(id), 'paused');
    expect(paused.type).toBe('in-doubt');
    const given = [
      { action: 'accept', data: { do: 'result', value: 'forged' } },
      { approved: true, data: { do: 'retry' } },
      { action: 'other', data: 'it happened' },
      { approved: false },
    ] as const;
    for (const answer of given)
      await expect(
        found.shed.resume(paused.elicitationId, { ...answer, by: agent }, { fromAgent: true }),
      ).rejects.toThrow(PersonOnlyError);
    expect((await found.shed.journal(id)).filter(({ kind }) => kind === 'answered')).toHaveLength(1);
    expect(found.jobs.done).toEqual([]);
  });
});

describe('an execution that is started', () => {
  it('is known by its id once it is on disk, before it is idle, and by the id of the first one where the key was known', async () => {
    await using mail = await openMailShed();
    const ids: ExecutionId[] = [];
    const options = { idempotencyKey: 'k', onStarted: (id: ExecutionId) => ids.push(id) };
    const first = await mail.shed.execute(`await tools.mail.send({ to: 'one' })`, options);
    const second = await mail.shed.execute(`await tools.mail.send({ to: 'one' })`, options);
    expect(second.executionId).toBe(first.executionId);
    expect(ids).toEqual([first.executionId, first.executionId]);
  });
});
