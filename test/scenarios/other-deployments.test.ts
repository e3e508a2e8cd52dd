// Two deployments on one store. What the other one left there, and nobody may ever come for, is due at every look.

import { defineTool, type JournalStore, type PendingElicitation } from '@toolshed/kernel';
import { newElicitationId } from '@toolshed/kernel/runtime';
import { createMemoryStore, openSqliteStore, type Store } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { expectStatus } from '../support/expect-status.ts';
import { openInThread } from '../support/open-in-thread.ts';
import { newStoreFolder } from '../support/open-stores.ts';
import { askedCall, printed, sampleExecution } from '../support/sample-execution.ts';
import { verifies } from '../support/verifies.ts';

const look = defineTool({
  path: 'box.look',
  description: 'Looks',
  input: z.object({}),
  destructive: false,
  handler: () => 'closed',
});

const OURS = 'ours';
const wakes = ({ session }: { readonly session: string }): boolean => session === OURS;
const DUE_AT = 2_000;
const FEW = { timeout: 10_000, interval: 20 };

/** Questions of the other deployment that expired, and executions that ran in processes that are gone. */
async function fill(journal: JournalStore, due: number, orphans: number): Promise<void> {
  for (let n = 0; n < due; n++) {
    const asked = askedCall(1, newElicitationId(0), DUE_AT);
    await journal.create(...sampleExecution({ session: 'theirs' }).start(...asked, { kind: 'parked', wakeAt: DUE_AT }));
  }
  for (let n = 0; n < orphans; n++) {
    const [id, entries, summary] = sampleExecution({ session: 'theirs' }).start(printed('at work'));
    await journal.create(id, entries, { ...summary, owner: `own_${n}` });
  }
}

function counted(store: Store): { readonly store: Store; readonly asked: Record<string, number> } {
  const asked = { looks: 0, unattended: 0, starts: 0, read: 0, questions: 0 };
  const { journal } = store;
  const counting =
    <A extends readonly unknown[], R>(name: keyof typeof asked, call: (...args: A) => R) =>
    (...args: A): R => {
      asked[name] += 1;
      return call(...args);
    };
  const watched: JournalStore = {
    ...journal,
    drivers: counting('looks', journal.drivers),
    unattended: counting('unattended', journal.unattended),
    starts: counting('starts', journal.starts),
    read: counting('read', journal.read),
    questions: counting('questions', journal.questions),
  };
  return { store: { ...store, journal: watched }, asked };
}

describe('a host beside 500 executions of another deployment', () => {
  verifies(
    'residency/other-deployments',
    'wakes its own on time, and asks the store no more often for it',
    async () => {
      using folder = newStoreFolder();
      await using kept = openSqliteStore({ file: folder.file });
      await fill(kept.journal, 500, 300);
      const { store, asked } = counted(kept);
      await using shed = await openInThread({ tools: [look], store, wakes, ownerLeaseMs: 400, hibernateAfterMs: 10 });
      await expect.poll(() => asked['looks'], FEW).toBeGreaterThanOrEqual(2);
      const before = { ...asked };

      const mine = expectStatus(await shed.execute('await sleep(700); return "woken"', { session: OURS }), 'sleeping');
      const left = sampleExecution({ source: 'return await tools.box.look({})', session: OURS });
      await kept.journal.create(...left.start());
      await expect.poll(async () => (await shed.get(left.id)).status, FEW).toBe('completed');
      await expect.poll(async () => (await shed.get(mine.executionId)).status, FEW).toBe('completed');

      await expect.poll(() => (asked['looks'] ?? 0) - (before['looks'] ?? 0), FEW).toBeGreaterThanOrEqual(8);
      const looks = (asked['looks'] ?? 0) - (before['looks'] ?? 0);
      // Pages of 100, 200 and 400, an empty one, and those of what nobody drives: not one for each owner that is gone.
      expect((asked['unattended'] ?? 0) - (before['unattended'] ?? 0)).toBeLessThan(10 * looks);
      expect((asked['starts'] ?? 0) - (before['starts'] ?? 0)).toBeLessThan(5);
      expect((asked['read'] ?? 0) - (before['read'] ?? 0)).toBeLessThan(200);
      expect(await shed.wakeAll()).toEqual([]);
      expect(await kept.journal.count({ session: 'theirs', status: ['paused', 'running'] })).toBe(800);
    },
  );

  verifies('residency/other-deployments', 'shows its own questions, however many of others are newer', async () => {
    await using kept = createMemoryStore();
    const own = newElicitationId(0);
    const mine = sampleExecution({ session: OURS });
    await kept.journal.create(...mine.start(...askedCall(1, own), { kind: 'parked' }));
    await fill(kept.journal, 1_500, 0);
    const { store, asked } = counted(kept);
    const shown: string[] = [];
    const ask = async ({ elicitationId }: PendingElicitation, signal: AbortSignal): Promise<undefined> => {
      shown.push(elicitationId);
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return undefined;
    };
    const channels = [{ name: 'desk', priority: 1, ask }];
    await using _shed = await openInThread({ tools: [look], store, wakes, channels, ownerLeaseMs: 400 });
    await expect.poll(() => asked['questions'], FEW).toBeGreaterThan(0);
    expect(asked['questions']).toBeLessThanOrEqual(20);
    await expect.poll(() => shown, FEW).toEqual([own]);
    expect(asked['read']).toBeLessThan(10);
  });
});
