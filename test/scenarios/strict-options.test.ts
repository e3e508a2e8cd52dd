import { definePlugin, defineTool } from '@toolshed/kernel';
import { openToolshed } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { openMailShed } from '../support/mail-shed.ts';
import { verifies } from '../support/verifies.ts';

const SEND = `return await tools.mail.send({ to: 'a' })`;

/** Hosts are written in JavaScript, too. */
const untyped = (given: unknown) => JSON.parse(JSON.stringify(given));

describe('an option nobody knows', () => {
  verifies(
    'input/strict-options',
    'is refused by every function that takes options, with the one that was meant',
    async () => {
      await using mail = await openMailShed();
      const { shed } = mail;
      const refused = (work: Promise<unknown>, meant: string) =>
        expect(work).rejects.toMatchObject({
          code: 'options/invalid',
          message: expect.stringContaining(`did you mean "${meant}"?`),
        });
      await refused(shed.execute(SEND, untyped({ sesion: 's' })), 'session');
      await refused(shed.start(SEND, untyped({ agnt: 's' })), 'agent');
      await refused(shed.list(untyped({ sesion: 's' })), 'session');
      await refused(shed.pending(untyped({ executonId: 's' })), 'executionId');
      await refused(shed.eventsAfter(0, untyped({ limits: 5 })), 'limit');
      await refused(shed.policy.explain('mail.send', {}, untyped({ sesion: 's' })), 'session');
      await refused(shed.grants.add(untyped({ pattern: 'mail.send', scope: 'always', expireInMs: 5 })), 'expiresInMs');
      await refused(openToolshed(untyped({ tools: [], store: 'memory', polcy: [] })), 'policy');
      const { executionId } = await shed.execute(SEND);
      await refused(shed.resume(executionId, true, untyped({ waitForChannel: true })), 'waitForChannels');
      const [question] = await shed.pending();
      await refused(shed.fork(question?.elicitationId ?? '', 'return 1', untyped({ lables: {} })), 'labels');
      expect(mail.sent).toEqual([]);
      expect(await shed.list()).toHaveLength(1);
      expect(await shed.grants.list()).toEqual([]);
    },
  );

  verifies('input/strict-options', 'is refused where a value is of no use', async () => {
    await using mail = await openMailShed();
    for (const options of [{ session: 5 }, { session: null }, { labels: { a: 1 } }, { by: 'ada' }])
      await expect(mail.shed.execute(SEND, untyped(options))).rejects.toMatchObject({ code: 'options/invalid' });
  });

  verifies('input/strict-options', 'is refused in a tool and in a plugin', () => {
    const tool = { path: 'a.b', description: 'A tool', input: z.object({}), handler: () => 1 };
    const wrong = { ...tool, distructive: false };
    expect(() => defineTool(wrong)).toThrow('did you mean "destructive"?');
    const plugin = { name: 'a', tools: [defineTool(tool)], policy: [] };
    expect(() => definePlugin(plugin)).toThrow('"policy" is not known');
  });
});
