import { agentTools } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { untilEntry } from '../support/durable/until.ts';
import { expectStatus } from '../support/expect-status.ts';
import { openMailShed } from '../support/mail-shed.ts';
import { newStoreFolder } from '../support/open-stores.ts';
import { agent, person } from '../support/policy/people.ts';
import { verifies } from '../support/verifies.ts';

const policy = [{ pattern: 'mail.send', verdict: 'ask', approvals: 2 }] as const;
const PROGRAM = `return await tools.mail.send({ to: 'ada' })`;
const EDITED = { to: 'bob', subject: 'x' };
const approves = (principal: string, channel?: string) => ({ approved: true, by: person(principal, channel) });

describe('a call that two people have to approve', () => {
  verifies('two-person/distinct', 'waits for the second, and shows who approved so far', async () => {
    await using mail = await openMailShed({ policy: [...policy] });
    const { shed, sent } = mail;
    const paused = expectStatus(await shed.execute(PROGRAM), 'paused');
    expect(paused.paused).toMatchObject({
      approvals: { needed: 2, by: [] },
      request: { description: expect.stringContaining('2 different people have to approve this') },
    });
    const half = expectStatus(await shed.resume(paused.executionId, approves('grace')), 'paused');
    expect(half.paused).toMatchObject({
      elicitationId: paused.paused.elicitationId,
      approvals: { needed: 2, by: [person('grace')], args: { to: 'ada' }, areEdited: false },
    });
    expect(await shed.pending()).toMatchObject([{ approvals: { needed: 2, by: [{ principal: 'grace' }] } }]);
    expect(sent).toEqual([]);
    expectStatus(await shed.resume(paused.executionId, approves('linus')), 'completed');
    expect(sent).toEqual(['ada']);
  });

  verifies(
    'two-person/not-the-starter',
    'does not count the person who started it, here or in another process; their refusal counts',
    async () => {
      using folder = newStoreFolder();
      const options = { policy: [...policy], store: { sqlite: folder.file }, wakes: false };
      await using one = await openMailShed(options);
      const { executionId, paused } = expectStatus(
        await one.shed.execute(PROGRAM, { by: person('grace', 'terminal') }),
        'paused',
      );
      expect(paused.approvals).toMatchObject({ startedBy: 'grace' });
      await using two = await openMailShed(options);
      const own = { code: 'answer/own-execution' };
      for (const { shed } of [one, two]) {
        await expect(shed.resume(executionId, approves('grace', 'inbox'))).rejects.toMatchObject(own);
        await expect(shed.resume(executionId, { ...approves('grace'), args: EDITED })).rejects.toMatchObject(own);
        const answers = { [paused.elicitationId]: approves('grace') };
        await expect(shed.resume(executionId, { answers })).rejects.toMatchObject(own);
      }
      expectStatus(await two.shed.resume(executionId, approves('linus')), 'paused');
      expect([...one.sent, ...two.sent]).toEqual([]);
      expectStatus(await one.shed.resume(executionId, { approved: false, by: person('grace') }), 'failed');
    },
  );

  verifies(
    'two-person/distinct',
    'counts one person once, whatever channel they use and however often they try',
    async () => {
      await using mail = await openMailShed({ policy: [...policy] });
      const { shed, sent } = mail;
      const { executionId } = await shed.execute(PROGRAM);
      for (const channel of ['terminal', 'terminal', 'inbox']) {
        const half = expectStatus(await shed.resume(executionId, approves('grace', channel)), 'paused');
        expect(half.paused.approvals?.by).toEqual([person('grace', 'terminal')]);
      }
      await Promise.all(Array.from({ length: 5 }, () => shed.resume(executionId, approves('grace'))));
      expect((await shed.journal(executionId)).filter(({ kind }) => kind === 'approval-given')).toHaveLength(1);
      expect(sent).toEqual([]);
    },
  );

  verifies('two-person/distinct', 'runs once when both approve at the same moment', async () => {
    await using mail = await openMailShed({ policy: [...policy] });
    const { shed, sent } = mail;
    const { executionId } = await shed.execute(PROGRAM);
    await Promise.all(['grace', 'linus', 'edsger'].map((name) => shed.resume(executionId, approves(name))));
    expect(expectStatus(await shed.get(executionId), 'completed').value).toEqual({ sent: 'ada' });
    expect(sent).toEqual(['ada']);
  });

  verifies(
    'two-person/distinct',
    'runs once when they approve through two hosts of one store at the same moment',
    async () => {
      using folder = newStoreFolder();
      const options = { policy: [...policy], store: { sqlite: folder.file }, wakes: false };
      await using one = await openMailShed(options);
      await using two = await openMailShed(options);
      const { executionId } = await one.shed.execute(PROGRAM);
      await Promise.all([
        one.shed.resume(executionId, approves('grace')),
        two.shed.resume(executionId, approves('linus')),
      ]);
      expectStatus(await two.shed.get(executionId), 'completed');
      expect([...one.sent, ...two.sent]).toEqual(['ada']);
    },
  );

  verifies('two-person/durable', 'survives a restart between the two, in other processes', async () => {
    using folder = newStoreFolder();
    const options = { policy: [...policy], store: { sqlite: folder.file }, maxWarm: 0 };
    const first = await openMailShed(options);
    const { executionId } = await first.shed.execute(PROGRAM);
    await first.shed.resume(executionId, approves('grace'));
    await first[Symbol.asyncDispose]();

    await using second = await openMailShed(options);
    const { shed } = second;
    expect(expectStatus(await shed.get(executionId), 'paused').paused.approvals?.by).toEqual([person('grace')]);
    expectStatus(await shed.resume(executionId, approves('grace')), 'paused');
    expectStatus(await shed.resume(executionId, approves('linus')), 'completed');
    expect(second.sent).toEqual(['ada']);
    const lines = await shed.audit.read(1, 100);
    expect(lines.find(({ what }) => what === 'approval-given')).toMatchObject({ who: 'person grace' });
    expect(lines.find(({ what }) => what === 'answered')).toMatchObject({ who: 'person linus' });
    expect(await shed.audit.verify()).toMatchObject({ kind: 'intact' });
  });

  verifies('two-person/distinct', 'ends with the first refusal', async () => {
    await using mail = await openMailShed({ policy: [...policy] });
    const { shed, sent } = mail;
    const { executionId } = await shed.execute(PROGRAM);
    await shed.resume(executionId, approves('grace'));
    const failed = await shed.resume(executionId, { approved: false, by: person('grace') });
    expect(expectStatus(failed, 'failed').error.code).toBe('tool/declined');
    expect(sent).toEqual([]);
  });

  verifies(
    'two-person/edit',
    'starts the count again when one changes the arguments, and nobody approves what they have not seen',
    async () => {
      await using mail = await openMailShed({ policy: [...policy] });
      const { shed, sent } = mail;
      const { executionId } = await shed.execute(PROGRAM);
      await shed.resume(executionId, approves('grace'));
      const edited = expectStatus(await shed.resume(executionId, { ...approves('linus'), args: EDITED }), 'paused');
      expect(edited.paused.approvals).toEqual({ needed: 2, by: [person('linus')], args: EDITED, areEdited: true });

      await expect(shed.resume(executionId, approves('grace'))).rejects.toMatchObject({
        code: 'answer/unseen-arguments',
        args: '{"subject":"x","to":"bob"}',
      });
      expect(sent).toEqual([]);
      expectStatus(await shed.resume(executionId, { ...approves('grace'), args: EDITED }), 'completed');
      expect(sent).toEqual(['bob']);
    },
  );

  verifies('two-person/distinct', 'is not let through by a grant, and cannot be remembered', async () => {
    await using mail = await openMailShed({ policy: [...policy] });
    const { shed } = mail;
    await shed.grants.add({ pattern: 'mail.**', scope: 'always' });
    const { executionId } = expectStatus(await shed.execute(PROGRAM), 'paused');
    await expect(shed.resume(executionId, { ...approves('grace'), remember: 'session' })).rejects.toMatchObject({
      code: 'answer/invalid',
      issues: [{ field: 'remember' }],
    });
  });

  verifies('two-person/only-people', 'counts no agent, whatever its name and wherever agents may answer', async () => {
    await using mail = await openMailShed({ policy: [...policy], agentsMayAnswer: true });
    const { shed, sent } = mail;
    const { executionId } = await shed.execute(PROGRAM, { agent: 'triage' });
    for (const name of ['triage', 'reviewer', 'second'])
      for (const options of [{}, { fromAgent: true }])
        await expect(shed.resume(executionId, { approved: true, by: agent(name) }, options)).rejects.toMatchObject({
          code: 'answer/person-only',
          message: expect.stringContaining('2 people have to approve it, and only people count'),
        });
    expect(expectStatus(await shed.get(executionId), 'paused').paused.approvals?.by).toEqual([]);
    expect(sent).toEqual([]);
    const refused = await shed.resume(executionId, { approved: false, by: agent('triage') });
    expect(expectStatus(refused, 'failed').error.code).toBe('tool/declined');
  });

  verifies('two-person/only-people', 'counts no agent of a host that passes on answers of its model', async () => {
    await using mail = await openMailShed({ policy: [...policy] });
    const toolOf = (agentName: string, name: string) => {
      const tools = agentTools(mail.shed, { session: 's', agent: agentName, approvals: 'auto', decisionWaitMs: 0 });
      return tools.find((tool) => tool.name === name);
    };
    const paused = await toolOf('evil', 'run')?.execute({ code: PROGRAM });
    expect(paused?.text).toContain('only people count');
    const { executionId: id } = z.object({ executionId: z.string() }).parse(paused?.structured);
    for (const name of ['evil', 'evil2', 'evil3'])
      expect(await toolOf(name, 'resume')?.execute({ execution_id: id, approved: true })).toMatchObject({
        isError: true,
        text: expect.stringContaining('only people count'),
      });
    expect(await mail.shed.pending()).toMatchObject([{ approvals: { needed: 2, by: [] } }]);
    expect(mail.sent).toEqual([]);
  });

  verifies('two-person/durable', 'starts from zero when it expired and is asked again', async () => {
    await using mail = await openMailShed({ policy: [...policy], questionsExpireInMs: 1_000 });
    const { shed } = mail;
    const failed = untilEntry(shed, 'failed');
    const paused = expectStatus(await shed.execute(PROGRAM), 'paused');
    expectStatus(await shed.resume(paused.executionId, approves('grace')), 'paused');
    await failed;
    const again = expectStatus(await shed.reask(paused.paused.elicitationId), 'paused');
    expect(again.paused.approvals).toMatchObject({ needed: 2, by: [] });
  });
});
