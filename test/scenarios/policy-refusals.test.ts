import type { Middleware, Remember } from '@toolshed/kernel';
import type { Toolshed } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { createManualClock } from '../support/durable/manual-clock.ts';
import { expectStatus } from '../support/expect-status.ts';
import { openMailShed } from '../support/mail-shed.ts';
import { newStoreFolder } from '../support/open-stores.ts';
import { person } from '../support/policy/people.ts';
import { verifies } from '../support/verifies.ts';

const HOURS = 60 * 60 * 1_000;
const send = (to: string): string =>
  `return await tools.mail.send({ to: '${to}' }).then(({ sent }) => sent, ({ code }) => code)`;

const outcome = async (shed: Toolshed, to: string, session = 's'): Promise<unknown> => {
  const result = await shed.execute(send(to), { session });
  return result.status === 'completed' ? result.value : result.status;
};

const answer = async (shed: Toolshed, approved: boolean, remember: Remember) => {
  const paused = await shed.execute(send('first'), { session: 's' });
  return shed.resume(paused.executionId, { approved, remember, by: person('ada') });
};

describe('a refusal that is remembered', () => {
  verifies(
    ['grants/refusals', 'grants/scopes'],
    'refuses later calls in its session without asking, says so, and asks again once revoked',
    async () => {
      await using mail = await openMailShed();
      const { shed, sent } = mail;
      expect(expectStatus(await answer(shed, false, 'session'), 'completed').value).toBe('tool/declined');
      expect(await outcome(shed, 'b')).toBe('tool/denied');
      expect(await outcome(shed, 'b', 'other')).toBe('paused');
      const [grant] = await shed.grants.list();
      expect(grant).toMatchObject({ effect: 'deny', scope: 'session', session: 's', grantedBy: 'ada' });
      const [denied] = await shed.list({ session: 's', limit: 1 });
      const journal = await shed.journal(denied?.id ?? '');
      expect(journal.find(({ kind }) => kind === 'tool-called')).toMatchObject({
        decision: { kind: 'deny', because: { kind: 'grant', grant: grant?.id } },
      });
      expect(journal.find(({ kind }) => kind === 'threw')).toMatchObject({
        error: { message: 'Cannot run mail.send: a person has refused such calls' },
      });
      if (grant) await shed.grants.revoke(grant.id);
      expect(await outcome(shed, 'b')).toBe('paused');
      expect(sent).toEqual([]);
      expect(await shed.audit.verify()).toMatchObject({ kind: 'intact' });
    },
  );

  verifies(
    'grants/refusals',
    'beats an approval, whichever came first, and is not loosened by a rule that asks',
    async () => {
      await using mail = await openMailShed({ policy: [{ pattern: 'mail.send', verdict: 'ask' }] });
      const { shed } = mail;
      await shed.grants.add({ pattern: 'mail.send', scope: 'always' });
      await shed.grants.add({ pattern: 'mail.*', scope: { session: 's' }, effect: 'deny' });
      await shed.grants.add({ pattern: 'mail.send', scope: { session: 's' } });
      expect(await outcome(shed, 'a')).toBe('tool/denied');
      expect(await outcome(shed, 'a', 'other')).toBe('a');
    },
  );

  verifies('grants/refusals', 'does not touch what no rule asks about', async () => {
    await using mail = await openMailShed({ policy: [{ pattern: 'mail.send', verdict: 'allow' }] });
    const { shed } = mail;
    await shed.grants.add({ pattern: 'mail.**', scope: 'always', effect: 'deny' });
    expect(await outcome(shed, 'a')).toBe('a');
    expectStatus(await shed.execute('return await tools.mail.list({})'), 'completed');
  });

  verifies('grants/refusals', 'is enough where several people have to approve, and an approval is not', async () => {
    await using mail = await openMailShed({ policy: [{ pattern: 'mail.send', verdict: 'ask', approvals: 2 }] });
    const { shed } = mail;
    await shed.grants.add({ pattern: 'mail.send', scope: { session: 's' } });
    await answer(shed, false, 'session');
    expect(await outcome(shed, 'a')).toBe('tool/denied');
  });

  verifies('grants/refusals', 'has no number of uses, and is kept only from a refusal of the gate', async () => {
    await using mail = await openMailShed();
    const { shed } = mail;
    const invalid = { code: 'grant/invalid' };
    await expect(answer(shed, false, { scope: 'session', uses: 2 })).rejects.toMatchObject(invalid);
    await expect(shed.grants.add({ pattern: 'mail.send', scope: 'once', effect: 'deny' })).rejects.toMatchObject(
      invalid,
    );
    const [question] = await shed.pending();
    const given = { action: 'cancel', remember: 'session' } as const;
    await expect(shed.resume(question?.elicitationId ?? '', given)).rejects.toMatchObject({ code: 'answer/invalid' });
    const asking = await shed.execute(`return (await elicit({ message: 'Sure?', toolPath: 'mail.send' })).approved`);
    const remembered = shed.resume(asking.executionId, { approved: false, remember: 'always' });
    await expect(remembered).rejects.toMatchObject({ issues: [{ field: 'remember' }] });
    expect(await shed.grants.list()).toEqual([]);
  });

  verifies('grants/refusals', 'is not kept where middleware made something else of it', async () => {
    const soften: Middleware = async (_question, next) => {
      const said = await next();
      return said.action === 'accept' ? { action: 'decline' } : said;
    };
    await using mail = await openMailShed({ middleware: [soften] });
    await answer(mail.shed, true, 'always');
    expect(await mail.shed.grants.list()).toEqual([]);
  });
});

describe('a grant for a session', () => {
  verifies('grants/session-expiry', 'lasts eight hours by default, an approval and a refusal alike', async () => {
    using folder = newStoreFolder();
    const clock = createManualClock();
    await using mail = await openMailShed({ clock, store: { sqlite: folder.file } });
    const { shed } = mail;
    await answer(shed, true, 'session');
    await shed.grants.add({ pattern: 'mail.sender', effect: 'deny', scope: { session: 's' } });
    await shed.grants.add({ pattern: 'mail.send', scope: { session: 't' }, expiresInMs: 24 * HOURS });
    const expiries = (await shed.grants.list()).map(({ expiresAt = 0 }) => (expiresAt - clock.now()) / HOURS);
    expect(expiries).toEqual([24, 8, 8]);
    clock.pass(8 * HOURS - 1);
    expect(await outcome(shed, 'b')).toBe('b');
    clock.pass(1);
    expect(await outcome(shed, 'b')).toBe('paused');
    expect(await outcome(shed, 'b', 't')).toBe('b');
  });

  verifies('grants/session-expiry', 'lasts as long as its host says', async () => {
    const clock = createManualClock();
    await using mail = await openMailShed({ clock, sessionGrantsExpireInMs: 1_000 });
    const { shed } = mail;
    await answer(shed, true, { scope: 'session', sameArguments: true });
    expect(await outcome(shed, 'first')).toBe('first');
    clock.pass(1_000);
    expect(await outcome(shed, 'first')).toBe('paused');
  });
});

describe('an answer remembered for the same arguments', () => {
  verifies(
    'grants/same-arguments',
    'covers the very arguments that ran, also after an edit, and no others',
    async () => {
      await using mail = await openMailShed();
      const { shed } = mail;
      await answer(shed, true, { scope: 'session', sameArguments: true });
      expect(await outcome(shed, 'first')).toBe('first');
      expect(await outcome(shed, 'second')).toBe('paused');
      const [question] = await shed.pending();
      await shed.resume(question?.elicitationId ?? '', {
        approved: true,
        args: { to: 'third', subject: '(none)' },
        remember: { scope: 'session', sameArguments: true },
      });
      expect(await outcome(shed, 'third')).toBe('third');
      expect(await outcome(shed, 'second')).toBe('paused');
    },
  );

  verifies('grants/same-arguments', 'refuses those arguments only, and adds to a condition', async () => {
    await using mail = await openMailShed();
    const { shed } = mail;
    const when = { at: 'to', prefix: 'f' } as const;
    await answer(shed, false, { scope: 'session', sameArguments: true, when });
    expect(await shed.grants.list()).toMatchObject([
      { when: { all: [{ equals: { to: 'first', subject: '(none)' } }, when] } },
    ]);
    expect(await outcome(shed, 'first')).toBe('tool/denied');
    expect(await outcome(shed, 'fourth')).toBe('paused');
  });

  verifies(
    'grants/same-arguments',
    'says what is wrong where the arguments are too long to remember, and leaves the question open',
    async () => {
      await using mail = await openMailShed();
      const { shed } = mail;
      const paused = await shed.execute(send('x'.repeat(20_000)), { session: 's' });
      const remember = { scope: 'session', sameArguments: true } as const;
      await expect(shed.resume(paused.executionId, { approved: true, remember })).rejects.toMatchObject({
        code: 'grant/invalid',
      });
      expectStatus(await shed.resume(paused.executionId, true), 'completed');
    },
  );
});
