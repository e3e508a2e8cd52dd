// What all executions of a store share can be damaged, too: it is made again, and said, and stops nobody.

import { DatabaseSync } from 'node:sqlite';
import type { Toolshed } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { mailTools } from '../support/mail-shed.ts';
import { newStoreFolder } from '../support/open-stores.ts';
import { verifies } from '../support/verifies.ts';
import { openInThread } from '../support/open-in-thread.ts';

const SEND = 'return await tools.mail.send({ to: "ada@x.org" })';
const HUGE = '9223372036854775807';

const openShed = (file: string, warnings: string[]): Promise<Toolshed> =>
  openInThread({
    tools: mailTools([]),
    store: { sqlite: file },
    log: {
      debug: () => undefined,
      info: () => undefined,
      warn: (_, message) => warnings.push(message),
      error: () => undefined,
    },
  });

async function useAll(shed: Toolshed, question: string): Promise<void> {
  const { through: before } = await shed.eventsAfter(0);
  expect(await shed.resume(question, true)).toMatchObject({ status: 'completed' });
  const { entries } = await shed.eventsAfter(before);
  expect(entries.map(({ entry }) => entry.kind)).toContain('completed');
  const grant = await shed.grants.add({ pattern: 'mail.send', scope: 'always', uses: 1 });
  expect(await shed.execute(SEND)).toMatchObject({ status: 'completed' });
  expect(await shed.execute(SEND)).toMatchObject({ status: 'paused' });
  await shed.grants.revoke(grant.id);
  expect(await shed.lastEvent()).toBeLessThan(100_000);
}

describe.each([
  ['the count of entries is behind', 'UPDATE journal_end SET position = 0', /count of journal entries/],
  ['the count of entries is too large', `UPDATE journal_end SET position = ${HUGE}`, /count of journal entries/],
  ['the count of entries is gone', 'DELETE FROM journal_end', /count of journal entries/],
  ['an entry is placed after all', `UPDATE journal SET position = ${HUGE} WHERE seq = 1`, undefined],
  ['the version of grants is gone', 'DELETE FROM grants_state', /version of the grants/],
  ['the version of grants is too large', `UPDATE grants_state SET version = ${HUGE}`, /version of the grants/],
  ['the removals of grants are too many', `UPDATE grants_state SET removals = ${HUGE}`, undefined],
  ['the head of the audit log is gone', 'DELETE FROM audit_head', /head of the audit log/],
  ['the head of the audit log is behind', 'UPDATE audit_head SET lines = 0', /head of the audit log/],
  ['the head of the audit log is too large', `UPDATE audit_head SET lines = ${HUGE}`, /head of the audit log/],
])('a store where %s', (_, harm, warning) => {
  verifies.each('store/counters', ['before a host opens the store', 'while a host has it open'])(
    'works as before, damaged %s',
    async (when) => {
      using folder = newStoreFolder();
      const warnings: string[] = [];
      const first = await openShed(folder.file, warnings);
      await first.grants.add({ pattern: 'mail.sender', scope: 'always' });
      const paused = await first.execute(SEND);
      if (paused.status !== 'paused') throw new TypeError('it asks');
      const isOpen = when.startsWith('while');
      if (!isOpen) await first[Symbol.asyncDispose]();
      {
        using database = new DatabaseSync(folder.file);
        database.exec(harm);
      }
      await using shed = isOpen ? first : await openShed(folder.file, warnings);
      await useAll(shed, paused.pending[0]?.elicitationId ?? '');
      const told = warnings.filter((message) => warning?.test(message));
      expect(told).toHaveLength(warning === undefined ? 0 : 1);
    },
  );
});

describe('the audit log', () => {
  verifies.each('store/counters', ['DELETE FROM audit_head', 'DELETE FROM audit WHERE n > 2; DELETE FROM audit_head'])(
    'is never whole again after %s: lines may be missing',
    async (harm) => {
      using folder = newStoreFolder();
      const warnings: string[] = [];
      {
        await using shed = await openShed(folder.file, warnings);
        for (let index = 0; index < 3; index += 1) await shed.execute('return 1');
      }
      using database = new DatabaseSync(folder.file);
      database.exec(harm);
      await using shed = await openShed(folder.file, warnings);
      expect(await shed.audit.verify()).toMatchObject({ kind: 'broken' });
      await shed.execute('return 1');
      expect(await shed.audit.verify()).toMatchObject({
        kind: 'broken',
        problem: expect.stringContaining('head of the log was damaged'),
      });
    },
  );

  verifies(
    ['store/counters', 'store/damage-isolated'],
    'tells of the lines around one that cannot be read',
    async () => {
      using folder = newStoreFolder();
      await using shed = await openShed(folder.file, []);
      await shed.execute('return 1');
      using database = new DatabaseSync(folder.file);
      database.exec(`UPDATE audit SET at = ${HUGE} WHERE n = 1`);
      expect((await shed.audit.read(1, 10)).map(({ what }) => what)).toEqual(['damaged', 'completed']);
      expect(await shed.audit.verify()).toMatchObject({ kind: 'broken', at: 1 });
    },
  );
});
