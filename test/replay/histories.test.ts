// Recorded journals of every format, each with an open question at its end. Every later version must be able to go on
// from it. When the format changes or gains a kind of entry, record another; these are never touched.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ExecutionId, JournalEntry, LogLine } from '@toolshed/kernel';
import { JOURNAL_FORMAT } from '@toolshed/kernel/runtime';
import { openToolshed } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { storeWith } from '../support/durable/revive.ts';
import { expectStatus } from '../support/expect-status.ts';
import { HISTORY_POLICY, historyTools } from '../support/replay/history-tools.ts';
import { verifies } from '../support/verifies.ts';

const History = z.strictObject({
  id: ExecutionId,
  entries: z.array(JournalEntry).nonempty(),
  expected: z.strictObject({
    value: z.json(),
    logs: z.array(LogLine),
    emitted: z.array(z.json()),
    /** What handlers did after the end of the journal, and nothing before it again. */
    done: z.array(z.string()),
  }),
});

const folder = join(import.meta.dirname, 'histories');
const files = readdirSync(folder);
const historyIn = (file: string) => History.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')));

describe('a recorded history', () => {
  verifies('replay/histories', 'is there for every format', () => {
    const formats = new Set(files.map((file) => Number(/^format-(\d+)(?:-[a-z-]+)?\.json$/.exec(file)?.[1])));
    expect([...formats].toSorted()).toEqual(Array.from({ length: JOURNAL_FORMAT }, (_, index) => index + 1));
  });

  verifies(
    'replay/histories',
    'a history of the current format has every kind of entry that leaves an execution unfinished',
    () => {
      const current = files.filter((file) => file.startsWith(`format-${JOURNAL_FORMAT}`));
      const kinds = new Set(current.flatMap((file) => historyIn(file).entries.map(({ kind }) => kind)));
      const unfinished = JournalEntry.options
        .map(({ shape }) => shape.kind.value)
        // A plan waits for nobody, so none ends with an open question.
        .filter((kind) => kind !== 'completed' && kind !== 'cancelled' && kind !== 'planned');
      expect([...kinds].toSorted()).toEqual(unfinished.toSorted());
    },
  );

  verifies.each('replay/histories', files)('%s continues from its open question to the recorded end', async (file) => {
    const { id, entries, expected } = historyIn(file);
    const done: string[] = [];
    const clock = { now: () => (entries.at(-1)?.at ?? 0) + 1 };
    const tools = historyTools(done);
    await using shed = await openToolshed({
      tools,
      policy: HISTORY_POLICY,
      store: await storeWith(id, entries),
      clock,
    });
    const { paused, pending } = expectStatus(await shed.get(id), 'paused');
    expect(pending).toHaveLength(1);
    const { value, logs, emitted } = expectStatus(await shed.resume(paused.elicitationId, true), 'completed');
    expect({ value, logs, emitted, done }).toEqual(expected);
    expect((await shed.journal(id)).slice(0, entries.length)).toEqual(entries);
  });
});
