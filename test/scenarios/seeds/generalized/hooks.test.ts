// Hooks by priority, what falls through, and what becomes of a question that nobody takes.

import type { ElicitationChannel, OfferedElicitation } from '@toolshed/kernel';
import { describe, expect } from 'vitest';
import { ADA, scriptedChannel } from '../../../support/channels/scripted-channel.ts';
import { openTravelShed } from '../../../support/channels/travel-shed.ts';
import { expectStatus } from '../../../support/expect-status.ts';
import { verifies } from '../../../support/verifies.ts';
import { shows } from '../shows.ts';

const WAIT = { waitForChannels: true } as const;
const ELICIT = `return await elicit({ type: 'choice', prompt: 'Which framework should we use?', options: ['FastAPI', 'Django'] })`;

describe('hooks', () => {
  verifies('channels/dispatch', 'are tried by priority until one responds', async () => {
    const order: string[] = [];
    const questions: OfferedElicitation[] = [];
    const hook = (name: string, priority: number, answer: 'nothing' | 'null' | 'Django'): ElicitationChannel => ({
      name,
      priority,
      async ask(question) {
        order.push(name);
        questions.push(question);
        if (answer === 'nothing') return undefined;
        return JSON.parse(JSON.stringify(answer === 'null' ? null : { action: 'accept', content: answer, by: ADA }));
      },
    });
    const hooks = [
      hook('low', 1, 'Django'),
      hook('high', 100, 'nothing'),
      hook('middle', 10, 'null'),
      hook('last', 0, 'Django'),
    ];
    await using host = await openTravelShed({ channels: hooks });
    const result = await host.shed.execute(ELICIT, WAIT);
    shows('parts/elicit', result).toMatchObject({ value: { approved: true, action: 'accept', data: 'Django' } });
    shows('parts/hooks', order).toContain('high');
    shows('parts/hook-protocol', questions[0]).toMatchObject({
      type: 'choice',
      message: 'Which framework should we use?',
    });
    shows('hooks/priority', order.indexOf('high')).toBeLessThan(order.indexOf('low'));
    shows('hooks/highest-first', order[0]).toBe('high');
    shows('hooks/falls-through', order).toEqual(['high', 'middle', 'low']);
    shows('hooks/first-wins', order).not.toContain('last');
  });

  verifies('channels/dispatch', 'are the same for what the gate asks and what an agent asks', async () => {
    const ui = scriptedChannel({ reply: ({ type }) => (type === 'choice' ? { content: 'Django' } : {}) });
    await using host = await openTravelShed({ channels: [ui] });
    await host.shed.execute(`${ELICIT.replace('return', '')}; return await tools.hotel.pay({ cents: 1 })`, WAIT);
    shows(
      'hooks/same-machinery',
      ui.asked.map(({ asker }) => asker),
    ).toEqual(['program', 'gate']);
    shows('versus/elicitation-by-agent', ui.asked[0]).toMatchObject({ asker: 'program', type: 'choice' });
    shows('versus/confirmation-by-system', ui.asked[1]).toMatchObject({ asker: 'gate', type: 'approval' });
    shows('open/unified', ui.asked[1]).toMatchObject({ toolPath: 'hotel.pay', args: { cents: 1 } });
  });

  verifies('channels/nobody', 'leave it open without one, or cancelled where the host says so', async () => {
    const hook = () => scriptedChannel({ name: 'server', reply: () => undefined });
    await using cancelling = await openTravelShed({ channels: [hook()], whenNobody: 'cancel' });
    expect(await cancelling.shed.execute(ELICIT, WAIT)).toMatchObject({ value: { approved: false, action: 'cancel' } });
    const refused = `return await tools.hotel.pay({ cents: 1 }).catch(({ code }) => code)`;
    expect(await cancelling.shed.execute(refused, WAIT)).toMatchObject({ value: 'tool/cancelled' });
    await using host = await openTravelShed({ channels: [hook()] });
    const open = await host.shed.execute(ELICIT, WAIT);
    shows('hooks/nobody', open.status).toBe('paused');
    expect(expectStatus(open, 'paused').session).toBe('default');
    shows('server/no-session', await host.shed.pending({ session: 'default' })).toHaveLength(1);
  });
});
