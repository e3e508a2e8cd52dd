import { ExecutionId, type JournalEntry, JournalEntry as Entry } from '@toolshed/kernel';
import type { NewEntry } from '@toolshed/kernel/runtime';
import { describe, expect, it } from 'vitest';
import { createLateOutcomes, type LateOutcomesDeps } from './late-outcomes.js';

const ID = ExecutionId.parse('exec_one');
const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const decision = { kind: 'allow', because: { kind: 'safe' } } as const;

const journal: readonly JournalEntry[] = [
  { kind: 'started', format: 1, source: '', seed: 'seed', session: 's', labels: {}, engine: 'test' },
  { kind: 'tool-called', call: 1, path: 'a.b', args: '{}', tool: 't', decision },
  { kind: 'tool-called', call: 2, path: 'a.b', args: '{}', tool: 't', decision },
  { kind: 'invoking', call: 1, attempt: 1 },
  { kind: 'invoking', call: 2, attempt: 1 },
].map((entry, seq) => Entry.parse({ ...entry, seq, at: 1 }));

/** A run whose handler has returned. */
const run = (call: number) =>
  ({
    call,
    facts: { call, attempt: 1, path: 'a.b', isRecorded: () => true },
    ended: Promise.resolve({ kind: 'outcome', outcome: { kind: 'returned', call, value: '1' } }),
    isJournaled: false,
    isCertain: () => true,
    setOwner: () => undefined,
  }) as never;

function outcomes(deps: Pick<LateOutcomesDeps, 'isDrivenElsewhere' | 'appendFromOutside'>) {
  return createLateOutcomes({ log, find: () => undefined, ...deps });
}

describe('the outcome of a run that no execution waits for', () => {
  it('is written beside the journal if another process took the execution over before it could be written', async () => {
    const written: (readonly NewEntry[])[] = [];
    let isElsewhere = false;
    const late = outcomes({
      isDrivenElsewhere: async () => isElsewhere,
      async appendFromOutside(_id, make) {
        written.push(await make(journal));
        // Another process wrote first, and is its driver now.
        isElsewhere = true;
        written.push(await make(journal));
      },
    });
    late.keep(ID, [run(1)], Promise.resolve());
    await late.close(5_000);
    expect(written.map((entries) => entries.map(({ kind }) => kind))).toEqual([['returned'], ['late-outcome']]);
  });

  it('is written after those of the same execution that came before it, not beside them', async () => {
    let [atOnce, most] = [0, 0];
    const late = outcomes({
      isDrivenElsewhere: async () => false,
      async appendFromOutside(_id, make) {
        most = Math.max(most, ++atOnce);
        await make(journal);
        await new Promise((resolve) => setImmediate(resolve));
        atOnce -= 1;
      },
    });
    late.keep(ID, [run(1), run(2)], Promise.resolve());
    await late.close(5_000);
    expect(most).toBe(1);
  });
});
