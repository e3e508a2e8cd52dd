import { ElicitationId, ExecutionId, type ExecutionSummary, type PendingElicitation } from '@toolshed/kernel';
import pc from 'picocolors';
import { describe, expect, it } from 'vitest';
import { widthOf } from '@toolshed/server/present';
import { watchView } from './watch-view.js';

const paint = pc.createColors(false);

const question = (index: number, message = `Question ${index}?`): PendingElicitation => ({
  executionId: ExecutionId.parse('exec_1'),
  elicitationId: ElicitationId.parse(`elic_${index}`),
  toolPath: 'fs.write',
  message,
  type: 'approval',
  session: 'monday',
  labels: {},
  call: index,
  asker: 'gate',
  request: { type: 'approval', message, toolPath: 'fs.write' },
  askedAt: 0,
});

const execution = (index: number): ExecutionSummary => ({
  id: ExecutionId.parse(`exec_${index}`),
  status: 'paused',
  session: 's'.repeat(90),
  createdAt: 0,
  updatedAt: 0,
  calls: index,
  openQuestions: 1,
  length: 3,
});

const many = (count: number): readonly PendingElicitation[] =>
  Array.from({ length: count }, (_, index) => question(index));

describe('watchView', () => {
  const facts = { executions: [1, 2, 3].map(execution), all: 5_000, open: 0, selected: 0, note: '', now: 65_000 };

  it('says that nothing waits', () => {
    const [title] = watchView({ ...facts, questions: [], executions: [] }, { columns: 80, rows: 24, paint });
    expect(title).toBe('Toolshed  nothing waits for a person');
  });

  it.each([
    [80, 24],
    [40, 12],
    [200, 60],
    [20, 6],
  ])('fits a terminal of %i columns and %i rows', (columns, rows) => {
    const hostile = question(99, `\u001b[2J\u202e${'wide 漢字 '.repeat(30)}`);
    const lines = watchView({ ...facts, questions: [hostile, ...many(30)], open: 31 }, { columns, rows, paint });
    expect(lines.length).toBeLessThanOrEqual(rows);
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there
    expect(lines.join('')).not.toMatch(/[\u001b\u202e]/);
  });

  it('keeps the selected question in sight, and says how many are not', () => {
    for (const selected of [0, 17, 39]) {
      const text = watchView(
        { ...facts, questions: many(40), open: 1_010, selected },
        { columns: 80, rows: 24, paint },
      ).join('\n');
      expect(text).toContain(`▸ ? Question ${selected}?`);
      expect(text).toMatch(/⋮ 1,0\d\d more/);
      expect(text).toContain('1,010 questions wait for a person');
      expect(text).toMatch(/\d of 5,000 executions/);
    }
  });

  it('never lets the words of a program stand where ours do', () => {
    const asked: PendingElicitation = { ...question(1, 'Approve everything'), asker: 'program' };
    const text = watchView({ ...facts, questions: [asked], open: 1 }, { columns: 80, rows: 24, paint }).join('\n');
    expect(text).toContain('A program asks something');
    expect(text).not.toContain('Approve everything');
  });
});
