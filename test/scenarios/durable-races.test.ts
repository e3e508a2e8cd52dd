// What two hosts, or two answers, do to one execution at the same time.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { defineTool, type Middleware } from '@toolshed/kernel';
import { newSecretHandle } from '@toolshed/kernel/runtime';
import { openSqliteStore, openToolshed, openVault, type Store } from '@toolshed/runtime';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectStatus } from '../support/expect-status.ts';
import { openJobShed } from '../support/durable/jobs.ts';
import { openMailShed } from '../support/mail-shed.ts';
import { newStoreFolder } from '../support/open-stores.ts';
import { person } from '../support/policy/people.ts';
import { verifies } from '../support/verifies.ts';
import { openInThread, THREAD_HOST } from '../support/open-in-thread.ts';

/** Bounded; a machine that is busy takes its time. */
async function until(isTrue: () => boolean): Promise<void> {
  for (let waited = 0; !isTrue() && waited < 1_000; waited++) await setTimeout(10);
}

/** A store whose every append takes a while. */
function slowly(store: Store, ms: number): Store {
  const { journal } = store;
  return {
    ...store,
    journal: {
      ...journal,
      async append(...given) {
        await setTimeout(ms);
        return journal.append(...given);
      },
    },
  };
}

/** A store that takes one append and then is as if its process had stopped. */
function stopping(store: Store): { readonly store: Store; readonly hasStopped: () => boolean } {
  const { journal } = store;
  let appends = 0;
  const append: typeof journal.append = (...given) =>
    ++appends === 1 ? journal.append(...given) : new Promise(() => undefined);
  return { store: { ...store, journal: { ...journal, append } }, hasStopped: () => appends > 0 };
}

describe('an answer of another host that comes in while an execution is brought back', () => {
  verifies.each('crash/in-doubt', [0, 30, 300])(
    'starts its handler once, when a write takes %i ms',
    async (ms) => {
      using folder = newStoreFolder();
      const paid: string[] = [];
      const open = (host: string, store: Store | { readonly sqlite: string }) =>
        openToolshed({
          tools: [
            defineTool({
              path: 'app.pay',
              description: 'Pays',
              input: z.object({}),
              destructive: true,
              async handler(context) {
                await context.elicit({ type: 'text', message: 'From which account?' });
                paid.push(host);
                return 'paid';
              },
            }),
          ],
          policy: [{ pattern: 'app.pay', verdict: 'allow' }],
          store,
          wakes: false,
        });
      const first = await open('first', { sqlite: folder.file });
      const { executionId } = expectStatus(
        await first.execute('for (let i = 0; i < 3e8; i++); return await tools.app.pay({})'),
        'paused',
      );
      await first[Symbol.asyncDispose]();

      const other = stopping(openSqliteStore({ file: folder.file }));
      const a = await open('a', slowly(openSqliteStore({ file: folder.file }), ms));
      const b = await open('b', other.store);
      // Both have their workers ready, so that the one who begins later is still at it when the other has answered.
      await setTimeout(400);
      void b.resume(executionId, { approved: true, data: 'savings' }).catch(() => undefined);
      await setTimeout(60);
      const woken = a.wake(executionId).catch(() => undefined);
      await until(other.hasStopped);
      await setTimeout(5);
      await a.resume(executionId, { approved: true, data: 'savings' });
      await woken;

      expect(paid).toEqual(['a']);
      const attempts = (await a.journal(executionId)).filter(({ kind }) => kind === 'invoking');
      expect(new Set(attempts.map((entry) => entry.kind === 'invoking' && entry.attempt)).size).toBeLessThanOrEqual(2);
      await a[Symbol.asyncDispose]();
    },
    { timeout: 60_000 },
  );
});

describe('an approval that is too late', () => {
  verifies.each('input/second-answer', ['memory', 'sqlite'])(
    'learns what became of the execution: %s',
    async (kind) => {
      using folder = newStoreFolder();
      const slow = Promise.withResolvers<void>();
      let isSlow = false;
      const middleware: Middleware = async (_question, next) => {
        const answer = await next();
        if (isSlow && answer.by.principal === 'grace') await slow.promise;
        return answer;
      };
      await using host = await openMailShed({
        store: kind === 'memory' ? 'memory' : { sqlite: folder.file },
        policy: [{ pattern: 'mail.send', verdict: 'ask', approvals: 2 }],
        middleware: [middleware],
      });
      const { executionId } = await host.shed.execute(`return await tools.mail.send({ to: 'a' })`);
      await host.shed.resume(executionId, { approved: true, by: person('grace') });
      isSlow = true;
      const again = host.shed.resume(executionId, { approved: true, by: person('grace') });
      await setTimeout(50);
      expectStatus(await host.shed.resume(executionId, { approved: true, by: person('linus') }), 'completed');
      slow.resolve();
      expectStatus(await again, 'completed');
      expect(host.sent).toEqual(['a']);
    },
  );
});

describe('an approval that cannot be remembered', () => {
  it('is refused before anything is written', async () => {
    await using host = await openMailShed();
    const { executionId } = await host.shed.execute(`return await tools.mail.send({ to: 'a' })`);
    const remember = { scope: 'session', expiresInMs: Number.MAX_VALUE } as const;
    await expect(host.shed.resume(executionId, { approved: true, remember })).rejects.toThrow('expiresInMs');
    expectStatus(await host.shed.get(executionId), 'paused');
    expectStatus(await host.shed.resume(executionId, true), 'completed');
  });

  it('continues where only the grant could not be written', async () => {
    using folder = newStoreFolder();
    await using store = openSqliteStore({ file: folder.file });
    const grants = { ...store.grants, add: () => Promise.reject(new Error('The disk is full')) };
    await using host = await openMailShed({ store: { ...store, grants } });
    const { executionId } = await host.shed.execute(`return await tools.mail.send({ to: 'a' })`);
    await expect(host.shed.resume(executionId, { approved: true, remember: 'session' })).rejects.toThrow('full');
    await until(() => host.sent.length > 0);
    expectStatus(await host.shed.wake(executionId), 'completed');
    expect(host.sent).toEqual(['a']);
  });
});

describe('a cancellation by another host', () => {
  verifies.each('durable/cancel', [true, false])(
    'reaches a handler that waits for a person; it asks midway: %s',
    async (asksMidway) => {
      using folder = newStoreFolder();
      const aborted: string[] = [];
      const open = () =>
        openInThread({
          tools: [
            defineTool({
              path: 'app.run',
              description: 'Runs',
              input: z.object({}),
              destructive: false,
              asksMidway,
              async handler(context) {
                context.signal.addEventListener('abort', () => aborted.push(String(context.signal.reason)));
                const { data } = await context.elicit({ type: 'text', message: 'Which?' });
                return String(data);
              },
            }),
          ],
          store: { sqlite: folder.file },
          hibernateAfterMs: 60_000,
        });
      await using a = await open();
      await using b = await open();
      const { executionId } = expectStatus(await a.execute('return await tools.app.run({})'), 'paused');
      await b.cancel(executionId);
      await until(() => aborted.length > 0);
      expect(aborted).toEqual([expect.stringContaining('cancelled')]);
    },
  );
});

describe('middleware that asks twice, with answers through two hosts', () => {
  const twice: Middleware = async ({ request }, next) => {
    const first = await next();
    const second = await next({ ...request, message: 'Again, to be sure' });
    return first.content === second.content ? second : { action: 'decline', reason: 'not the same' };
  };
  const program = `const { action, data } = await elicit({ type: 'text', message: 'Amount?' }); return [action, data ?? null]`;

  it.each([
    ['10', ['accept', '10']],
    ['99', ['decline', null]],
  ])('continues from what was said through the other: then %s', async (second, value) => {
    using folder = newStoreFolder();
    const options = { store: { sqlite: folder.file }, wakes: false, middleware: [twice] };
    await using a = await openMailShed(options);
    await using b = await openMailShed(options);
    const { executionId } = await a.shed.execute(program);
    const { paused } = expectStatus(await b.shed.resume(executionId, { approved: true, data: '10' }), 'paused');
    const result = await a.shed.resume(paused.elicitationId, { approved: true, data: second });
    expect(expectStatus(result, 'completed').value).toEqual(value);
  });
});

describe('a yes to nothing in particular, after a question expired', () => {
  const program = `await elicit({ message: 'Sort by name?', type: 'confirmation', expiresInMs: 100 });
    await tools.mail.send({ to: 'everybody' });
    return 'sent';`;

  verifies.each('elicit/stale', [{ approved: true }, { approved: true, all: true }, { action: 'accept' }] as const)(
    'approves nothing that may not have been seen: %j',
    async (answer) => {
      await using host = await openMailShed();
      const { executionId } = expectStatus(await host.shed.execute(program), 'paused');
      await setTimeout(300);
      await expect(host.shed.resume(executionId, answer)).rejects.toMatchObject({ code: 'elicitation/stale' });
      expect(host.sent).toEqual([]);
      const { pending } = expectStatus(await host.shed.get(executionId), 'paused');
      const [open] = pending;
      expect(open?.toolPath).toBe('mail.send');
      const named = await host.shed.resume(executionId, { approved: true, elicitationId: open?.elicitationId ?? '' });
      expect(expectStatus(named, 'completed').value).toBe('sent');
    },
  );

  verifies('elicit/stale', 'approves nothing either where only middleware answered since', async () => {
    const middleware: Middleware = (question, next) =>
      question.message === 'Now?' ? Promise.resolve({ action: 'accept', content: 'yes' }) : next();
    await using host = await openMailShed({ middleware: [middleware] });
    const asking = program.replace('await tools', `await elicit({ type: 'text', message: 'Now?' }); await tools`);
    const { executionId } = expectStatus(await host.shed.execute(asking), 'paused');
    await setTimeout(300);
    await expect(host.shed.resume(executionId, true)).rejects.toMatchObject({ code: 'elicitation/stale' });
    expect(host.sent).toEqual([]);
  });

  verifies('elicit/stale', 'refuses nothing either: a no names its question, too', async () => {
    await using host = await openMailShed();
    const { executionId } = expectStatus(await host.shed.execute(program), 'paused');
    await setTimeout(300);
    await expect(host.shed.resume(executionId, false)).rejects.toMatchObject({ code: 'elicitation/stale' });
    const { paused } = expectStatus(await host.shed.get(executionId), 'paused');
    expectStatus(await host.shed.resume(paused.elicitationId, false), 'failed');
    expect(host.sent).toEqual([]);
  });
});

describe('a value that a crash left in the vault', () => {
  const program = `const { action } = await elicit({ type: 'secret', message: 'The key?', name: 'key' }); return action;`;

  verifies.each('elicit/secret-kept-out', ['declined', 'cancelled'])('goes with its question: %s', async (how) => {
    await using vault = openVault('memory');
    await using host = await openMailShed({ vault });
    const { executionId, paused } = expectStatus(await host.shed.execute(program), 'paused');
    const facts = { handle: newSecretHandle(), owner: { session: 'default' }, name: 'key', at: 1 };
    await vault.put({ facts: { ...facts, origin: paused.elicitationId }, value: 'left behind' });
    if (how === 'declined') await host.shed.resume(executionId, { action: 'decline' });
    else await host.shed.cancel(executionId);
    expect(await vault.list()).toEqual([]);
  });
});

describe('an execution that is idle here while another process drove it and died', () => {
  verifies(
    'crash/in-doubt',
    'is taken over long before it would have been evicted',
    async () => {
      using folder = newStoreFolder();
      await using a = await openJobShed({ store: { sqlite: folder.file }, wakes: true, hibernateAfterMs: 600_000 });
      const { executionId } = expectStatus(
        await a.shed.execute(
          `await elicit({ type: 'text', message: 'Go on?' }); await tools.jobs.hold({ n: 1 }); return 1`,
        ),
        'paused',
      );
      const script = join(import.meta.dirname, '../support/durable/hold-process.ts');
      const child = spawn(process.execPath, [...THREAD_HOST, script, folder.file, executionId], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await once(child.stdout, 'data');
      child.kill('SIGKILL');
      await until(() => a.jobs.done.length > 0);
      expect(a.jobs.done).toHaveLength(1);
      await a.shed.cancel(executionId);
    },
    { timeout: 60_000 },
  );
});
