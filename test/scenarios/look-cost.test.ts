// What a host does every second, beside many executions that do not concern it: counted in what it asks of the store.

import { defineTool, type JournalStore } from '@toolshed/kernel';
import { newElicitationId } from '@toolshed/kernel/runtime';
import { openSqliteStore, type Store } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { openInThread } from '../support/open-in-thread.ts';
import { newStoreFolder } from '../support/open-stores.ts';
import { askedCall, printed, sampleExecution } from '../support/sample-execution.ts';
import { verifies } from '../support/verifies.ts';

const MANY = 300;
const LOOKS = 6;

const look = defineTool({
  path: 'box.look',
  description: 'Looks',
  input: z.object({}),
  destructive: false,
  handler: () => 'closed',
});

interface Counted {
  readonly store: Store;
  /** Executions the store yielded, and how often it was asked for the owners of what runs. */
  readonly asked: { rows: number; looks: number };
}

function counted(store: Store): Counted {
  const asked = { rows: 0, looks: 0 };
  const counting = async <T extends readonly unknown[]>(found: Promise<T>): Promise<T> => {
    asked.rows += (await found).length;
    return found;
  };
  const journal: JournalStore = {
    ...store.journal,
    list: (filter) => counting(store.journal.list(filter)),
    unattended: (filter) => counting(store.journal.unattended(filter)),
    drivers() {
      asked.looks += 1;
      return store.journal.drivers();
    },
  };
  return { store: { ...store, journal }, asked };
}

/** An owner of whom nobody can tell whether its process lives; it has just been seen. */
const OTHER = { id: 'own_other', pid: 1, host: 'elsewhere' };

describe('a look for what is due or deserted', () => {
  verifies('residency/look-cost', 'reads nothing of what another host drives, or of what is not due', async () => {
    using folder = newStoreFolder();
    await using kept = openSqliteStore({ file: folder.file });
    const { journal, owners } = kept;
    await owners.enter(OTHER, 60_000);
    for (let n = 0; n < MANY; n++) {
      const [id, entries, summary] = sampleExecution().start(printed('at work'));
      await journal.create(id, entries, { ...summary, owner: OTHER.id });
      const later = Date.now() + 3_600_000;
      const waits = askedCall(1, newElicitationId(0), later);
      await journal.create(...sampleExecution().start(...waits, { kind: 'parked', wakeAt: later }));
    }
    const { store, asked } = counted(kept);
    await using shed = await openInThread({ tools: [look], store, ownerLeaseMs: 60_000 });
    const deserted = sampleExecution({ source: 'return await tools.box.look({})' });
    await journal.create(...deserted.start());
    await expect.poll(async () => (await shed.get(deserted.id)).status, { timeout: 10_000 }).toBe('completed');
    const { looks, rows } = asked;
    await expect.poll(() => asked.looks - looks, { timeout: 30_000, interval: 100 }).toBeGreaterThanOrEqual(LOOKS);
    expect(rows).toBeLessThan(20);
    expect(asked.rows - rows).toBeLessThan(5);
  });
});
