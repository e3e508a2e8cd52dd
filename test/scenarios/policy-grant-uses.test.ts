import { describe, expect } from 'vitest';
import { createManualClock } from '../support/durable/manual-clock.ts';
import { mailTools, openMailShed } from '../support/mail-shed.ts';
import { newStoreFolder } from '../support/open-stores.ts';
import { verifies } from '../support/verifies.ts';
import { openInThread } from '../support/open-in-thread.ts';

const CALLS = 5;
const send = `return await tools.mail.send({ to: 'ada' })`;

describe('the uses of a grant', () => {
  verifies(
    ['grants/one-use-a-call', 'grants/uses'],
    'are taken once for each call, by three hosts that start the same ones at once',
    async () => {
      using folder = newStoreFolder();
      const sent: string[] = [];
      const open = () => openInThread({ tools: mailTools(sent), store: { sqlite: folder.file }, wakes: false });
      await using first = await open();
      await using second = await open();
      await using third = await open();
      const grant = await first.grants.add({ pattern: 'mail.send', scope: 'always', uses: CALLS + 2 });
      const starts = [first, second, third].flatMap((shed) =>
        Array.from({ length: CALLS }, (_, n) => shed.execute(send, { idempotencyKey: `k${n}` })),
      );
      const results = await Promise.all(starts);
      expect(results.map(({ status }) => status)).toEqual(starts.map(() => 'completed'));
      expect(sent).toHaveLength(CALLS);
      expect(await second.grants.list()).toMatchObject([{ id: grant.id, usesLeft: 2 }]);
      const used = (await third.audit.read(1, 1_000)).filter(({ what }) => what === 'grant-used');
      expect(new Set(used.map(({ execution, call }) => `${execution} ${call}`)).size).toBe(CALLS);
      expect(used).toHaveLength(CALLS);
      expect(await third.audit.verify()).toMatchObject({ kind: 'intact' });
    },
  );

  verifies(
    'grants/one-use-a-call',
    'let no more calls pass than there are, whichever hosts race for them; the others are asked about',
    async () => {
      using folder = newStoreFolder();
      const sent: string[] = [];
      const open = () => openInThread({ tools: mailTools(sent), store: { sqlite: folder.file }, wakes: false });
      await using first = await open();
      await using second = await open();
      await first.grants.add({ pattern: 'mail.send', scope: 'always', uses: 3 });
      const both = `return await Promise.all(['a', 'b'].map((to) => tools.mail.send({ to })))`;
      const results = await Promise.all([first, second, first, second].map((shed) => shed.execute(both)));
      const asked = results.flatMap((result) => (result.status === 'paused' ? result.pending : []));
      expect([sent.length, asked.length]).toEqual([3, 5]);
      expect(await second.grants.list()).toMatchObject([{ usesLeft: 0 }]);
    },
  );
});

describe('grants that can cover nothing any more', () => {
  verifies('grants/pruned', 'leave with the next that is added, and with a prune; the audit log says so', async () => {
    using folder = newStoreFolder();
    const clock = createManualClock();
    await using mail = await openMailShed({ clock, store: { sqlite: folder.file } });
    const { shed } = mail;
    const expired = await shed.grants.add({ pattern: 'mail.send', scope: { session: 's' }, expiresInMs: 1_000 });
    const used = await shed.grants.add({ pattern: 'mail.send', scope: 'always', uses: 1 });
    await shed.execute(send);
    clock.pass(1_000);
    const kept = await shed.grants.add({ pattern: 'mail.sender', scope: 'always' });
    expect(await shed.grants.list()).toEqual([kept]);
    const lines = (await shed.audit.read(1, 100)).filter(({ what }) => what === 'grant-pruned');
    expect(new Set(lines.map(({ detail }) => detail))).toEqual(new Set([expired.id, used.id]));
    await shed.grants.add({ pattern: 'mail.sender', scope: { session: 's' } });
    clock.pass(24 * 60 * 60 * 1_000);
    await shed.prune(0);
    expect(await shed.grants.list()).toEqual([kept]);
    expect(await shed.audit.verify()).toMatchObject({ kind: 'intact' });
  });
});
