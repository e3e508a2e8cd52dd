import { describe, expect } from 'vitest';
import { expectStatus } from '../support/expect-status.ts';
import { openMailShed } from '../support/mail-shed.ts';
import { newStoreFolder } from '../support/open-stores.ts';
import { person } from '../support/policy/people.ts';
import { verifies } from '../support/verifies.ts';

const PROGRAM = `
  const outcome = (call) => call.then((done) => done.sent, (error) => error.code);
  return await Promise.all(['a', 'b', 'c'].map((to) => outcome(tools.mail.send({ to }))));`;

describe('several answers at once', () => {
  verifies(
    'batch/partial',
    'are written together, each with its own word, and let what they answer continue',
    async () => {
      await using mail = await openMailShed();
      const { shed, sent } = mail;
      const paused = expectStatus(await shed.execute(PROGRAM), 'paused');
      const [a = '', b = '', c = ''] = paused.pending.map(({ elicitationId }) => elicitationId);
      const answers = {
        [a]: { approved: true },
        [b]: { approved: false, reason: 'not b', by: person('grace') },
      };
      const half = expectStatus(await shed.resume(paused.executionId, { answers, by: person('ada') }), 'paused');
      expect(half.pending.map(({ elicitationId }) => elicitationId)).toEqual([c]);
      expect(sent).toEqual(['a']);

      const answered = (await shed.journal(paused.executionId)).filter(({ kind }) => kind === 'answered');
      expect(answered.map((entry) => entry.kind === 'answered' && entry.answer)).toMatchObject([
        { action: 'accept', by: { principal: 'ada' } },
        { action: 'decline', reason: 'not b', by: { principal: 'grace' } },
      ]);
      expect(new Set(answered.map(({ at }) => at)).size).toBe(1);
      const done = await shed.resume(c, true);
      expect(expectStatus(done, 'completed').value).toEqual(['a', 'tool/declined', 'c']);
    },
  );

  verifies('batch/all-or-nothing', 'are refused as a whole if one of them is', async () => {
    await using mail = await openMailShed();
    const { shed, sent } = mail;
    const paused = expectStatus(await shed.execute(PROGRAM), 'paused');
    const [a = '', b = ''] = paused.pending.map(({ elicitationId }) => elicitationId);
    const before = await shed.journal(paused.executionId);
    const attempt = (second: object) =>
      shed.resume(paused.executionId, { answers: { [a]: { approved: true }, [b]: { approved: true, ...second } } });
    await expect(attempt({ args: { to: 5 } })).rejects.toMatchObject({ code: 'answer/invalid' });
    const by = { principal: 'bot', kind: 'agent', channel: 'library' } as const;
    await expect(attempt({ by })).rejects.toMatchObject({ code: 'answer/forbidden' });
    const other = expectStatus(await shed.execute(PROGRAM), 'paused');
    const foreign = { answers: { [a]: { approved: true }, [other.paused.elicitationId]: { approved: true } } };
    await expect(shed.resume(paused.executionId, foreign)).rejects.toMatchObject({ code: 'elicitation/foreign' });
    const unknown = { answers: { [a]: { approved: true }, elic_nothing: { approved: true } } };
    await expect(shed.resume(paused.executionId, unknown)).rejects.toMatchObject({ code: 'elicitation/unknown' });
    expect(await shed.journal(paused.executionId)).toEqual(before);
    expect(sent).toEqual([]);
  });

  verifies('batch/all-or-nothing', 'sent twice, to two hosts of one store, are one answer each', async () => {
    using folder = newStoreFolder();
    await using one = await openMailShed({ store: { sqlite: folder.file }, wakes: false, maxWarm: 0 });
    await using two = await openMailShed({ store: { sqlite: folder.file }, wakes: false });
    const paused = expectStatus(await one.shed.execute(PROGRAM), 'paused');
    const answers = Object.fromEntries(
      paused.pending.slice(0, 2).map(({ elicitationId }) => [elicitationId, { approved: true }]),
    );
    const replies = await Promise.all([one, two].map(({ shed }) => shed.resume(paused.executionId, { answers })));
    for (const reply of replies) expect(expectStatus(reply, 'paused').pending).toHaveLength(1);
    expect([...one.sent, ...two.sent].toSorted()).toEqual(['a', 'b']);
  });

  verifies('batch/partial', 'answers approve only where they say true', async () => {
    await using mail = await openMailShed();
    const paused = expectStatus(await mail.shed.execute(PROGRAM), 'paused');
    const said = JSON.parse(`{ "${paused.paused.elicitationId}": { "approved": "false" } }`);
    await expect(mail.shed.resume(paused.executionId, { answers: said })).rejects.toMatchObject({
      issues: [{ field: `answers.${paused.paused.elicitationId}.approved` }],
    });
    expect(await mail.shed.pending()).toHaveLength(3);
    expect(mail.sent).toEqual([]);
  });

  verifies('batch/partial', 'may each be remembered', async () => {
    await using mail = await openMailShed();
    const { shed } = mail;
    const paused = expectStatus(await shed.execute(PROGRAM, { session: 's' }), 'paused');
    const { elicitationId } = paused.paused;
    await shed.resume(paused.executionId, { answers: { [elicitationId]: { approved: true, remember: 'session' } } });
    expect(await shed.grants.list()).toMatchObject([{ pattern: 'mail.send', session: 's' }]);
  });
});
