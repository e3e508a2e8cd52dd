// Seed 000_1a20b74940af46e8.txt, "Hook System": hooks by priority, None falls through, a terminal as the last resort,
// and cancel where there is none.

import { describe, expect, it } from 'vitest';
import { scriptedChannel } from '../../support/channels/scripted-channel.ts';
import { openTravelShed } from '../../support/channels/travel-shed.ts';
import { expectStatus } from '../../support/expect-status.ts';
import { verifies } from '../../support/verifies.ts';

const WAIT = { waitForChannels: true } as const;
const ELICIT = `return await elicit({ type: 'choice', message: 'Which framework should we use?', options: ['FastAPI', 'Django'] })`;

describe('seed 000_1a20b74940af46e8.txt: hook dispatch', () => {
  verifies('channels/dispatch', 'channels/nobody');

  it('tries hooks in priority order, whatever the order they were registered in', async () => {
    const order: string[] = [];
    const hook = (name: string, priority: number) =>
      scriptedChannel({
        name,
        priority,
        reply: () => {
          order.push(name);
          return undefined;
        },
      });
    await using host = await openTravelShed({ channels: [hook('low', 1), hook('high', 100), hook('middle', 10)] });
    expectStatus(await host.shed.execute(ELICIT, WAIT), 'paused');
    expect(order).toEqual(['high', 'middle', 'low']);
  });

  it('takes the first answer that is not None, and asks nobody after that', async () => {
    const none = scriptedChannel({ name: 'server', priority: 9, reply: () => undefined });
    const first = scriptedChannel({ name: 'webui', priority: 5, reply: () => ({ content: 'Django' }) });
    const after = scriptedChannel({ name: 'cli', priority: 1, reply: () => ({ content: 'FastAPI' }) });
    await using host = await openTravelShed({ channels: [none, first, after] });
    const result = await host.shed.execute(ELICIT, WAIT);
    expect(result).toMatchObject({ value: { approved: true, action: 'accept', data: 'Django' } });
    expect([none.asked.length, first.asked.length, after.asked.length]).toEqual([1, 1, 0]);
  });

  it('falls back to the terminal, if there is one, when all hooks return None', async () => {
    const hook = scriptedChannel({ name: 'server', priority: 100, reply: () => undefined });
    const terminal = scriptedChannel({ name: 'terminal', priority: -1, reply: () => ({ content: 'FastAPI' }) });
    await using host = await openTravelShed({ channels: [terminal, hook], whenNobody: 'cancel' });
    expect(await host.shed.execute(ELICIT, WAIT)).toMatchObject({ value: { data: 'FastAPI' } });
  });

  it('cancels when all hooks return None and there is no terminal', async () => {
    const hook = scriptedChannel({ name: 'server', reply: () => undefined });
    await using host = await openTravelShed({ channels: [hook], whenNobody: 'cancel' });
    const result = await host.shed.execute(ELICIT, WAIT);
    expect(result).toMatchObject({ status: 'completed', value: { approved: false, action: 'cancel' } });
    const answered = (await host.shed.journal(result.executionId)).find(({ kind }) => kind === 'answered');
    expect(answered).toMatchObject({ answer: { by: { kind: 'runtime', channel: 'nobody' } } });
  });

  it('cancels without any hook at all, before execute returns', async () => {
    await using host = await openTravelShed({ whenNobody: 'cancel' });
    expect(await host.shed.execute(ELICIT)).toMatchObject({ value: { action: 'cancel' } });
    const refused = await host.shed.execute(`return await tools.hotel.pay({ cents: 1 }).catch(({ code }) => code)`);
    expect(refused).toMatchObject({ value: 'tool/cancelled' });
    expect(host.done).toEqual([]);
  });

  it('keeps the question where the host rather waits', async () => {
    await using host = await openTravelShed({ channels: [scriptedChannel({ reply: () => undefined })] });
    expectStatus(await host.shed.execute(ELICIT, WAIT), 'paused');
  });

  it('skips a hook that cannot show this type of question', async () => {
    const plain = scriptedChannel({
      priority: 9,
      supports: ({ type }) => type === 'text',
      reply: () => ({ content: 1 }),
    });
    const rich = scriptedChannel({ priority: 1, reply: () => ({ content: 'Django' }) });
    await using host = await openTravelShed({ channels: [plain, rich] });
    expect(await host.shed.execute(ELICIT, WAIT)).toMatchObject({ value: { data: 'Django' } });
    expect(plain.asked).toEqual([]);
  });
});
