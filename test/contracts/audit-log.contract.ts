import { JournalConflictError } from '@toolshed/kernel';
import { AUDIT_ROOT, factOf, newElicitationId } from '@toolshed/kernel/runtime';
import { sha256 } from '@toolshed/runtime/internal/digest';
import type { AuditedRecords } from '@toolshed/runtime/internal/stores/audit/audited-records';
import { describe, expect } from 'vitest';
import type { OpenStore } from '../support/open-stores.ts';
import {
  approved,
  askedCall,
  completed,
  grantedCall,
  printed,
  ranCall,
  sampleExecution,
} from '../support/sample-execution.ts';
import { sampleGrant } from '../support/sample-grant.ts';
import { verifies } from '../support/verifies.ts';

export function auditLogContract(name: string, open: OpenStore): void {
  describe(`${name} keeps the AuditLog contract`, () => {
    verifies(['store/contract', 'durable/audit'], 'is empty and intact at first', async () => {
      await using store = await open();
      expect(await store.audit.read(1, 10)).toEqual([]);
      expect(await store.audit.verify()).toMatchObject({ kind: 'intact', lines: 0 });
    });

    verifies(['store/contract', 'durable/audit'], 'has a head that proves it later, when it has grown', async () => {
      await using store = await open();
      await store.journal.create(...sampleExecution().start(...askedCall()));
      const before = await store.audit.verify();
      if (before.kind !== 'intact') throw new Error(before.problem);
      await store.journal.create(...sampleExecution().start(...askedCall()));
      expect(await store.audit.verify(before.head)).toMatchObject({ kind: 'intact' });
      expect(await store.audit.verify('f'.repeat(64))).toMatchObject({
        kind: 'broken',
        problem: expect.stringContaining('never had the head that was kept'),
      });
    });

    verifies(
      ['store/contract', 'durable/audit'],
      'has one line for each entry that decides or does something, in order',
      async () => {
        await using store = await open();
        const elicitation = newElicitationId(0);
        const sample = sampleExecution({ agent: 'triage' });
        await store.journal.create(...sample.start(printed('hi'), ...askedCall(1, elicitation)));
        await store.journal.append(...sample.say(approved(elicitation), ...ranCall(), completed));
        const lines = await store.audit.read(1, 100);
        const facts = sample.entries.flatMap((entry) => factOf(sample.id, entry, sha256) ?? []);
        expect(lines).toMatchObject(facts.map((fact, index) => ({ ...fact, n: index + 1 })));
        expect(lines.map(({ previous }) => previous)).toEqual(
          [AUDIT_ROOT, ...lines.map(({ hash }) => hash)].slice(0, -1),
        );
        expect(await store.audit.verify()).toMatchObject({ kind: 'intact', lines: facts.length });
      },
    );

    verifies(
      ['store/contract', 'programs/audited'],
      'has a line for a change of a record that comes with one, and none for a change that was not made',
      async () => {
        await using store = await open();
        const records: AuditedRecords | undefined = store.keptRecords;
        if (records === undefined) return;
        const saying = (what: string) => ({ at: 1, what, path: 'team.report', who: 'person ada', channel: 'test' });
        const add = () => records.add('k', 'a', 1, {}, saying('added'));
        expect([await add(), await add()]).toEqual([true, false]);
        const { version = '' } = (await records.get('k', 'a')) ?? {};
        const replace = () => records.replace('k', 'a', version, 2, {}, saying('replaced'));
        expect([await replace(), await replace()]).toEqual([true, false]);
        await records.take('k', 'a', saying('taken'));
        await records.take('k', 'a', saying('taken'));
        const lines = await store.audit.read(1, 10);
        expect(lines).toMatchObject(['added', 'replaced', 'taken'].map(saying));
        expect(await store.audit.verify()).toMatchObject({ kind: 'intact', lines: 3 });
      },
    );

    verifies('store/contract', 'reads from a line on, at most so many', async () => {
      await using store = await open();
      const sample = sampleExecution();
      await store.journal.create(...sample.start(...askedCall(1), ...askedCall(2)));
      expect((await store.audit.read(2, 2)).map(({ n }) => n)).toEqual([2, 3]);
      expect((await store.audit.read(5, 10)).map(({ n }) => n)).toEqual([5]);
      expect(await store.audit.read(6, 10)).toEqual([]);
    });

    verifies('store/contract', 'has a line for a grant added, used and revoked', async () => {
      await using store = await open();
      const grant = sampleGrant({ usesLeft: 1 });
      await store.grants.add(grant);
      const sample = sampleExecution();
      await store.journal.create(...sample.start(grantedCall(grant.id)));
      await store.grants.revoke(grant.id, 'grace');
      const lines = await store.audit.read(1, 10);
      expect(lines.filter(({ what }) => what.startsWith('grant'))).toMatchObject([
        { what: 'grant-added', who: 'ada', path: 'mail.*', detail: `${grant.id} (uses: 1) for session chat-1` },
        { what: 'grant-used', execution: sample.id, call: 1, detail: grant.id },
        { what: 'grant-revoked', who: 'grace', detail: grant.id },
      ]);
      expect(await store.audit.verify()).toMatchObject({ kind: 'intact', lines: 5 });
    });

    verifies(
      ['store/contract', 'durable/prune'],
      'has a line for a prune, and stays intact without the pruned journals',
      async () => {
        await using store = await open();
        const [old, recent] = [sampleExecution({ at: 10 }), sampleExecution({ at: 90 })];
        await store.journal.create(...old.start(...askedCall(), completed));
        await store.journal.create(...recent.start(...askedCall(), completed));
        await store.journal.prune(50, 10);
        expect(await store.audit.read(9, 10)).toMatchObject([{ what: 'pruned', detail: '1 executions before 50' }]);
        expect(await store.audit.verify()).toMatchObject({ kind: 'intact', lines: 9 });
      },
    );

    verifies('store/contract', 'has no line for an append that was refused', async () => {
      await using store = await open();
      const sample = sampleExecution();
      const start = sample.start();
      await store.journal.create(...start);
      await expect(store.journal.create(...start)).rejects.toThrow(JournalConflictError);
      await expect(store.journal.append(...start)).rejects.toThrow(JournalConflictError);
      expect(await store.audit.verify()).toMatchObject({ kind: 'intact', lines: 1 });
    });

    verifies(['store/contract', 'durable/audit'], 'stays one chain under many simultaneous writers', async () => {
      await using store = await open();
      const samples = Array.from({ length: 40 }, () => sampleExecution());
      const grant = sampleGrant();
      await Promise.all(samples.map((sample) => store.journal.create(...sample.start(...askedCall()))));
      await Promise.all([
        store.grants.add(grant),
        ...samples.map((sample) => store.journal.append(...sample.say(completed))),
      ]);
      expect(await store.audit.verify()).toMatchObject({ kind: 'intact', lines: 40 * 4 + 1 });
    });
  });
}
