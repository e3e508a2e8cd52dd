// A policy made stricter while questions are open, or while an approved call has not run: the stricter decision holds.

import type { JournalEntry, Middleware } from '@toolshed/kernel';
import { createMemoryStore, type OpenOptions, type Store } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { openJobShed } from '../support/durable/jobs.ts';
import { leftBehind, storeWith } from '../support/durable/revive.ts';
import { expectStatus } from '../support/expect-status.ts';
import { openMailShed } from '../support/mail-shed.ts';
import { person } from '../support/policy/people.ts';
import { verifies } from '../support/verifies.ts';

type Rule = NonNullable<OpenOptions['policy']>[number];

const DENY: Rule = { pattern: 'mail.**', verdict: 'deny' };
const TWO: Rule = { pattern: 'mail.**', verdict: 'ask', approvals: 2 };
const THREE: Rule = { pattern: 'mail.**', verdict: 'ask', approvals: 3 };
const PROGRAM = `try { return await tools.mail.send({ to: 'ada' }) } catch ({ code, message }) { return { code, message } }`;
const DENIED = { code: 'tool/denied', message: expect.stringContaining('deny mail.**') };
const approves = (principal: string) => ({ approved: true, by: person(principal) });

const open = (store: Store, policy: readonly Rule[], options: Partial<OpenOptions> = {}) =>
  openMailShed({ store, policy: [...policy], wakes: false, ...options });

async function pausedIn(store: Store, policy: readonly Rule[] = [], program = PROGRAM) {
  await using host = await open(store, policy);
  return expectStatus(await host.shed.execute(program), 'paused');
}

const kinds = (journal: readonly JournalEntry[]): readonly string[] => journal.map(({ kind }) => kind);

describe('an answer beside one that makes the question ask for more', () => {
  verifies.each('policy/tightened', [true, false])(
    'is refused and not lost, whether it is a yes: %s',
    async (approved) => {
      const store = createMemoryStore();
      const { executionId, paused } = await pausedIn(store);
      await using host = await open(store, [TWO]);
      const other = { approved, by: person('linus') };
      const both = await Promise.allSettled([
        host.shed.resume(paused.elicitationId, approves('grace')),
        host.shed.resume(paused.elicitationId, other),
      ]);
      const given = both.filter(({ status }) => status === 'fulfilled').length;
      const refusals = ['elicitation/changed', 'elicitation/already-answered'];
      const lost = both.filter((one) => one.status === 'rejected' && !refusals.includes(one.reason.code));
      const told = (await host.shed.journal(executionId)).filter(
        ({ kind }) => kind === 'approval-given' || kind === 'answered',
      );
      expect(lost).toEqual([]);
      expect(told).toHaveLength(given);
      const again = await host.shed.resume(paused.elicitationId, other).catch((error) => error.code);
      expect(again).toMatchObject({ status: 'completed' });
      expect(host.sent).toEqual(approved ? ['ada'] : []);
    },
  );
});

describe('an approval of a call that policy denies by now', () => {
  verifies(
    'policy/tightened',
    'is recorded, runs nothing, and its sender learns why, however often they send it',
    async () => {
      const store = createMemoryStore();
      const { executionId, paused } = await pausedIn(store);
      await using host = await open(store, [DENY]);
      const told = { code: 'policy/denied-since', message: expect.stringContaining('deny mail.**') };
      await expect(host.shed.resume(executionId, approves('grace'))).rejects.toMatchObject(told);
      expect(expectStatus(await host.shed.wake(executionId), 'completed').value).toEqual(DENIED);
      await expect(host.shed.resume(paused.elicitationId, approves('grace'))).rejects.toMatchObject(told);
      expect(host.sent).toEqual([]);
      const journal = await host.shed.journal(executionId);
      expect(kinds(journal)).not.toContain('invoking');
      expect(journal.find(({ kind }) => kind === 'answered')).toMatchObject({ answer: { action: 'accept' } });
      expect(journal.find(({ kind }) => kind === 'redecided')).toMatchObject({ decision: { kind: 'deny' } });
    },
  );

  verifies('policy/tightened', 'does not become a grant', async () => {
    const store = createMemoryStore();
    const { executionId } = await pausedIn(store);
    await using host = await open(store, [DENY]);
    const remembered = host.shed.resume(executionId, { ...approves('grace'), remember: 'session' });
    await expect(remembered).rejects.toMatchObject({ code: 'policy/denied-since' });
    expect(await host.shed.grants.list()).toEqual([]);
  });

  verifies('policy/tightened', 'is one of several, and the question is closed', async () => {
    const store = createMemoryStore();
    const { executionId } = await pausedIn(store, [TWO]);
    await using host = await open(store, [TWO, DENY]);
    await expect(host.shed.resume(executionId, approves('grace'))).rejects.toMatchObject({
      code: 'policy/denied-since',
    });
    expect(expectStatus(await host.shed.wake(executionId), 'completed').value).toEqual(DENIED);
    expect(kinds(await host.shed.journal(executionId))).toContain('approval-given');
  });

  verifies('policy/tightened', 'among others: these run', async () => {
    const store = createMemoryStore();
    const program = `return (await Promise.allSettled([
      tools.mail.send({ to: 'ada' }), tools.mail.send({ to: 'eve' }), tools.mail.send({ to: 'bob' }),
    ])).map(({ reason, value }) => reason?.code ?? value.sent)`;
    const { executionId } = await pausedIn(store, [], program);
    await using host = await open(store, [
      { pattern: 'mail.send', verdict: 'deny', when: { at: 'to', equals: 'eve' } },
    ]);
    await expect(host.shed.resume(executionId, { approved: true, all: true })).rejects.toMatchObject({
      code: 'policy/denied-since',
    });
    expect(expectStatus(await host.shed.wake(executionId), 'completed').value).toEqual(['ada', 'tool/denied', 'bob']);
    expect(host.sent.toSorted()).toEqual(['ada', 'bob']);
  });

  verifies(
    'policy/tightened',
    'is refused by the host that drives the call as well as by the one that takes it',
    async () => {
      const store = createMemoryStore();
      const { executionId } = await pausedIn(store);
      await using lax = await openMailShed({ store, tools: [], wakes: false });
      await expect(lax.shed.resume(executionId, approves('grace'))).rejects.toMatchObject({ code: 'tool/not-here' });
      await using strict = await open(store, [DENY]);
      expect(expectStatus(await strict.shed.wake(executionId), 'completed').value).toEqual(DENIED);
      expect(strict.sent).toEqual([]);
    },
  );
});

describe('an approval where policy wants more by now', () => {
  verifies('policy/tightened', 'counts, and the question stays open for the others', async () => {
    const store = createMemoryStore();
    const { executionId, paused } = await pausedIn(store);
    await using host = await open(store, [TWO]);
    const half = expectStatus(await host.shed.resume(executionId, approves('grace')), 'paused');
    expect(half.paused).toMatchObject({
      elicitationId: paused.elicitationId,
      approvals: { needed: 2, by: [person('grace')] },
      request: { description: expect.stringContaining('2 different people') },
    });
    expect(await host.shed.pending()).toMatchObject([{ approvals: { needed: 2, by: [{ principal: 'grace' }] } }]);
    expectStatus(await host.shed.resume(paused.elicitationId, approves('grace')), 'paused');
    expect(host.sent).toEqual([]);
    expectStatus(await host.shed.resume(paused.elicitationId, approves('linus')), 'completed');
    expect(host.sent).toEqual(['ada']);
  });

  verifies('policy/tightened', 'keeps those that were given before', async () => {
    const store = createMemoryStore();
    const { executionId, paused } = await pausedIn(store, [TWO]);
    {
      await using host = await open(store, [TWO]);
      expectStatus(await host.shed.resume(executionId, approves('grace')), 'paused');
    }
    await using host = await open(store, [THREE]);
    const { paused: left } = expectStatus(await host.shed.resume(paused.elicitationId, approves('linus')), 'paused');
    expect(left.approvals).toMatchObject({ needed: 3, by: [person('grace'), person('linus')] });
    expectStatus(await host.shed.resume(paused.elicitationId, approves('edsger')), 'completed');
    expect(host.sent).toEqual(['ada']);
  });

  verifies('policy/tightened', 'is not that of the person who started it, and is not remembered', async () => {
    const store = createMemoryStore();
    const { executionId, paused } = await (async () => {
      await using host = await open(store, []);
      return expectStatus(await host.shed.execute(PROGRAM, { by: person('grace') }), 'paused');
    })();
    await using host = await open(store, [TWO]);
    await expect(host.shed.resume(executionId, approves('grace'))).rejects.toMatchObject({
      code: 'answer/own-execution',
    });
    const remembered = { ...approves('linus'), remember: 'session' } as const;
    await expect(host.shed.resume(paused.elicitationId, remembered)).rejects.toMatchObject({ code: 'answer/invalid' });
    expect(await host.shed.pending()).toHaveLength(1);
    expect(host.sent).toEqual([]);
  });
});

describe('a yes that middleware made', () => {
  verifies('policy/tightened', 'is not one of the several that policy wants by now', async () => {
    const store = createMemoryStore();
    const { executionId } = await pausedIn(store);
    const agreeing: Middleware = async (_question, next) => {
      await next();
      return { action: 'accept' };
    };
    await using host = await open(store, [TWO], { middleware: [agreeing] });
    const words = host.shed.resume(executionId, { action: 'other', data: 'as you like', by: person('grace') });
    await expect(words).rejects.toMatchObject({ name: 'MiddlewareError' });
    expect(await host.shed.pending()).toHaveLength(1);
    expect(host.sent).toEqual([]);
  });
});

describe('a policy made laxer', () => {
  verifies('policy/tightened', 'leaves an open question to the person', async () => {
    const store = createMemoryStore();
    const { executionId } = await pausedIn(store);
    await using host = await open(store, [{ pattern: 'mail.**', verdict: 'allow' }]);
    expectStatus(await host.shed.wake(executionId), 'paused');
    expect(expectStatus(await host.shed.resume(executionId, false), 'completed').value).toMatchObject({
      code: 'tool/declined',
    });
    expect(host.sent).toEqual([]);
  });

  verifies('policy/tightened', 'still counts every approver the question asked for', async () => {
    const store = createMemoryStore();
    const { executionId } = await pausedIn(store, [TWO]);
    await using host = await open(store, []);
    expectStatus(await host.shed.resume(executionId, approves('grace')), 'paused');
    expect(host.sent).toEqual([]);
  });
});

describe('a remembered approval', () => {
  verifies('policy/tightened', 'lets nothing pass that a later rule denies', async () => {
    const store = createMemoryStore();
    const { executionId } = await pausedIn(store);
    {
      await using host = await open(store, []);
      await host.shed.resume(executionId, { ...approves('grace'), remember: 'always' });
      expect(expectStatus(await host.shed.execute(PROGRAM), 'completed').value).toEqual({ sent: 'ada' });
    }
    await using host = await open(store, [DENY]);
    expect(expectStatus(await host.shed.execute(PROGRAM), 'completed').value).toEqual(DENIED);
    expect(host.sent).toEqual([]);
  });
});

describe('a call that a process left behind when it died, and that policy denies by now', () => {
  const deny: Rule[] = [{ pattern: 'jobs.**', verdict: 'deny' }];
  const program = (tool: string) =>
    `try { return await tools.jobs.${tool}({ n: 1 }) } catch (error) { return error.code }`;

  async function diedIn(tool: 'hold' | 'holdTwice') {
    // With less, a safe call that runs is in no journal yet, and there is nothing to repeat.
    await using dying = await openJobShed({ durability: 'every-call' });
    const running = dying.shed.execute(program(tool));
    if (tool === 'holdTwice') {
      const { executionId } = expectStatus(await running, 'paused');
      const resumed = dying.shed.resume(executionId, true);
      await dying.jobs.held;
      const store = await leftBehind(dying.shed, executionId);
      await dying.shed.cancel(executionId);
      await resumed;
      return { store, id: executionId };
    }
    await dying.jobs.held;
    const [{ id } = { id: undefined }] = await dying.shed.list();
    if (id === undefined) throw new Error('it was not written');
    const store = await leftBehind(dying.shed, id);
    await dying.shed.cancel(id);
    await running;
    return { store, id };
  }

  verifies('policy/tightened', 'is denied if it was approved and had not started', async () => {
    await using dying = await openJobShed();
    const { executionId } = expectStatus(await dying.shed.execute(program('write')), 'paused');
    await dying.shed.resume(executionId, true);
    const journal = await dying.shed.journal(executionId);
    const left = journal.slice(0, journal.findIndex(({ kind }) => kind === 'answered') + 1);
    await using host = await openJobShed({ store: await storeWith(executionId, left), wakes: false, policy: deny });
    expect(expectStatus(await host.shed.wake(executionId), 'completed').value).toBe('tool/denied');
    expect(host.jobs.done).toEqual([]);
  });

  verifies('policy/tightened', 'is asked about again if several have to approve it by now', async () => {
    await using dying = await openJobShed();
    const { executionId } = expectStatus(await dying.shed.execute(program('write')), 'paused');
    await dying.shed.resume(executionId, true);
    const journal = await dying.shed.journal(executionId);
    const left = journal.slice(0, journal.findIndex(({ kind }) => kind === 'answered') + 1);
    const policy: Rule[] = [{ pattern: 'jobs.**', verdict: 'ask', approvals: 2 }];
    await using host = await openJobShed({ store: await storeWith(executionId, left), wakes: false, policy });
    const { paused } = expectStatus(await host.shed.wake(executionId), 'paused');
    expect(paused).toMatchObject({
      asker: 'gate',
      approvals: { needed: 2, by: [] },
      request: { description: expect.stringContaining('Policy was made stricter') },
    });
    await host.shed.resume(paused.elicitationId, approves('grace'));
    expect(host.jobs.done).toEqual([]);
    expectStatus(await host.shed.resume(paused.elicitationId, approves('linus')), 'completed');
    expect(host.jobs.done).toEqual(['write 1']);
  });

  verifies('policy/tightened', 'is not read again, if it was safe', async () => {
    const { store, id } = await diedIn('hold');
    await using host = await openJobShed({ store, wakes: false, policy: deny });
    expect(expectStatus(await host.shed.wake(id), 'completed').value).toBe('tool/denied');
    expect(host.jobs.done).toEqual([]);
  });

  verifies(
    'policy/tightened',
    'is asked about, if it may have acted, although it could be repeated; a retry is denied',
    async () => {
      const { store, id } = await diedIn('holdTwice');
      await using host = await openJobShed({ store, wakes: false, policy: deny });
      const { paused } = expectStatus(await host.shed.wake(id), 'paused');
      expect(paused).toMatchObject({ type: 'in-doubt', message: expect.stringContaining('deny jobs.**') });
      const retried = host.shed.resume(paused.elicitationId, { approved: true, data: { do: 'retry' } });
      await expect(retried).rejects.toMatchObject({ code: 'policy/denied-since' });
      expect(expectStatus(await host.shed.wake(id), 'completed').value).toBe('tool/denied');
      expect(host.jobs.done).toEqual([]);
    },
  );

  verifies('policy/tightened', 'is asked about before a safe one is repeated, if policy asks by now', async () => {
    const { store, id } = await diedIn('hold');
    const policy: Rule[] = [{ pattern: 'jobs.**', verdict: 'ask' }];
    await using host = await openJobShed({ store, wakes: false, policy });
    const { paused } = expectStatus(await host.shed.wake(id), 'paused');
    expect(paused).toMatchObject({ type: 'in-doubt', message: expect.stringContaining('ask jobs.**') });
    expect(host.jobs.done).toEqual([]);
  });
});
