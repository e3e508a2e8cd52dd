import { defineTool } from '@toolshed/kernel';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { expectStatus } from '../support/expect-status.ts';
import { openInThread } from '../support/open-in-thread.ts';
import { openMailShed } from '../support/mail-shed.ts';
import { newStoreFolder } from '../support/open-stores.ts';
import { person } from '../support/policy/people.ts';
import { verifies } from '../support/verifies.ts';

const EDITED = { to: 'grace', subject: 'Hi' };
const PROGRAM = `
  const result = await tools.mail.send({ to: 'ada' });
  return { result, edits: await tools.$edits() };`;

describe('an approval with other arguments', () => {
  verifies(
    ['edit/runs', 'edit/seen'],
    'runs the call with these, keeps both in the journal, and lets the program see it',
    async () => {
      await using mail = await openMailShed();
      const { shed, sent } = mail;
      const paused = await shed.execute(PROGRAM);
      const done = expectStatus(await shed.resume(paused.executionId, { approved: true, args: EDITED }), 'completed');
      expect(sent).toEqual(['grace']);
      expect(done.value).toEqual({
        result: { sent: 'grace' },
        edits: [{ call: 1, path: 'mail.send', asked: { to: 'ada', subject: '(none)' }, used: EDITED }],
      });
      expect(done.calls.map(({ isEdited }) => isEdited)).toEqual([true, false]);
      const journal = await shed.journal(paused.executionId);
      expect(journal.find(({ kind }) => kind === 'tool-called')).toMatchObject({
        args: '{"subject":"(none)","to":"ada"}',
      });
      expect(journal.find(({ kind }) => kind === 'answered')).toMatchObject({ args: '{"subject":"Hi","to":"grace"}' });
      expect((await shed.audit.read(1, 100)).find(({ what }) => what === 'answered')?.detail).toContain(
        'with other arguments',
      );
    },
  );

  verifies('edit/runs', 'is the same after a restart, and when the program is replayed', async () => {
    using folder = newStoreFolder();
    const sqlite = { store: { sqlite: folder.file }, maxWarm: 0 };
    const first = await openMailShed(sqlite);
    const program = `${PROGRAM.replace('return', 'const seen =')}; await tools.mail.send({ to: 'last' }); return seen.edits.length`;
    const paused = await first.shed.execute(program.replace(/;\s*;/g, ';'));
    await first[Symbol.asyncDispose]();

    await using second = await openMailShed(sqlite);
    const next = await second.shed.resume(paused.executionId, { approved: true, args: EDITED });
    const last = expectStatus(next, 'paused').paused;
    expect(last.args).toMatchObject({ to: 'last' });
    expect(await second.shed.replay(paused.executionId)).toMatchObject({ kind: 'same' });
    expect(expectStatus(await second.shed.resume(last.elicitationId, true), 'completed').value).toBe(1);
    expect(second.sent).toEqual(['grace', 'last']);
  });

  verifies('edit/runs', 'is what was shown, where the schema reads a text as something else', async () => {
    const got: unknown[] = [];
    const codec = z.codec(z.string(), z.object({ a: z.int() }), {
      decode: (text) => JSON.parse(text),
      encode: (value) => JSON.stringify(value),
    });
    await using shed = await openInThread({
      store: 'memory',
      tools: [
        defineTool({
          path: 'job.start',
          description: 'Start a job',
          input: z.object({ dry: z.stringbool(), options: codec, name: z.string() }),
          handler: (_context, args) => void got.push(args),
        }),
      ],
    });
    const paused = await shed.execute(`await tools.job.start({ dry: 'yes', options: '{"a":1}', name: 'x' })`);
    const edited = { dry: false, options: { a: 2 }, name: 'y' };
    const resume = (args: unknown) => shed.resume(paused.executionId, { approved: true, args });
    await expect(resume({ ...edited, options: { a: 2, b: 3 } })).rejects.toMatchObject({ code: 'answer/invalid' });
    await expect(resume({ ...edited, dry: 'no' })).rejects.toMatchObject({ code: 'answer/invalid' });
    expectStatus(await resume(edited), 'completed');
    expect(got).toEqual([edited]);
  });

  verifies('edit/runs', 'is no edit if the arguments are those of the call', async () => {
    await using mail = await openMailShed();
    const paused = await mail.shed.execute(PROGRAM);
    const answer = { approved: true, args: { subject: '(none)', to: 'ada' } };
    const done = expectStatus(await mail.shed.resume(paused.executionId, answer), 'completed');
    expect(done.value).toMatchObject({ result: { sent: 'ada' }, edits: [] });
  });

  verifies.each<[string, unknown, object]>('edit/refused', [
    ['a field of another kind', { to: 5, subject: 'x' }, { code: 'answer/invalid', issues: [{ field: 'args.to' }] }],
    ['a missing field', { subject: 'x' }, { code: 'answer/invalid', issues: [{ field: 'args.to' }] }],
    ['no object at all', 'everyone', { code: 'answer/invalid', issues: [{ field: 'args' }] }],
    ['what is not JSON', { to: 'x', subject: () => 'x' }, { code: 'answer/invalid' }],
    ['what policy denies', { to: 'eve@evil.org', subject: 'x' }, { code: 'answer/edit-refused' }],
    ['what policy wants more people for', { to: 'all@x', subject: 'x' }, { code: 'answer/edit-refused' }],
    [
      'what the schema would fill in',
      { to: 'grace' },
      { code: 'answer/edit-refused', wouldRun: '{"subject":"(none)","to":"grace"}' },
    ],
    [
      'a key that the schema does not know',
      { ...EDITED, bcc: 'eve' },
      { code: 'answer/invalid', issues: [{ field: 'args.bcc' }] },
    ],
  ])('is refused with %s, and the question stays open', async (_what, args, error) => {
    await using mail = await openMailShed({
      policy: [
        { pattern: 'mail.send', verdict: 'deny', when: { at: 'to', glob: '*@evil.org' } },
        { pattern: 'mail.send', verdict: 'ask', approvals: 2, when: { at: 'to', prefix: 'all@' } },
      ],
    });
    const { shed, sent } = mail;
    const paused = expectStatus(await shed.execute(PROGRAM), 'paused');
    const before = await shed.journal(paused.executionId);
    await expect(shed.resume(paused.executionId, { approved: true, args })).rejects.toMatchObject(error);
    expect(await shed.journal(paused.executionId)).toEqual(before);
    expect(sent).toEqual([]);
    const done = expectStatus(await shed.resume(paused.executionId, { approved: true, args: EDITED }), 'completed');
    expect(done.value).toMatchObject({ result: { sent: 'grace' } });
  });

  verifies('edit/runs', 'may reach what policy asks about: the person is answering that', async () => {
    await using mail = await openMailShed({ policy: [{ pattern: 'mail.send', verdict: 'ask' }] });
    const paused = await mail.shed.execute(PROGRAM);
    expectStatus(await mail.shed.resume(paused.executionId, { approved: true, args: EDITED }), 'completed');
  });

  verifies('edit/refused', 'is only for calls', async () => {
    await using mail = await openMailShed();
    const paused = await mail.shed.execute(
      `return await elicit({ message: 'Sure?', toolPath: 'mail.send', args: {} })`,
    );
    await expect(mail.shed.resume(paused.executionId, { approved: true, args: EDITED })).rejects.toMatchObject({
      code: 'answer/invalid',
    });
  });

  verifies('edit/refused', 'is for one call: it is not given to all that are open', async () => {
    await using mail = await openMailShed();
    const paused = await mail.shed.execute(`await Promise.all(['a', 'b'].map((to) => tools.mail.send({ to })))`);
    const answer = { approved: true, all: true, args: EDITED };
    await expect(mail.shed.resume(paused.executionId, answer)).rejects.toMatchObject({ code: 'elicitation/ambiguous' });
    expect(mail.sent).toEqual([]);
  });

  verifies('edit/refused', 'is refused in a refusal', async () => {
    await using mail = await openMailShed();
    const paused = await mail.shed.execute(PROGRAM);
    const refusal = { approved: false, args: EDITED, by: person('ada') };
    await expect(mail.shed.resume(paused.executionId, refusal)).rejects.toMatchObject({ issues: [{ field: 'args' }] });
    expectStatus(await mail.shed.get(paused.executionId), 'paused');
    expect(mail.sent).toEqual([]);
  });
});
