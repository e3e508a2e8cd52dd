import { type ElicitationChannel, reveal } from '@toolshed/kernel';
import { describe, expect, it } from 'vitest';
import { ADA, complete, scriptedChannel } from '../support/channels/scripted-channel.ts';
import { ASK_DATES, openTravelShed } from '../support/channels/travel-shed.ts';
import { expectStatus } from '../support/expect-status.ts';
import { newStoreFolder } from '../support/open-stores.ts';
import { openJobShed } from '../support/durable/jobs.ts';
import { leftBehind } from '../support/durable/revive.ts';
import { untilEntry } from '../support/durable/until.ts';
import { verifies } from '../support/verifies.ts';

const WAIT = { waitForChannels: true } as const;

describe('a question and its channels', () => {
  verifies(
    'channels/wait',
    'is in the pause that execute returns at once, and the program continues when a channel answers',
    async () => {
      const channel = scriptedChannel();
      await using host = await openTravelShed({ channels: [channel] });
      const ended = untilEntry(host.shed, 'completed');
      const paused = expectStatus(await host.shed.execute(ASK_DATES), 'paused');
      const question = await channel.next();
      expect(question.elicitationId).toBe(paused.paused.elicitationId);
      channel.answer(question.elicitationId, { content: 'may' });
      await ended;
      expect(await host.shed.get(paused.executionId)).toMatchObject({ status: 'completed', value: 'may' });
    },
  );

  verifies('channels/wait', 'waits as long as a channel has it, if told to', async () => {
    const channel = scriptedChannel();
    await using host = await openTravelShed({ channels: [channel] });
    const result = host.shed.execute(`${ASK_DATES} + (await elicit({ type: 'text', message: 'Sure?' })).data`, WAIT);
    channel.answer((await channel.next()).elicitationId, { content: 'may' });
    channel.answer((await channel.next()).elicitationId, { content: '!' });
    expect(await result).toMatchObject({ status: 'completed', value: 'may!' });
  });

  verifies('channels/wait', 'stops waiting when every channel has left it', async () => {
    const channel = scriptedChannel({ reply: () => undefined });
    await using host = await openTravelShed({ channels: [channel] });
    expectStatus(await host.shed.execute(ASK_DATES, WAIT), 'paused');
    expect(channel.asked).toHaveLength(1);
  });

  verifies(
    'channels/dispatch',
    'is journaled with the person and the channel’s own name, whatever the channel claims',
    async () => {
      const reply = () => ({ content: 'may', by: { principal: 'ada', kind: 'person', channel: 'terminal' } as const });
      await using host = await openTravelShed({ channels: [scriptedChannel({ name: 'pager', reply })] });
      const { executionId } = await host.shed.execute(ASK_DATES, WAIT);
      const answered = (await host.shed.journal(executionId)).find(({ kind }) => kind === 'answered');
      expect(answered).toMatchObject({ answer: { by: { principal: 'ada', kind: 'person', channel: 'pager' } } });
    },
  );

  verifies('channels/dispatch', 'a question that was answered with resume is over for the channel', async () => {
    const channel = scriptedChannel();
    await using host = await openTravelShed({ channels: [channel] });
    const { executionId } = await host.shed.execute(ASK_DATES);
    const { elicitationId } = await channel.next();
    expect(await host.shed.resume(executionId, { approved: true, data: 'june' })).toMatchObject({ value: 'june' });
    expect(channel.over).toMatchObject([{ id: elicitationId }]);
    channel.answer(elicitationId, { content: 'too late' });
    expect(await host.shed.get(executionId)).toMatchObject({ value: 'june' });
  });

  verifies(
    'channels/dispatch',
    'a question that another host on the same file answered is over for the channel',
    async () => {
      using folder = newStoreFolder();
      const channel = scriptedChannel();
      await using host = await openTravelShed({ store: { sqlite: folder.file }, channels: [channel] });
      await using other = await openTravelShed({ store: { sqlite: folder.file } });
      const waiting = host.shed.execute(ASK_DATES, WAIT);
      const { elicitationId } = await channel.next();
      await other.shed.resume(elicitationId, { approved: true, data: 'july' });
      expect(await waiting).toMatchObject({ status: 'completed', value: 'july' });
      expect(channel.over).toMatchObject([{ id: elicitationId }]);
    },
  );

  verifies(
    'channels/dispatch',
    'channels of one priority are asked at once: the first answer wins and the others are notified',
    async () => {
      const [slow, quick] = [scriptedChannel({ name: 'slow' }), scriptedChannel({ name: 'quick' })];
      await using host = await openTravelShed({ channels: [slow, quick] });
      const result = host.shed.execute(ASK_DATES, WAIT);
      const [first, second] = await Promise.all([slow.next(), quick.next()]);
      expect(first.elicitationId).toBe(second.elicitationId);
      quick.answer(second.elicitationId, { content: 'quick' });
      expect(await result).toMatchObject({ value: 'quick' });
      expect(slow.over).toMatchObject([{ id: first.elicitationId }]);
    },
  );

  verifies('channels/dispatch', 'goes to the next channel when one throws', async () => {
    const broken: ElicitationChannel = {
      name: 'broken',
      priority: 9,
      ask: () => {
        throw new Error('no line');
      },
    };
    await using host = await openTravelShed({
      channels: [broken, scriptedChannel({ reply: () => ({ content: 'b' }) })],
    });
    expect(await host.shed.execute(ASK_DATES, WAIT)).toMatchObject({ value: 'b' });
  });

  verifies('channels/dispatch', 'comes back with what is wrong when its answer does not fit, a few times', async () => {
    const contents = [7, 'may'];
    const correcting = scriptedChannel({ reply: () => ({ content: contents.shift() }) });
    await using host = await openTravelShed({ channels: [correcting] });
    expect(await host.shed.execute(ASK_DATES, WAIT)).toMatchObject({ value: 'may' });
    expect(correcting.asked.map(({ issues }) => issues.length)).toEqual([0, 1]);

    const stubborn = scriptedChannel({ reply: () => ({ content: 7 }) });
    await using hopeless = await openTravelShed({ channels: [stubborn] });
    expectStatus(await hopeless.shed.execute(ASK_DATES, WAIT), 'paused');
    expect(stubborn.asked).toHaveLength(3);
  });

  verifies.each('channels/dispatch', [
    { action: 'obey' },
    { action: 'expired' },
    { content: 'x', by: { principal: 7 } },
    {},
  ])('is not answered by a reply that is not an answer: %j', async (garbage) => {
    const channel: ElicitationChannel = {
      name: 'loose',
      priority: 0,
      ask: async () => JSON.parse(JSON.stringify(garbage)),
    };
    await using host = await openTravelShed({ channels: [channel] });
    const { executionId } = expectStatus(await host.shed.execute(ASK_DATES, WAIT), 'paused');
    expect(await host.shed.resume(executionId, { approved: true, data: 'may' })).toMatchObject({ value: 'may' });
  });

  verifies.each('channels/dispatch', [
    ['null', () => null],
    ['a text', () => 'yes'],
    ['an answer by nobody', () => ({ action: 'accept', content: 'may' })],
    ['an action there is not', () => ({ ...complete({ content: 'may' }), action: 'yes' })],
    [
      'an exception',
      () => {
        throw new Error('no signal');
      },
    ],
  ])('falls through to the next channel after %s', async (name, ask) => {
    const warnings: string[] = [];
    const write = (_facts: object, words: string): unknown => warnings.push(words);
    const log = { debug: write, info: write, warn: write, error: write };
    const broken = (priority: number) =>
      ({ name: 'broken', priority, ask: async () => JSON.parse(JSON.stringify(ask())) }) as const;
    const next = scriptedChannel({ name: 'next', reply: () => ({ content: 'june' }) });
    await using host = await openTravelShed({ channels: [broken(3), broken(2), next], log });
    expect(await host.shed.execute(ASK_DATES, WAIT)).toMatchObject({ status: 'completed', value: 'june' });
    expect(warnings.filter((words) => words.endsWith('trying the next channel'))).toHaveLength(name === 'null' ? 0 : 2);

    await using alone = await openTravelShed({ channels: [broken(1)], whenNobody: 'cancel', log });
    expect(await alone.shed.execute(`return (await elicit({ message: '?' })).action`, WAIT)).toMatchObject({
      value: 'cancel',
    });
  });

  verifies.each('channels/dispatch', [
    { approved: false },
    { approved: true },
    { arguments: { cents: 2 } },
    { data: { cents: 2 } },
    { by: { ...ADA, name: 'Ada' } },
    { elicitationId: 'elic_another' },
  ])('approves no call by an answer that also says %j', async (more) => {
    const warnings: object[] = [];
    const quiet = (): void => undefined;
    const log = { debug: quiet, info: quiet, warn: (facts: object) => void warnings.push(facts), error: quiet };
    const pager: ElicitationChannel = { name: 'pager', priority: 1, ask: async () => ({ ...complete({}), ...more }) };
    const together: ElicitationChannel = {
      ...pager,
      askTogether: async (questions) =>
        new Map(questions.map(({ elicitationId }) => [elicitationId, { ...complete({}), ...more }])),
    };
    for (const channel of [pager, together]) {
      await using host = await openTravelShed({ channels: [channel], log });
      const paused = await host.shed.execute(`return await tools.hotel.pay({ cents: 1 })`, WAIT);
      const { executionId } = expectStatus(paused, 'paused');
      expect(host.done).toEqual([]);
      expect(warnings.splice(0)).toMatchObject([{ channel: 'pager', wrong: [expect.any(String)] }]);
      expect(await host.shed.resume(executionId, true)).toMatchObject({ value: { paid: 1 } });
    }
  });

  verifies.each('channels/dispatch', [
    ['a promise of false', async () => false],
    ['a promise of true', async () => true],
    ['a promise that fails', () => Promise.reject(new Error('no line'))],
  ])('is not asked on a channel whose "supports" gives %s', async (_name, supports) => {
    const warnings: string[] = [];
    const quiet = (): void => undefined;
    const warn = (_facts: object, words: string): void => void warnings.push(words);
    const log = { debug: quiet, info: quiet, warn, error: quiet };
    const lazy = scriptedChannel({ priority: 9, reply: () => ({ content: 'lazy' }) });
    const next = scriptedChannel({ name: 'next', reply: () => ({ content: 'june' }) });
    const channels = [Object({ ...lazy, supports }), next];
    await using host = await openTravelShed({ channels, log });
    expect(await host.shed.execute(ASK_DATES, WAIT)).toMatchObject({ value: 'june' });
    expect(lazy.asked).toEqual([]);
    expect(warnings).toEqual([expect.stringContaining('"supports"')]);
  });

  verifies.each('channels/dispatch', [
    ['channels.0.priority', { channels: [{ name: 'x', ask: async () => undefined }] }],
    ['channels.0.ask', { channels: [{ name: 'x', priority: 1, ask: 'me' }] }],
    ['channels.1.name', { channels: [scriptedChannel(), { ...scriptedChannel(), name: ' ' }] }],
    ['channels.0.atOnce', { channels: [{ ...scriptedChannel(), atOnce: 0 }] }],
    ['channels.0', { channels: ['pager'] }],
    ['middleware.0', { middleware: [{}] }],
    ['kinds.0.requestFor', { kinds: [{ name: 'x', actions: [] }] }],
    ['kinds', { kinds: [reveal] }],
    ['whenNobody', { whenNobody: 'deny' }],
    ['questionsExpireInMs', { questionsExpireInMs: -1 }],
  ])('cannot be configured with a wrong %s', async (key, options) => {
    const opened = openTravelShed(Object(options));
    await expect(opened).rejects.toMatchObject({ code: 'options/invalid', issues: [{ field: key }] });
  });

  verifies('channels/dispatch', 'is not answered by an agent on a channel unless the host allows it', async () => {
    const reply = () => ({ content: 'yes', by: { principal: 'bot', kind: 'agent' } as const });
    await using host = await openTravelShed({ channels: [scriptedChannel({ reply })] });
    expectStatus(await host.shed.execute(ASK_DATES, WAIT), 'paused');
    await using lax = await openTravelShed({ channels: [scriptedChannel({ reply })], agentsMayAnswer: true });
    expect(await lax.shed.execute(ASK_DATES, WAIT)).toMatchObject({ value: 'yes' });
  });

  it('is over when its execution is cancelled, and when the host is closing', async () => {
    const channel = scriptedChannel();
    const host = await openTravelShed({ channels: [channel] });
    const { executionId } = await host.shed.execute(ASK_DATES);
    await channel.next();
    await host.shed.cancel(executionId);
    expect(channel.over).toHaveLength(1);
    await host.shed.execute(ASK_DATES);
    await channel.next();
    await host[Symbol.asyncDispose]();
    expect(channel.over).toHaveLength(2);
  });

  verifies('channels/dispatch', 'one in doubt stays open even where questions nobody takes are cancelled', async () => {
    await using died = await openJobShed();
    const { executionId } = await died.shed.execute(`return await tools.jobs.holdWrite({ n: 1 })`);
    void died.shed.resume(executionId, true).catch(() => undefined);
    await died.jobs.held;
    const store = await leftBehind(died.shed, executionId);
    await using next = await openJobShed({ store, whenNobody: 'cancel' });
    const { paused } = expectStatus(await next.shed.wake(executionId), 'paused');
    expect(paused.type).toBe('in-doubt');
  });
});

describe('after a restart', () => {
  verifies(
    'channels/restart',
    'an open question is offered again under the same id, without its program being run',
    async () => {
      using folder = newStoreFolder();
      const store = { sqlite: folder.file };
      const before = scriptedChannel();
      const first = await openTravelShed({ store, channels: [before] });
      const { executionId } = await first.shed.execute(ASK_DATES, { agent: 'planner', labels: { trip: 'tokyo' } });
      const { elicitationId } = await before.next();
      await first[Symbol.asyncDispose]();

      const after = scriptedChannel();
      await using second = await openTravelShed({ store, channels: [after] });
      const question = await after.next();
      expect(question).toMatchObject({ elicitationId, agent: 'planner', labels: { trip: 'tokyo' }, asker: 'program' });
      expect((await second.shed.get(executionId)).sandbox).toBeUndefined();
      const ended = untilEntry(second.shed, 'completed');
      after.answer(elicitationId, { content: 'may' });
      await ended;
      expect(await second.shed.get(executionId)).toMatchObject({ status: 'completed', value: 'may' });
    },
  );

  verifies('channels/restart', 'a question that another process asked meanwhile is offered too', async () => {
    using folder = newStoreFolder();
    const store = { sqlite: folder.file };
    const channel = scriptedChannel();
    await using host = await openTravelShed({ store, channels: [channel] });
    await using other = await openTravelShed({ store });
    const { paused } = expectStatus(await other.shed.execute(ASK_DATES), 'paused');
    expect((await channel.next()).elicitationId).toBe(paused.elicitationId);
    const ended = untilEntry(host.shed, 'completed');
    channel.answer(paused.elicitationId, { content: 'may' });
    await ended;
  });
});

describe('questions that wait for a channel', () => {
  const THREE = `return await Promise.all(['a', 'b', 'c'].map((message) => elicit({ type: 'text', message })))`;

  verifies('channels/queue', 'are asked one at a time, in order, and one that is over leaves the queue', async () => {
    const channel = scriptedChannel();
    await using host = await openTravelShed({ channels: [channel] });
    const { pending } = expectStatus(await host.shed.execute(THREE), 'paused');
    const first = await channel.next();
    expect([first.message, channel.inHand]).toEqual(['a', 1]);
    await host.shed.resume(pending[1]?.elicitationId ?? '', { approved: true, data: 'elsewhere' });
    channel.answer(first.elicitationId, { content: 'x' });
    expect((await channel.next()).message).toBe('c');
  });

  verifies('channels/queue', 'are asked several at a time where the channel says so', async () => {
    const channel = scriptedChannel({ atOnce: 2 });
    await using host = await openTravelShed({ channels: [channel] });
    await host.shed.execute(THREE);
    const first = await channel.next();
    await channel.next();
    expect(channel.inHand).toBe(2);
    channel.answer(first.elicitationId, { content: 'x' });
    expect((await channel.next()).message).toBe('c');
  });

  verifies(
    'channels/queue',
    'are asked together by a channel that merges, again when one of them is over elsewhere',
    async () => {
      const batches: string[][] = [];
      const shown = Promise.withResolvers<void>();
      const merging: ElicitationChannel = {
        name: 'inbox',
        priority: 0,
        ask: async () => undefined,
        askTogether(questions, signal) {
          batches.push(questions.map(({ message }) => message));
          shown.resolve();
          if (batches.length > 1)
            return Promise.resolve(new Map(questions.map((q) => [q.elicitationId, complete({ content: q.message })])));
          return new Promise((resolve) => signal.addEventListener('abort', () => resolve(new Map())));
        },
      };
      await using host = await openTravelShed({ channels: [merging] });
      const waiting = host.shed.execute(
        `return (await Promise.all(['a', 'b', 'c'].map((message) => elicit({ type: 'text', message })))).map(({ data }) => data)`,
        WAIT,
      );
      await shown.promise;
      const [, , third] = await host.shed.pending();
      await host.shed.resume(third?.elicitationId ?? '', { approved: true, data: 'elsewhere' });
      expect(await waiting).toMatchObject({ status: 'completed', value: ['elsewhere', 'b', 'c'] });
      expect(batches).toEqual([
        ['a', 'b', 'c'],
        ['b', 'c'],
      ]);
    },
  );

  verifies('channels/queue', 'questions of a session that asks much do not keep others waiting', async () => {
    const channel = scriptedChannel();
    await using host = await openTravelShed({ channels: [channel] });
    await host.shed.execute(THREE, { session: 'noisy' });
    await host.shed.execute(ASK_DATES, { session: 'quiet' });
    const order: string[] = [];
    for (let count = 0; count < 4; count++) {
      const question = await channel.next();
      order.push(question.session);
      channel.answer(question.elicitationId, { content: 'x' });
    }
    expect(order.indexOf('quiet')).toBeLessThanOrEqual(2);
  });
});
