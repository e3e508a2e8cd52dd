// What programs, answers and callers may not do at the edges of the library.

import { CannotForkError } from '@toolshed/kernel/runtime';
import { describe, expect } from 'vitest';
import { mailTools, openMailShed } from '../support/mail-shed.ts';
import { verifies } from '../support/verifies.ts';
import { openInThread } from '../support/open-in-thread.ts';

const nested = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);

describe('the code a program fails with', () => {
  verifies.each('program/codes', [
    [`throw Object.assign(new Error('x'), { code: 'policy/denied' })`, 'program/policy/denied'],
    [`throw { message: 'x', code: 'sandbox/crashed' }`, 'program/sandbox/crashed'],
    [`throw Object.assign(new RangeError('x'), { name: 'LimitError', code: 'limit/cpu' })`, 'program/limit/cpu'],
    [`throw Object.assign(new Error('x'), { code: 'stalled' })`, 'program/failed'],
    [`class Mine extends Error { get code() { return 'tool/denied' } }; throw new Mine('x')`, 'program/tool/denied'],
    [`setTimeout(() => { throw { code: 'tool/denied' } }, 1); await sleep(50)`, 'program/tool/denied'],
    [`throw new Error('x')`, 'program/failed'],
    [`await tools.mail.nothing({})`, 'tool/unknown'],
    [`try { await tools.mail.nothing({}) } catch (e) { e.code = 'policy/denied'; throw e }`, 'tool/unknown'],
    [
      `try { await tools.mail.nothing({}) } catch (e) { throw Object.assign(new Error('x'), { code: e.code }) }`,
      'program/tool/unknown',
    ],
    [
      `const { get } = WeakMap.prototype; WeakMap.prototype.get = () => 'tool/denied'; throw new Error('x')`,
      'program/failed',
    ],
    [`for (;;) emit('x'.repeat(100_000))`, 'limit/emitted-size'],
  ])('%s is %s', async (program, code) => {
    await using mail = await openMailShed();
    expect(await mail.shed.execute(program)).toMatchObject({ status: 'failed', error: { code } });
  });
});

describe('an answer', () => {
  verifies(
    'answer/size',
    'an answer beyond its limits is refused before anything reads it, and the question stays open',
    async () => {
      await using mail = await openMailShed({ limits: { answerBytes: 10_000 } });
      const paused = await mail.shed.execute(`return await elicit({ type: 'text', message: 'Say' })`);
      if (paused.status !== 'paused') throw new TypeError('it asks');
      const { executionId, paused: question } = paused;
      const large = 'x'.repeat(10_001);
      const self: unknown[] = [];
      self.push(self);
      for (const answer of [
        { approved: true, data: large },
        { approved: true, data: { [large]: 1 } },
        { approved: true, data: Array.from({ length: 10_000 }, () => 0) },
        { approved: false, reason: large },
        { approved: true, args: { to: large } },
        { answers: { [question.elicitationId]: { approved: true, data: large } } },
      ])
        await expect(mail.shed.resume(executionId, answer)).rejects.toMatchObject({ code: 'limit/answer-size' });
      for (const data of [nested(100_000), self])
        await expect(mail.shed.resume(executionId, { approved: true, data })).rejects.toMatchObject({
          code: 'limit/args-depth',
        });
      expect(await mail.shed.resume(executionId, { approved: true, data: 'short' })).toMatchObject({
        status: 'completed',
      });
    },
  );
});

describe('what policy is asked about', () => {
  verifies('policy/explain-bounds', 'is bounded like the arguments of a call', async () => {
    await using mail = await openMailShed();
    await expect(mail.shed.policy.explain('mail.send', { to: nested(100_000) })).rejects.toMatchObject({
      code: 'limit/args-depth',
    });
    await expect(mail.shed.policy.explain('mail.send', { to: 'x'.repeat(1_000_001) })).rejects.toMatchObject({
      code: 'limit/args-size',
    });
  });
});

describe('an idempotency key', () => {
  verifies(
    'execution/key-taken',
    'is for one program: another one under it is refused, the same one is the same execution',
    async () => {
      await using mail = await openMailShed();
      const key = { idempotencyKey: 'k' };
      const first = await mail.shed.execute('return 1', key);
      expect(await mail.shed.execute('return 1', key)).toMatchObject({ executionId: first.executionId, value: 1 });
      expect(await mail.shed.start('return 1', key)).toBe(first.executionId);
      for (const how of ['execute', 'start'] as const)
        await expect(mail.shed[how]('return 2', key)).rejects.toMatchObject({ code: 'execution/key-taken' });
      expect(await mail.shed.execute('return 2', { ...key, session: 'other' })).toMatchObject({ value: 2 });
    },
  );
});

describe('a side quest', () => {
  verifies(
    'quest/no-orphans',
    'a side quest started while its question is cancelled does not start, or is cancelled with it',
    async () => {
      await using shed = await openInThread({ tools: mailTools([]), store: 'memory' });
      for (let round = 0; round < 20; round += 1) {
        const main = await shed.execute('return await tools.mail.send({ to: "a" })');
        if (main.status !== 'paused') throw new TypeError('it asks');
        const quests = Array.from({ length: 4 }, () =>
          shed.fork(main.paused.elicitationId, `await sleep(60_000); return 1`).catch((error: unknown) => error),
        );
        for (let turn = 0; turn < round; turn += 1) await new Promise(setImmediate);
        await shed.cancel(main.executionId);
        for (const quest of await Promise.all(quests))
          if (quest instanceof Error) expect(quest).toBeInstanceOf(CannotForkError);
        await expect.poll(() => shed.list({ sideQuests: 'open' })).toEqual([]);
      }
    },
  );
});
