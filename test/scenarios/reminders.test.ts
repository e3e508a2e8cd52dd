// Questions that nobody answers: people are reminded, and then others are asked.

import { setTimeout as pause } from 'node:timers/promises';
import { InvalidOptionsError } from '@toolshed/kernel';
import { describe, expect } from 'vitest';
import { scriptedChannel } from '../support/channels/scripted-channel.ts';
import { ASK_DATES, openTravelShed } from '../support/channels/travel-shed.ts';
import { expectStatus } from '../support/expect-status.ts';
import { untilEntry } from '../support/durable/until.ts';
import { newStoreFolder } from '../support/open-stores.ts';
import { recordedLog } from '../support/recorded-log.ts';
import { serveHost } from '../support/served-host.ts';
import { verifies } from '../support/verifies.ts';
import { openReceiver, WEBHOOK_SECRET as SECRET } from '../support/webhook-receiver.ts';

describe('a channel', () => {
  verifies(
    'channels/reminders',
    'is reminded as often as the host says, and of nothing that was answered',
    async () => {
      const channel = scriptedChannel({ atOnce: 2 });
      await using host = await openTravelShed({ channels: [channel], reminders: { afterMs: [1_500, 2_000] } });
      await host.shed.execute(ASK_DATES);
      await host.shed.execute(ASK_DATES);
      const [answered, open] = [await channel.next(), await channel.next()];
      channel.answer(answered.elicitationId, { content: 'may' });
      await expect.poll(() => channel.reminded.length).toBe(2);
      await pause(150);
      expect(channel.reminded).toEqual([open.elicitationId, open.elicitationId]);
      expect(channel.asked).toHaveLength(2);
    },
  );

  verifies('channels/reminders', 'is reminded, and a question escalated, in the log and in no journal', async () => {
    const [desk, boss] = [scriptedChannel(), scriptedChannel({ name: 'boss', escalation: true })];
    const { log, lines } = recordedLog();
    const reminders = { afterMs: 50, escalateAfterMs: 100 };
    await using host = await openTravelShed({ channels: [desk, boss], reminders, log });
    const { executionId } = await host.shed.execute(ASK_DATES);
    await boss.next();
    await expect.poll(() => lines).toContain('info a channel was asked to remind of a question');
    expect(lines).toContain('info a question was escalated');
    const kinds = (await host.shed.journal(executionId)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => !['started', 'elicit-called', 'asked', 'parked'].includes(kind))).toEqual([]);
    expect((await host.shed.audit.list()).map(({ what }) => what).toSorted()).toEqual([
      ...['asked', 'elicit-called', 'started'],
    ]);
  });

  verifies('channels/reminders', 'one whose reminder fails keeps its question', async () => {
    const failing = { ...scriptedChannel(), remind: () => Promise.reject(new Error('no paper')) };
    const channel = scriptedChannel();
    await using host = await openTravelShed({ channels: [failing, channel], reminders: { afterMs: 50 } });
    const { executionId } = await host.shed.execute(ASK_DATES);
    await expect.poll(() => channel.reminded.length).toBe(1);
    const ended = untilEntry(host.shed, 'completed');
    channel.answer((await channel.next()).elicitationId, { content: 'may' });
    await ended;
    expect(await host.shed.get(executionId)).toMatchObject({ value: 'may' });
  });

  verifies(
    'channels/reminders',
    'a channel for escalation is asked after its time, in addition to those that have the question',
    async () => {
      const [desk, boss] = [scriptedChannel(), scriptedChannel({ name: 'boss', escalation: true })];
      await using host = await openTravelShed({ channels: [boss, desk], reminders: { escalateAfterMs: 150 } });
      const { paused } = expectStatus(await host.shed.execute(ASK_DATES), 'paused');
      await desk.next();
      expect(boss.asked).toEqual([]);
      const { elicitationId } = await boss.next();
      expect([elicitationId, desk.inHand]).toEqual([paused.elicitationId, 1]);
      const ended = untilEntry(host.shed, 'completed');
      boss.answer(elicitationId, { content: 'may' });
      await ended;
      expect(desk.over.map(({ id }) => id)).toEqual([elicitationId]);
    },
  );

  verifies('channels/reminders', 'one for escalation keeps a question from counting as untaken', async () => {
    const [desk, boss] = [scriptedChannel({ reply: () => undefined }), scriptedChannel({ escalation: true })];
    const options = { channels: [desk, boss], whenNobody: 'cancel', reminders: { escalateAfterMs: 100 } } as const;
    await using host = await openTravelShed(options);
    const { executionId } = expectStatus(await host.shed.execute(ASK_DATES), 'paused');
    const question = await boss.next();
    expectStatus(await host.shed.get(executionId), 'paused');
    const ended = untilEntry(host.shed, 'completed');
    boss.answer(question.elicitationId, undefined);
    await ended;
    const answered = (await host.shed.journal(executionId)).find(({ kind }) => kind === 'answered');
    expect(answered).toMatchObject({ answer: { action: 'cancel' } });
  });

  verifies('channels/reminders', 'counts from when the question was asked, across a restart', async () => {
    using folder = newStoreFolder();
    const options = { store: { sqlite: folder.file }, reminders: { afterMs: [50, 4_000], escalateAfterMs: 300 } };
    // The second is due long after the next host is open, however slowly that opens on a busy machine.
    const before = scriptedChannel();
    const first = await openTravelShed({ ...options, channels: [before] });
    await first.shed.execute(ASK_DATES);
    const { elicitationId } = await before.next();
    await first[Symbol.asyncDispose]();
    await pause(350);
    const [desk, boss] = [scriptedChannel(), scriptedChannel({ name: 'boss', escalation: true })];
    await using _second = await openTravelShed({ ...options, channels: [desk, boss] });
    expect((await boss.next()).elicitationId).toBe(elicitationId);
    await expect.poll(() => desk.reminded).toEqual([elicitationId]);
  });

  verifies('channels/reminders', 'one for escalation without a time is refused when the host opens', async () => {
    const opening = openTravelShed({ channels: [scriptedChannel({ escalation: true })] });
    await expect(opening).rejects.toThrow(InvalidOptionsError);
    await expect(opening).rejects.toThrow(/reminders\.escalateAfterMs/);
  });
});

describe('a webhook', () => {
  verifies(
    'channels/reminders',
    'is reminded once of what is still open, and one for escalation is notified of nothing else, across a restart',
    async () => {
      await using receiver = await openReceiver();
      await using escalation = await openReceiver();
      const common = { secret: SECRET, allowPrivate: true };
      const webhooks = [
        { url: receiver.url, ...common },
        { url: escalation.url, ...common, escalation: true },
      ];
      // Long enough to answer one of two questions on a busy machine before it is due.
      const reminders = { afterMs: 4_000, escalateAfterMs: 6_000 };
      await using host = await serveHost({ config: { webhooks, reminders } });
      const token = await host.approver();
      const body = { program: `return (await tools.mail.send({ to: 'ada@x.org' })).sent`, waitMs: 20_000 };
      const ask = async (): Promise<string> =>
        (await host.call('POST', '/v1/executions', { token, body })).body.paused.elicitationId;
      const [answered, open] = [await ask(), await ask()];
      await host.call('POST', `/v1/elicitations/${answered}/answer`, { token, body: { approved: true } });
      await expect.poll(() => receiver.received.length).toBeGreaterThanOrEqual(3);
      await host.end('SIGTERM');
      await host.start();
      await expect.poll(() => escalation.received.length).toBe(1);
      await ask();
      await expect.poll(() => receiver.received.length).toBe(6);
      const ids = receiver.received.map(({ id }) => id);
      expect(ids.filter((id) => id.includes('.reminder.4000')).slice(0, 1)).toEqual([`${open}.reminder.4000`]);
      expect(ids.filter((id) => id.startsWith(answered))).toEqual([`${answered}.asked`, `${answered}.answered`]);
      expect(new Set(ids).size).toBe(ids.length);
      const [notice] = escalation.received;
      expect([notice?.id, notice?.isSigned]).toEqual([`${open}.escalation.6000`, true]);
      expect(JSON.parse(notice?.body ?? '')).toMatchObject({
        type: 'question.escalated',
        link: expect.stringContaining(open),
      });
    },
    { timeout: 90_000 },
  );
});
