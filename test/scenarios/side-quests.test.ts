import { CannotForkError, fold, newExecutionId, summarize } from '@toolshed/kernel/runtime';
import { openSqliteStore, UnknownElicitationError } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { scriptedChannel } from '../support/channels/scripted-channel.ts';
import { ASK_DATES, openTravelShed } from '../support/channels/travel-shed.ts';
import { expectStatus } from '../support/expect-status.ts';
import { newStoreFolder } from '../support/open-stores.ts';
import { verifies } from '../support/verifies.ts';

const WEATHER = `return await tools.weather.read({ place: 'Tokyo' })`;
const CHAT = `return (await elicit({ type: 'text', message: 'And now?' })).action`;

describe('a side quest', () => {
  verifies('side-quest/return', 'belongs to the session of its question and inherits who asks by default', async () => {
    await using host = await openTravelShed();
    const labels = { trip: 'tokyo', desk: '1' };
    const main = expectStatus(await host.shed.execute(ASK_DATES, { session: 's1', agent: 'a1', labels }), 'paused');
    const quest = await host.shed.fork(main.paused.elicitationId, CHAT, { agent: 'a2', labels: { desk: '2' } });
    const [started] = await host.shed.journal(quest.executionId);
    const parent = { elicitationId: main.paused.elicitationId, executionId: main.executionId };
    expect(started).toMatchObject({ session: 's1', agent: 'a2', labels: { trip: 'tokyo', desk: '2' } });
    // Journals keep the names they were first written with.
    expect(started).toMatchObject({ parent: { elicitation: parent.elicitationId, execution: parent.executionId } });
    expect(quest.parent).toEqual(parent);
    expect(await host.shed.list({ parent: main.executionId })).toMatchObject([{ id: quest.executionId, parent }]);
  });

  verifies('side-quest/return', 'can be started from an open question only', async () => {
    await using host = await openTravelShed();
    const main = expectStatus(await host.shed.execute(ASK_DATES), 'paused');
    await host.shed.resume(main.executionId, { approved: true, data: 'may' });
    await expect(host.shed.fork(main.paused.elicitationId, WEATHER)).rejects.toThrow(CannotForkError);
    await expect(host.shed.fork('elic_nothing', WEATHER)).rejects.toThrow(UnknownElicitationError);
    await expect(host.shed.fork(main.executionId, WEATHER)).rejects.toThrow(UnknownElicitationError);
  });

  verifies('side-quest/return', 'a side quest that fails brings its person back like one that completes', async () => {
    await using host = await openTravelShed();
    const main = expectStatus(await host.shed.execute(ASK_DATES), 'paused');
    const failed = await host.shed.fork(main.paused.elicitationId, `throw new Error('no')`);
    const journal = await host.shed.journal(main.executionId);
    expect(journal.at(-1)).toMatchObject({ kind: 'side-quest-ended', execution: failed.executionId, status: 'failed' });
    expect(fold(journal).status.kind).toBe('paused');
    expect(await host.shed.resume(main.executionId, { approved: true, data: 'may' })).toMatchObject({ value: 'may' });
  });

  verifies('side-quest/return', 'continues when its question is answered, and says so when it ends later', async () => {
    await using host = await openTravelShed();
    const main = expectStatus(await host.shed.execute(`${ASK_DATES} + await elicit({ message: 'Sure?' })`), 'paused');
    const quest = await host.shed.fork(main.paused.elicitationId, CHAT);
    await host.shed.resume(main.paused.elicitationId, { approved: true, data: 'may' });
    expect(await host.shed.resume(quest.executionId, { approved: true, data: 'x' })).toMatchObject({ value: 'accept' });
    const kinds = (await host.shed.journal(main.executionId)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'side-quest-ended')).toHaveLength(1);
  });

  verifies(
    'side-quest/cancel',
    'is cancelled with its execution, at any depth, also where nothing of it is in memory',
    async () => {
      using folder = newStoreFolder();
      const store = { sqlite: folder.file };
      const first = await openTravelShed({ store });
      const main = expectStatus(await first.shed.execute(ASK_DATES), 'paused');
      const quest = expectStatus(await first.shed.fork(main.paused.elicitationId, CHAT), 'paused');
      const inner = expectStatus(await first.shed.fork(quest.paused.elicitationId, CHAT), 'paused');
      await first[Symbol.asyncDispose]();
      await using second = await openTravelShed({ store });
      await second.shed.cancel(main.executionId);
      expect((await second.shed.get(quest.executionId)).status).toBe('cancelled');
      expect((await second.shed.get(inner.executionId)).status).toBe('cancelled');
      expect(await second.shed.pending()).toEqual([]);
    },
  );

  verifies(
    'side-quest/cancel',
    'is cancelled when its question is answered with cancel, and not when it is declined',
    async () => {
      await using host = await openTravelShed();
      const fork = async () => {
        const main = expectStatus(await host.shed.execute(ASK_DATES), 'paused');
        return { main, quest: await host.shed.fork(main.paused.elicitationId, CHAT) };
      };
      const [one, two] = [await fork(), await fork()];
      await host.shed.resume(one.main.executionId, { action: 'cancel' });
      await host.shed.resume(two.main.executionId, false);
      expect((await host.shed.get(one.quest.executionId)).status).toBe('cancelled');
      expect((await host.shed.get(two.quest.executionId)).status).toBe('paused');
    },
  );

  verifies(
    'side-quest/cancel',
    'is cancelled by the next start where the process died right after its question was',
    async () => {
      using folder = newStoreFolder();
      const first = await openTravelShed({ store: { sqlite: folder.file } });
      const main = expectStatus(await first.shed.execute(ASK_DATES), 'paused');
      const quest = await first.shed.fork(main.paused.elicitationId, CHAT);
      const journal = await first.shed.journal(main.executionId);
      await first[Symbol.asyncDispose]();
      await using store = openSqliteStore({ file: folder.file });
      const by = { principal: 'ada', kind: 'person', channel: 'terminal' } as const;
      const cancelled = { kind: 'cancelled', seq: journal.length, at: Date.now(), by } as const;
      const state = fold([...journal, cancelled]);
      await store.journal.append(main.executionId, [cancelled], summarize(main.executionId, state, cancelled.at));
      await using second = await openTravelShed({ store });
      await second.shed.wakeAll();
      expect(await second.shed.get(quest.executionId)).toMatchObject({
        status: 'cancelled',
        reason: 'the question it left was cancelled',
      });
    },
  );

  verifies('side-quest/return', 'is not in a tree that does not exist', async () => {
    await using host = await openTravelShed();
    await expect(host.shed.tree(newExecutionId(0))).rejects.toMatchObject({ code: 'execution/unknown' });
  });

  verifies(
    'side-quest/return',
    'is left for its question on a channel that shows one at a time, which comes back to it afterwards',
    async () => {
      const ui = scriptedChannel();
      await using host = await openTravelShed({ channels: [ui] });
      const wait = { waitForChannels: true };
      const booking = host.shed.execute(ASK_DATES, wait);
      const dates = await ui.next();
      const chatting = host.shed.fork(dates.elicitationId, CHAT, wait);
      const chat = await ui.next();
      expect(chat.elicitationId).not.toBe(dates.elicitationId);
      // The last word counts.
      for (const { elicitationId } of [dates, chat, dates]) await host.shed.returnTo(elicitationId);
      await expect.poll(() => ui.inSight).toEqual([dates.elicitationId]);
      ui.answer(dates.elicitationId, { content: 'may' });
      expect(await booking).toMatchObject({ value: 'may' });
      await expect.poll(() => ui.inSight).toEqual([chat.elicitationId]);
      ui.answer(chat.elicitationId, { content: 'no' });
      expect(await chatting).toMatchObject({ status: 'completed' });
    },
  );
});
