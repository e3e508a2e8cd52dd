import type { ResumeAnswer } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { openMailShed } from '../support/mail-shed.ts';
import { verifies } from '../support/verifies.ts';

const by = { principal: 'ada', kind: 'person', channel: 'web' } as const;
const ASK = `try { return await tools.mail.send({ to: 'bob' }) } catch ({ code }) { return code }`;

describe('an answer to a question whose time was up', () => {
  verifies.each<ResumeAnswer>('input/second-answer', [
    { approved: true },
    { approved: false, reason: 'wrong address' },
    { action: 'decline' },
    { action: 'cancel' },
    { action: 'denied' },
    { action: 'other', data: 'do something else' },
  ])('is refused, whatever it says: %j', async (answer) => {
    await using mail = await openMailShed({ questionsExpireInMs: 20 });
    const { executionId } = await mail.shed.execute(ASK);
    await expect.poll(async () => (await mail.shed.get(executionId)).status).toBe('completed');
    await expect(mail.shed.resume(executionId, { ...answer, by })).rejects.toMatchObject({
      code: 'elicitation/already-answered',
      answer: { action: 'expired' },
    });
    expect(JSON.stringify(await mail.shed.journal(executionId))).not.toContain('"ada"');
    expect(mail.sent).toEqual([]);
  });
});
