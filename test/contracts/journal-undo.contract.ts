import { describe, expect } from 'vitest';
import type { OpenStore } from '../support/open-stores.ts';
import { completed, printed, sampleExecution } from '../support/sample-execution.ts';
import { verifies } from '../support/verifies.ts';

export function journalUndoContract(name: string, open: OpenStore): void {
  describe(`${name} prunes nothing that an undo reads`, () => {
    verifies('undo/kept', 'keeps an execution until an undo of it has ended, and then prunes both', async () => {
      await using store = await open();
      const { journal } = store;
      const [undone, other] = [sampleExecution(), sampleExecution()];
      for (const sample of [undone, other]) await journal.create(...sample.start(completed));
      const purpose = { kind: 'undo', of: undone.id, request: 'r1' } as const;
      const undo = sampleExecution({ purpose, idempotencyKey: 'undo_1' });
      await journal.create(...undo.start(printed('waits')));
      expect(await journal.prune(5_000, 10)).toBe(1);
      expect(await journal.read(other.id)).toEqual([]);
      expect(await journal.read(undone.id)).toHaveLength(2);
      await journal.append(...undo.say(completed));
      expect(await journal.prune(5_000, 10)).toBe(2);
    });
  });
}
