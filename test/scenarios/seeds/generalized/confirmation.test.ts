// Confirmations beside elicitations: what each is for, what it shows and what comes of it.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MailShed, openMailShed } from '../../../support/mail-shed.ts';
import { expectStatus } from '../../../support/expect-status.ts';
import { untilEntry } from '../../../support/durable/until.ts';
import { verifies } from '../../../support/verifies.ts';
import { shows } from '../shows.ts';

const SEND = `return await tools.mail.send({ to: 'ada' }).then(() => 'sent', ({ name, code }) => ({ name, code }))`;

describe('a confirmation', () => {
  let mail: MailShed;
  beforeAll(async () => {
    mail = await openMailShed();
  });
  afterAll(() => mail[Symbol.asyncDispose]());

  verifies('edit/runs', 'approves, skips or edits the run of a tool', async () => {
    const first = expectStatus(await mail.shed.execute(SEND), 'paused');
    shows('versus/tool-details', first.paused).toMatchObject({
      toolPath: 'mail.send',
      message: 'Send a mail to ada?',
      args: { to: 'ada' },
    });
    await mail.shed.resume(first.executionId, true);
    shows('versus/approve', mail.sent).toEqual(['ada']);
    const second = await mail.shed.execute(SEND);
    const skipped = expectStatus(await mail.shed.resume(second.executionId, false), 'completed').value;
    shows('versus/skip', mail.sent).toEqual(['ada']);
    const third = await mail.shed.execute(SEND);
    const args = { to: 'bob', subject: 'x' };
    const edited = await mail.shed.resume(third.executionId, { approved: true, args });
    shows('versus/edit', mail.sent).toEqual(['ada', 'bob']);
    shows('versus/yes-no-edit', edited.calls).toMatchObject([{ isEdited: true }]);

    const { executionId } = await mail.shed.execute(`return await elicit({ type: 'text', prompt: 'Name?' })`);
    const declined = expectStatus(await mail.shed.resume(executionId, false), 'completed').value;
    shows('versus/results', [skipped, declined]).toMatchObject([
      { name: 'ToolDeniedError', code: 'tool/declined' },
      { action: 'decline', approved: false },
    ]);
  });

  it('is not what collects information, for which there are other types', async () => {
    const types = ['text', 'choice', 'multi_choice', 'secret', 'confirmation', 'form'];
    const asks = types.map((type) => ({
      type,
      prompt: 'Well?',
      ...(type.includes('choice') ? { options: ['a'] } : {}),
    }));
    const program = `await Promise.all(${JSON.stringify(asks)}.map((spec) => elicit(spec)))`;
    const { pending } = expectStatus(await mail.shed.execute(program), 'paused');
    shows(
      'versus/types',
      pending.map(({ type }) => type),
    ).toEqual(types);
    shows(
      'versus/collects',
      pending.every(({ asker, toolPath }) => asker === 'program' && !toolPath),
    ).toBe(true);
    shows(
      'compared/all',
      types.filter((type) => !pending.some((one) => one.type === type)),
    ).toEqual([]);
    shows('server/unique-id', new Set(pending.map(({ elicitationId }) => elicitationId)).size).toBe(types.length);
  });

  verifies('durable/expiry', 'a time limit can be set for a confirmation and for any other question', async () => {
    const completed = untilEntry(mail.shed, 'completed');
    const { executionId } = await mail.shed.execute(
      `return await elicit({ type: 'text', prompt: 'Name?', expiresInMs: 50 })`,
    );
    await completed;
    const late = await mail.shed.get(executionId);
    shows('open/request-timeout', late).toMatchObject({ value: { action: 'expired' } });
    shows('server/timeout', late).toMatchObject({ value: { approved: false } });
    expect(await mail.shed.pending({ executionId })).toEqual([]);
  });
});
