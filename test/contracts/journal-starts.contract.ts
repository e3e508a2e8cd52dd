import { newExecutionId } from '@toolshed/kernel/runtime';
import { describe, expect } from 'vitest';
import type { OpenStore } from '../support/open-stores.ts';
import { printed, sampleExecution } from '../support/sample-execution.ts';
import { verifies } from '../support/verifies.ts';

export function journalStartsContract(name: string, open: OpenStore): void {
  describe(`${name} reads how executions were started`, () => {
    verifies('store/contract', 'gives the starts of the executions it is asked for, not of unknown ones', async () => {
      await using store = await open();
      const { journal } = store;
      const samples = [
        sampleExecution({ session: 'a' }),
        sampleExecution({ session: 'b' }),
        sampleExecution(),
      ] as const;
      for (const sample of samples) await journal.create(...sample.start(printed('hello')));
      const [first, second] = samples;
      const starts = await journal.starts([first.id, newExecutionId(0), second.id]);
      expect([...starts].toSorted(([a], [b]) => (a < b ? -1 : 1))).toEqual(
        [first, second]
          .map(({ id, entries }) => [id, entries[0]])
          .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
      );
      expect(await journal.starts([])).toEqual(new Map());
    });
  });
}
