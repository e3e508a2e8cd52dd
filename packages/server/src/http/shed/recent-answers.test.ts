import { AuditLine, ExecutionId, JournalEntry, type Page } from '@toolshed/kernel';
import { newElicitationId, newExecutionId, toPage } from '@toolshed/kernel/runtime';
import { describe, expect, it } from 'vitest';
import { recentAnswers } from './recent-answers.js';

const by = { principal: 'ada', kind: 'person', channel: 'inbox' } as const;
const execution = newExecutionId(0);

/** A journal in which every call was asked about, answered and ended. */
function journalOf(calls: number): readonly JournalEntry[] {
  const started = { kind: 'started', format: 1, source: '', seed: '', session: 's', labels: {}, engine: 'v8' };
  const entries = Array.from({ length: calls }, (_, index) => {
    const ids = { call: index + 1, elicitation: newElicitationId(index) };
    const request = { type: 'approval', message: `Send ${index}?`, toolPath: 'mail.send', args: { to: index } };
    const answer = { action: index % 2 === 0 ? 'accept' : 'decline', by };
    return [
      { kind: 'asked', ...ids, asker: 'gate', digest: 'd', request },
      { kind: 'answered', ...ids, answer },
      { kind: 'returned', call: ids.call },
    ];
  });
  return [started, ...entries.flat()].map((entry, seq) => JournalEntry.parse({ seq, at: seq * 10, ...entry }));
}

function shedOf(journal: readonly JournalEntry[]) {
  let reads = 0;
  const lines = journal
    .map(({ kind, seq, at }, index) =>
      AuditLine.parse({ n: index + 1, what: kind, seq, at, execution, previous: '', hash: '' }),
    )
    .toReversed();
  return {
    reads: () => reads,
    journal: async (): Promise<readonly JournalEntry[]> => {
      reads += 1;
      return journal;
    },
    audit: {
      list: async ({ before = Number.POSITIVE_INFINITY, limit = 50 } = {}): Promise<Page<AuditLine, number>> => {
        const older = lines.filter(({ n }) => n < before);
        const page = older.slice(0, limit);
        return toPage(page, { total: lines.length, next: older.length > limit ? page.at(-1)?.n : undefined });
      },
    },
  };
}

describe('recent answers', () => {
  it('say what was answered, by whom, and how it ended, newest first', async () => {
    const { items, next } = await recentAnswers(shedOf(journalOf(2)), { limit: 10 });
    expect(next).toBeUndefined();
    expect(items).toMatchObject([
      { message: 'Send 1?', action: 'decline', by, outcome: { kind: 'returned', ms: 10 } },
      { message: 'Send 0?', action: 'accept', args: { to: 0 }, toolPath: 'mail.send', session: 's' },
    ]);
    expect(ExecutionId.parse(items[0]?.executionId)).toBe(execution);
  });

  it('are read page by page without a gap, each journal once for a page', async () => {
    const shed = shedOf(journalOf(300));
    const first = await recentAnswers(shed, { limit: 100 });
    expect(shed.reads()).toBe(1);
    const second = await recentAnswers(shed, { limit: 100, before: first.next });
    expect(shed.reads()).toBe(2);
    const messages = [...first.items, ...second.items].map(({ message }) => message);
    expect(messages).toEqual(Array.from({ length: 200 }, (_, index) => `Send ${299 - index}?`));
  });

  it('answers about another tool are left out', async () => {
    expect(await recentAnswers(shedOf(journalOf(5)), { limit: 10, path: 'mail.list' })).toEqual({
      items: [],
      next: undefined,
    });
  });
});
