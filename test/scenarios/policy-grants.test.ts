import { defineTool, type Middleware, type Tool } from '@toolshed/kernel';
import type { ResumeAnswer, Toolshed } from '@toolshed/runtime';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createJobs } from '../support/durable/jobs.ts';
import { createManualClock } from '../support/durable/manual-clock.ts';
import { untilEntry } from '../support/durable/until.ts';
import { expectStatus } from '../support/expect-status.ts';
import { mailTools, openMailShed } from '../support/mail-shed.ts';
import { newStoreFolder } from '../support/open-stores.ts';
import { person } from '../support/policy/people.ts';
import { verifies } from '../support/verifies.ts';
import { openInThread } from '../support/open-in-thread.ts';

const send = (to: string): string => `return await tools.mail.send({ to: '${to}' })`;
const statusOf = async (shed: Toolshed, to: string, session = 's'): Promise<string> =>
  (await shed.execute(send(to), { session })).status;

const approve = async (shed: Toolshed, answer: Pick<ResumeAnswer, 'remember'>) => {
  const paused = await shed.execute(send('first'), { session: 's' });
  return shed.resume(paused.executionId, { approved: true, by: person('ada'), ...answer });
};

describe('a remembered approval', () => {
  verifies('grants/scopes', 'an approval for once grants nothing beyond the call', async () => {
    await using mail = await openMailShed();
    expectStatus(await approve(mail.shed, { remember: 'once' }), 'completed');
    expect(await mail.shed.grants.list()).toEqual([]);
    expect(await statusOf(mail.shed, 'next')).toBe('paused');
  });

  verifies('grants/scopes', 'may carry an expiry, a number of uses and a condition, and says who gave it', async () => {
    const clock = createManualClock();
    await using mail = await openMailShed({ clock });
    const { shed } = mail;
    const when = { at: 'to', oneOf: ['a', 'b'] } as const;
    await approve(shed, { remember: { scope: 'session', expiresInMs: 1_000, uses: 2, when } });
    expect(await shed.grants.list()).toMatchObject([
      { scope: 'session', session: 's', grantedBy: 'ada', usesLeft: 2, when, expiresAt: clock.now() + 1_000 },
    ]);
    expect(await statusOf(shed, 'c')).toBe('paused');
    expect(await statusOf(shed, 'a')).toBe('completed');
    expect(await statusOf(shed, 'a', 'other')).toBe('paused');
    clock.pass(1_000);
    expect(await statusOf(shed, 'b')).toBe('paused');
  });

  verifies('grants/scopes', 'an approval for an execution ends with it', async () => {
    await using mail = await openMailShed();
    const { shed } = mail;
    const program = `for (const to of ['a', 'b', 'c']) await tools.mail.send({ to }); return 'all'`;
    const paused = await shed.execute(program, { session: 's' });
    const done = await shed.resume(paused.executionId, { approved: true, remember: 'execution' });
    expect(expectStatus(done, 'completed').value).toBe('all');
    expect((await shed.execute(program, { session: 's' })).status).toBe('paused');
  });

  verifies(
    'grants/uses',
    'names its grant in the journal of every call it let pass, and in the audit log',
    async () => {
      using folder = newStoreFolder();
      await using mail = await openMailShed({ store: { sqlite: folder.file } });
      const { shed } = mail;
      const grant = await shed.grants.add({ pattern: 'mail.send', scope: { session: 's' }, uses: 2, by: 'ada' });
      const done = await shed.execute(`await tools.mail.send({ to: 'a' }); return await tools.mail.send({ to: 'b' })`, {
        session: 's',
      });
      expectStatus(done, 'completed');
      const called = (await shed.journal(done.executionId)).filter(({ kind }) => kind === 'tool-called');
      const because = { kind: 'grant', grant: grant.id };
      expect(called).toMatchObject([{ decision: { because } }, { decision: { because } }]);
      const lines = await shed.audit.read(1, 100);
      expect(lines.filter(({ what, detail }) => what === 'grant-used' && detail === grant.id)).toHaveLength(2);
      expect(lines.filter(({ detail }) => detail === `allow: grant ${grant.id}`)).toHaveLength(2);
      expect(await shed.grants.revoke(grant.id, 'grace')).toBe(true);
      expect((await shed.audit.read(1, 100)).at(-1)).toMatchObject({ what: 'grant-revoked', who: 'grace' });
      expect(await shed.audit.verify()).toMatchObject({ kind: 'intact' });
    },
  );

  verifies(
    'grants/scopes',
    'given in advance for once lets exactly one call pass, of those made at once too',
    async () => {
      await using mail = await openMailShed();
      const { shed } = mail;
      await shed.grants.add({ pattern: 'mail.send', scope: 'once' });
      const program = `return await Promise.all(['a', 'b'].map((to) => tools.mail.send({ to })))`;
      expect(expectStatus(await shed.execute(program), 'paused').pending).toHaveLength(1);
      await expect(shed.grants.add({ pattern: 'mail.send', scope: 'once', uses: 3 })).rejects.toMatchObject({
        code: 'grant/invalid',
      });
    },
  );

  verifies(
    'grants/exact-first',
    'does not answer a question that is already asked: the person who declines it is obeyed',
    async () => {
      await using mail = await openMailShed();
      const { shed, sent } = mail;
      const program = `
      const one = await tools.mail.send({ to: 'first' }).catch((error) => error.code);
      return one;`;
      const waiting = expectStatus(await shed.execute(program, { session: 's' }), 'paused');
      await shed.grants.add({ pattern: 'mail.send', scope: { session: 's' } });
      const done = await shed.resume(waiting.executionId, false);
      expect(expectStatus(done, 'completed').value).toBe('tool/declined');
      expect(sent).toEqual([]);
    },
  );

  verifies(
    'grants/scopes',
    'refuses a pattern that is none, a condition that is none, and a lasting grant of no tool',
    async () => {
      await using mail = await openMailShed();
      const { grants } = mail.shed;
      const invalid = { code: 'grant/invalid' };
      await expect(grants.add({ pattern: 'mail.**.x', scope: 'always' })).rejects.toMatchObject(invalid);
      const when = JSON.parse('{"at":"to","regex":"(a+)+$"}');
      const wrong = { code: 'options/invalid' };
      await expect(grants.add({ pattern: 'mail.send', scope: 'always', when })).rejects.toMatchObject(wrong);
      await expect(grants.add({ pattern: 'mail.sned', scope: 'always' })).rejects.toMatchObject(invalid);
      await expect(grants.add({ pattern: 'mail.send', scope: 'always', uses: -1 })).rejects.toMatchObject(wrong);
      expect(await grants.list()).toEqual([]);
    },
  );
});

describe('an approval for always', () => {
  const described = (description: string): Tool =>
    defineTool({
      path: 'mail.send',
      description,
      input: z.object({ to: z.string() }),
      destructive: true,
      handler: (_context, { to }) => ({ sent: to }),
    });

  verifies(
    'grants/changed-tool',
    'outlives a restart, and is asked again, saying why, once the tool changed',
    async () => {
      using folder = newStoreFolder();
      const open = (tools: readonly Tool[]) => openInThread({ tools, store: { sqlite: folder.file } });
      const before = await open([described('Send a mail')]);
      await approve(before, { remember: 'always' });
      const [grant] = await before.grants.list();
      await before[Symbol.asyncDispose]();

      const same = await open([described('Send a mail')]);
      expect(await statusOf(same, 'x', 'any')).toBe('completed');
      await same[Symbol.asyncDispose]();

      await using changed = await open([described('Send a mail, and a copy to the vendor')]);
      const asked = expectStatus(await changed.execute(send('x')), 'paused').paused;
      expect(asked.request.description).toBe(
        `${grant?.id} no longer lets this pass: the tool's schema, its description or its source changed, or the tool was added, after it was given.`,
      );
      expect((await changed.policy.explain('mail.send', { to: 'x' })).grants[0]?.judgement.because.kind).toBe(
        'tool-changed',
      );
    },
  );

  it('an approval of a whole group covers no tool added later', async () => {
    using folder = newStoreFolder();
    const open = (tools: readonly Tool[]) => openInThread({ tools, store: { sqlite: folder.file } });
    const before = await open([described('Send a mail')]);
    await before.grants.add({ pattern: 'mail.**', scope: 'always' });
    await before[Symbol.asyncDispose]();

    const [later] = mailTools([]).filter(({ path }) => path === 'mail.send.later');
    if (later === undefined) throw new TypeError('a tool was expected');
    await using grown = await open([described('Send a mail'), later]);
    expect(await statusOf(grown, 'x')).toBe('completed');
    expectStatus(await grown.execute(`return await tools.mail.send.later({ to: 'x' })`), 'paused');
  });
});

describe('an approval to be remembered that came too late', () => {
  const BOTH = `return (await Promise.allSettled([tools.mail.send({ to: 'a' }), tools.mail.sender({ to: 'b' })])).map((one) => one.status)`;
  /** Middleware that holds the answer back until the test lets it continue. */
  const slow = () => {
    const reached = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const middleware: Middleware = async (_question, next) => {
      const answer = await next();
      if (answer.action !== 'accept') return answer;
      reached.resolve();
      await goOn.promise;
      return answer;
    };
    return { middleware, reached: reached.promise, goOn: goOn.resolve };
  };

  verifies('grants/exact-first', 'grants nothing, and what was answered beside it is as open as before', async () => {
    const { middleware, reached, goOn } = slow();
    await using mail = await openMailShed({ middleware: [middleware] });
    const { shed } = mail;
    const { executionId, pending } = expectStatus(await shed.execute(BOTH), 'paused');
    const remembering = expect(
      shed.resume(executionId, { approved: true, all: true, remember: 'always' }),
    ).rejects.toMatchObject({ code: 'elicitation/already-answered' });
    await reached;
    await shed.resume(pending[0]?.elicitationId ?? '', false);
    goOn();
    await remembering;
    expect(await shed.grants.list()).toEqual([]);
    const [, beside] = pending;
    const rest = shed.resume(beside?.elicitationId ?? '', { approved: true, remember: 'always' });
    expect(await rest).toMatchObject({ value: ['rejected', 'fulfilled'] });
    expect(await shed.grants.list()).toMatchObject([{ pattern: 'mail.sender' }]);
  });

  verifies('grants/exact-first', 'grants nothing through a host that does not drive the execution either', async () => {
    using folder = newStoreFolder();
    const { middleware, reached, goOn } = slow();
    const jobs = createJobs();
    const tools = [...mailTools([]), ...jobs.tools];
    await using driving = await openInThread({ tools, store: { sqlite: folder.file } });
    await using other = await openInThread({
      tools,
      store: { sqlite: folder.file },
      middleware: [middleware],
      wakes: false,
    });
    const asked = untilEntry(driving, 'asked');
    const running = driving.execute(
      `return (await Promise.allSettled([tools.mail.send({ to: 'a' }), tools.jobs.hold({ n: 1 })])).length`,
    );
    const { executionId } = await asked;
    await jobs.held;
    const remembering = expect(other.resume(executionId, { approved: true, remember: 'always' })).rejects.toMatchObject(
      {
        code: 'elicitation/already-answered',
      },
    );
    await reached;
    const [question] = await driving.pending();
    const declined = driving.resume(question?.elicitationId ?? '', false);
    await untilEntry(driving, 'threw');
    goOn();
    await driving.cancel(executionId);
    await Promise.all([remembering, declined, running]);
    expect(await driving.grants.list()).toEqual([]);
  });
});
