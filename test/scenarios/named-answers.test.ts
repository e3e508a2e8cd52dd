import { defineTool } from '@toolshed/kernel';
import type { ResumeAnswer, Toolshed } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { expectStatus } from '../support/expect-status.ts';
import { openMailShed } from '../support/mail-shed.ts';
import { newStoreFolder } from '../support/open-stores.ts';
import { verifies } from '../support/verifies.ts';
import { openInThread } from '../support/open-in-thread.ts';

const TWO = `await tools.mail.send({ to: 'one' }); await tools.mail.send({ to: 'two' }); return 'sent';`;

/** Clients are written in JavaScript, too. */
const untyped = (given: unknown) => JSON.parse(JSON.stringify(given));

describe('an answer that names no question', () => {
  verifies.each('elicit/stale', [true, false])(
    'sent twice, answers the first question and not the next: %s',
    async (approved) => {
      await using mail = await openMailShed();
      const program = TWO.replace('await', 'await Promise.allSettled([').replace(';', ']);');
      const { executionId } = expectStatus(await mail.shed.execute(program), 'paused');
      const next = expectStatus(await mail.shed.resume(executionId, approved), 'paused');
      await expect(mail.shed.resume(executionId, approved)).rejects.toMatchObject({
        code: 'elicitation/stale',
        open: [{ elicitationId: next.paused.elicitationId }],
      });
      expect(mail.sent).toEqual(approved ? ['one'] : []);
      expect(await mail.shed.pending()).toHaveLength(1);
      expectStatus(await mail.shed.resume(next.paused.elicitationId, true), 'completed');
    },
  );

  verifies('elicit/stale', 'is not for all where it was addressed to one question', async () => {
    await using mail = await openMailShed();
    const { paused } = expectStatus(await mail.shed.execute(TWO), 'paused');
    await expect(mail.shed.resume(paused.elicitationId, { approved: true, all: true })).rejects.toMatchObject({
      code: 'answer/invalid',
      issues: [{ field: 'all' }],
    });
    expect(mail.sent).toEqual([]);
  });

  verifies('elicit/stale', 'is refused in a process that only reads the journal', async () => {
    using folder = newStoreFolder();
    const options = { store: { sqlite: folder.file }, maxWarm: 0, wakes: false };
    await using first = await openMailShed(options);
    const { executionId } = expectStatus(await first.shed.execute(TWO), 'paused');
    expectStatus(await first.shed.resume(executionId, true), 'paused');
    await using second = await openMailShed(options);
    await expect(second.shed.resume(executionId, true)).rejects.toMatchObject({ code: 'elicitation/stale' });
    expect(second.sent).toEqual([]);
  });

  verifies('elicit/stale', 'is the outcome of the first once nothing is open', async () => {
    await using mail = await openMailShed();
    const { executionId } = expectStatus(
      await mail.shed.execute(`return await tools.mail.send({ to: 'a' })`),
      'paused',
    );
    const first = expectStatus(await mail.shed.resume(executionId, true), 'completed');
    expect(await mail.shed.resume(executionId, true)).toMatchObject({ status: 'completed', value: first.value });
    expect(mail.sent).toEqual(['a']);
  });
});

describe('a malformed answer', () => {
  const malformed: readonly (readonly [unknown, string])[] = [
    [{}, 'approved'],
    [[], ''],
    [null, ''],
    ['yes', ''],
    [1, ''],
    [{ approved: 'true' }, 'approved'],
    [{ approved: 1 }, 'approved'],
    [{ approved: null }, 'approved'],
    [{ approve: true }, 'approve'],
    [{ approved: true, arguments: { to: 'b' } }, 'arguments'],
    [{ approved: true, remeber: 'session' }, 'remeber'],
    [{ approved: true, remember: 'for ever' }, 'remember'],
    [{ approved: true, remember: { scope: 'session', expires: 5 } }, 'remember.expires'],
    [{ approved: true, by: 'ada' }, 'by'],
    [{ approved: true, by: { principal: 'ada', kind: 'person', channel: 'x', as: 'root' } }, 'by.as'],
    [{ approved: true, elicitationId: 'elic_x', all: true }, 'all'],
    [{ approved: true, data: 'b' }, 'data'],
    [{ approved: false, data: 'b' }, 'data'],
    [{ approved: false, args: { to: 'b' } }, 'args'],
    [{ action: 'cancel', remember: 'session' }, 'remember'],
    [{ action: 'maybe' }, 'action'],
    [{ answers: {} }, 'answers'],
    [{ answers: [], approved: true }, 'approved'],
  ];

  verifies.each('input/strict-answers', malformed)(
    '%j is refused by name, and the question stays open',
    async (given, field) => {
      await using mail = await openMailShed();
      const { executionId } = expectStatus(
        await mail.shed.execute(`return await tools.mail.send({ to: 'a' })`),
        'paused',
      );
      const before = await mail.shed.journal(executionId);
      await expect(mail.shed.resume(executionId, untyped(given))).rejects.toMatchObject({
        code: 'answer/invalid',
        issues: expect.arrayContaining([expect.objectContaining({ field })]),
      });
      expect(await mail.shed.journal(executionId)).toEqual(before);
      expect(mail.sent).toEqual([]);
      expectStatus(await mail.shed.resume(executionId, true), 'completed');
    },
  );

  verifies('input/strict-answers', 'says which key was meant', async () => {
    await using mail = await openMailShed();
    const { executionId } = await mail.shed.execute(`return await tools.mail.send({ to: 'a' })`);
    const wrong = mail.shed.resume(executionId, untyped({ approved: true, arguments: { to: 'b' } }));
    await expect(wrong).rejects.toThrow('did you mean "args"?');
  });

  verifies('input/strict-answers', 'is refused inside a batch as a whole', async () => {
    await using mail = await openMailShed();
    const program = `await Promise.all([tools.mail.send({ to: 'a' }), tools.mail.send({ to: 'b' })])`;
    const { executionId, pending } = expectStatus(await mail.shed.execute(program), 'paused');
    const [a = '', b = ''] = pending.map(({ elicitationId }) => elicitationId);
    for (const second of [{}, [], { approved: true, all: true }, { approved: true, arguments: {} }]) {
      const answers = { [a]: { approved: true }, [b]: untyped(second) };
      await expect(mail.shed.resume(executionId, { answers })).rejects.toMatchObject({ code: 'answer/invalid' });
    }
    expect(mail.sent).toEqual([]);
    expect(await mail.shed.pending()).toHaveLength(2);
  });

  verifies('input/strict-answers', 'cannot be remembered where a program asks', async () => {
    await using mail = await openMailShed();
    const { executionId } = await mail.shed.execute(`return (await elicit({ message: 'Well?' })).action`);
    const remembered = mail.shed.resume(executionId, { approved: true, remember: 'session' });
    await expect(remembered).rejects.toMatchObject({ issues: [{ field: 'remember' }] });
    expect(await mail.shed.resume(executionId, true)).toMatchObject({ value: 'accept' });
  });
});

describe('an answer that comes again', () => {
  async function answered(shed: Toolshed, program: string, first: boolean | ResumeAnswer): Promise<string> {
    const { paused } = expectStatus(await shed.execute(program), 'paused');
    await shed.resume(paused.elicitationId, first);
    return paused.elicitationId;
  }

  verifies('input/second-answer', 'gets an error if its verdict, arguments or content differ', async () => {
    await using mail = await openMailShed();
    const send = `return await tools.mail.send({ to: 'a' }).catch(() => 'caught')`;
    const ask = `return (await elicit({ type: 'text', message: 'Who?' })).data ?? 'nobody'`;
    const cases = [
      [send, true, false],
      [send, false, true],
      [send, true, { approved: true, args: { to: 'b', subject: '(none)' } }],
      [ask, { approved: true, data: 'ada' }, { approved: true, data: 'grace' }],
      [ask, { approved: true, data: 'ada' }, { action: 'other', data: 'ada' }],
    ] as const;
    for (const [program, first, second] of cases) {
      const id = await answered(mail.shed, program, first);
      await expect(mail.shed.resume(id, second)).rejects.toMatchObject({ code: 'elicitation/already-answered' });
    }
    expect(mail.sent).toEqual(['a', 'a']);
  });

  verifies('input/second-answer', 'has the first outcome if it is the same, whatever a schema filled in', async () => {
    await using mail = await openMailShed();
    const form = `return (await elicit({ type: 'form', message: 'Who?', schema: { type: 'object', properties: {
      name: { type: 'string' }, age: { type: 'integer', default: 7 } } } })).data`;
    const id = await answered(mail.shed, form, { approved: true, data: { name: 'ada' } });
    expect(await mail.shed.resume(id, { approved: true, data: { name: 'ada' } })).toMatchObject({
      status: 'completed',
    });
  });

  verifies(
    'input/second-answer',
    'two different answers at the same moment have one winner, and the other sender gets an error',
    async () => {
      for (const maxWarm of [64, 0]) {
        await using mail = await openMailShed({ maxWarm });
        const program = `return await tools.mail.send({ to: 'a' }).catch(() => 'caught')`;
        const { paused } = expectStatus(await mail.shed.execute(program), 'paused');
        const replies = await Promise.allSettled(
          Array.from({ length: 6 }, (_, index) => mail.shed.resume(paused.elicitationId, index % 2 === 0)),
        );
        expect(replies.filter(({ status }) => status === 'rejected')).toHaveLength(3);
        for (const reply of replies)
          if (reply.status === 'rejected') expect(reply.reason).toMatchObject({ code: 'elicitation/already-answered' });
      }
    },
  );
});

describe('what a tool says of its arguments', () => {
  verifies('pause/frozen-args', 'cannot change what a person is shown or what runs', async () => {
    const ran: unknown[] = [];
    const spoil = (args: { to: string; list: string[] }): void => {
      args.to = 'spoilt';
      args.list.push('spoilt');
    };
    const tool = defineTool({
      path: 'mail.forward',
      description: 'Forwards',
      input: z.object({ to: z.string(), list: z.array(z.string()) }),
      check: spoil,
      destructive: (args) => {
        spoil(args);
        return true;
      },
      message: (args) => {
        spoil(args);
        return 'Forward?';
      },
      preview: (_context, args) => {
        spoil(args);
        return { kind: 'text', text: 'seen' };
      },
      handler: (_context, args) => ran.push(args),
    });
    const when = { at: 'to', equals: 'spoilt' } as const;
    const policy = [{ pattern: 'mail.forward', verdict: 'deny', when }] as const;
    await using shed = await openInThread({ tools: [tool], store: 'memory', policy });
    const args = { to: 'ada', list: ['x'] };
    const { paused } = expectStatus(await shed.execute(`await tools.mail.forward(${JSON.stringify(args)})`), 'paused');
    expect(paused).toMatchObject({ args, request: { args, preview: { text: 'seen' } } });
    await shed.resume(paused.elicitationId, true);
    expect(ran).toEqual([args]);
  });
});
