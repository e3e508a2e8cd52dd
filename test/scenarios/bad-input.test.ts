import { describe, expect, it } from 'vitest';
import { expectStatus } from '../support/expect-status.ts';
import { openMailShed } from '../support/mail-shed.ts';
import { verifies } from '../support/verifies.ts';

describe('bad input', () => {
  const program = `return await tools.mail.send({ to: 'ada' })`;

  verifies('input/unknown-id', 'the id of an unknown execution or question is refused with a named error', async () => {
    await using mail = await openMailShed();
    const { shed } = mail;
    for (const id of ['exec_nothing', 'rubbish', '']) {
      await expect(shed.resume(id, true)).rejects.toMatchObject({ code: 'execution/unknown' });
      await expect(shed.get(id)).rejects.toMatchObject({ code: 'execution/unknown' });
      await expect(shed.cancel(id)).rejects.toMatchObject({ code: 'execution/unknown' });
    }
    await expect(shed.resume('elic_nothing', true)).rejects.toMatchObject({ code: 'elicitation/unknown' });
  });

  verifies(
    'input/foreign-id',
    'an answer that names a question of another execution is refused, and both stay open',
    async () => {
      await using mail = await openMailShed();
      const { shed, sent } = mail;
      const one = expectStatus(await shed.execute(program), 'paused');
      const two = expectStatus(await shed.execute(program), 'paused');
      const swapped = { approved: true, elicitationId: two.paused.elicitationId };
      await expect(shed.resume(one.executionId, swapped)).rejects.toMatchObject({ code: 'elicitation/foreign' });
      expect(sent).toEqual([]);
      expect(await shed.pending()).toHaveLength(2);
    },
  );

  verifies('input/bad-data', 'an answer that says yes and no is refused, and the question stays open', async () => {
    await using mail = await openMailShed();
    const { shed, sent } = mail;
    const { executionId } = await shed.execute(program);
    for (const given of [
      { approved: false, action: 'accept' },
      { approved: true, action: 'decline' },
      { approved: 'false', action: 'accept' },
    ]) {
      const answer = JSON.parse(JSON.stringify(given));
      await expect(shed.resume(executionId, answer)).rejects.toMatchObject({ code: 'answer/invalid' });
    }
    expect(sent).toEqual([]);
    expect(await shed.pending()).toHaveLength(1);
  });

  verifies(
    'input/second-answer',
    'a second answer has the first outcome if it is the same, and an error if it is not',
    async () => {
      await using mail = await openMailShed();
      const { shed, sent } = mail;
      const paused = expectStatus(await shed.execute(program), 'paused');
      const first = await shed.resume(paused.paused.elicitationId, true);
      const second = await shed.resume(paused.paused.elicitationId, true);
      expect({ ...second, sandbox: undefined }).toEqual({ ...first, sandbox: undefined });
      for (const id of [paused.paused.elicitationId, paused.executionId]) {
        const refusal = shed.resume(id, { approved: false, reason: 'too late' });
        await expect(refusal).rejects.toMatchObject({
          code: 'elicitation/already-answered',
          elicitationId: paused.paused.elicitationId,
          answer: { action: 'accept', by: 'host' },
        });
      }
      expect(sent).toEqual(['ada']);
    },
  );

  verifies('input/unknown-id', 'an ambiguous answer gets an error that names the open questions', async () => {
    await using mail = await openMailShed();
    const { shed } = mail;
    const paused = await shed.execute(
      `await Promise.all([tools.mail.send({ to: 'a' }), tools.mail.send({ to: 'b' })])`,
    );
    await expect(shed.resume(paused.executionId, true)).rejects.toMatchObject({
      code: 'elicitation/ambiguous',
      open: [{ message: 'Send a mail to a?' }, { message: 'Send a mail to b?' }],
    });
  });

  verifies('input/bad-data', 'an answer that does not fit names the field and leaves the question open', async () => {
    await using mail = await openMailShed();
    const { shed } = mail;
    const form = `return await elicit({ type: 'form', message: 'Who?', schema: { type: 'object', properties: { age: { type: 'integer', minimum: 0 } }, required: ['age'] } })`;
    const paused = await shed.execute(form);
    await expect(shed.resume(paused.executionId, { approved: true, data: { age: -1 } })).rejects.toMatchObject({
      code: 'answer/invalid',
      issues: [{ field: 'age' }],
    });
    const done = expectStatus(await shed.resume(paused.executionId, { approved: true, data: { age: 7 } }), 'completed');
    expect(done.value).toMatchObject({ action: 'accept', approved: true, data: { age: 7 } });
  });

  it('the answer of an agent is refused unless the host allows it', async () => {
    const by = { principal: 'triage', kind: 'agent', channel: 'mcp' } as const;
    await using strict = await openMailShed();
    const paused = await strict.shed.execute(program);
    await expect(strict.shed.resume(paused.executionId, { approved: true, by })).rejects.toMatchObject({
      code: 'answer/forbidden',
    });
    await using lax = await openMailShed({ agentsMayAnswer: true });
    const other = await lax.shed.execute(program);
    expect((await lax.shed.resume(other.executionId, { approved: true, by })).status).toBe('completed');
  });

  it('a program that is too large is refused before it starts', async () => {
    await using mail = await openMailShed({ limits: { sourceBytes: 10 } });
    await expect(mail.shed.execute('return 1234567890')).rejects.toMatchObject({ code: 'limit/source-size' });
  });
});
