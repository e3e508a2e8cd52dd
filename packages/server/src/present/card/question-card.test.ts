import { ElicitationId, ExecutionId, type PendingElicitation } from '@toolshed/kernel';
import type { CallReport } from '@toolshed/runtime';
import pc from 'picocolors';
import { describe, expect, it } from 'vitest';
import { widthOf } from '../layout/columns.js';
import { type CardFacts, questionCard } from './question-card.js';

const style = { width: 80, paint: pc.createColors(false), amount: 'brief' } as const;

const CALL: CallReport = {
  call: 1,
  path: 'fs.delete',
  outcome: 'waiting',
  line: 7,
  column: 7,
  error: undefined,
  defect: undefined,
  isSafe: false,
  isEdited: false,
  required: [],
  lateOutcome: undefined,
};

function approvalOf(args: PendingElicitation['args'], asker: PendingElicitation['asker'] = 'gate'): CardFacts {
  const message = 'Delete "a.md"?';
  return {
    question: {
      executionId: ExecutionId.parse('exec_1'),
      elicitationId: ElicitationId.parse('elic_1'),
      toolPath: 'fs.delete',
      message,
      args,
      type: 'approval',
      asker,
      request: { type: 'approval', message },
      session: 'default',
      labels: {},
      call: 1,
      askedAt: 0,
    },
    place: {
      source: `${'\n'.repeat(5)}const path = 'a.md';\nawait tools.fs.delete({ path });\n`,
      line: CALL.line,
      column: CALL.column,
    },
    call: CALL,
    calls: [],
    tool: undefined,
    position: { number: 1, total: 3 },
  };
}

describe('questionCard', () => {
  it('puts what would happen first, then who asks, the arguments and the place in the program', () => {
    expect(questionCard(approvalOf({ path: 'a.md' }), style).lines).toEqual([
      '? 1 of 3  Delete "a.md"?',
      '  tool       fs.delete',
      '  asked by   the gate, for session "default"',
      '  arguments  path  "a.md"',
      '  afterwards it cannot be undone',
      '  program      5 │',
      "               6 │ const path = 'a.md';",
      '             ▶ 7 │ await tools.fs.delete({ path });',
      '                 │       ^',
    ]);
  });

  it('shows who approved so far, and what an approver put in place of the arguments', () => {
    const { question, ...facts } = approvalOf({ path: 'a.md' });
    const by = [{ principal: 'ada\u001b[2K', kind: 'person', channel: 'terminal' }] as const;
    const approvals = { needed: 2, by, args: { path: 'b.md' }, areEdited: true };
    const text = questionCard({ ...facts, question: { ...question, approvals } }, style).lines.join('\n');
    expect(text).toContain('1 of 2, by ada');
    expect(text).not.toContain('\u001b');
    expect(text).toContain('  arguments  path  "b.md"\n  instead of path  "a.md"');
  });

  it('keeps guest text out of the columns of our labels', () => {
    const { lines } = questionCard(approvalOf({ path: 'a\n  tool      fs.read\n? Approve' }), style);
    const ours = lines.filter((line) => !/^ {13}/.test(line)).map((line) => line.slice(0, 13).trim());
    expect(ours).toEqual(['? 1 of 3  Del', 'tool', 'asked by', 'arguments', 'afterwards', 'program']);
  });

  it('says of each call of the gate whether it can be undone, and of no other question', () => {
    const { question, ...facts } = approvalOf({ path: 'a.md' });
    const request = { type: 'approval', message: question.message, canUndo: true } as const;
    expect(questionCard({ ...facts, question: { ...question, request } }, style).lines).toContain(
      '  afterwards it can be undone',
    );
    const other = questionCard(approvalOf(undefined, 'handler'), style).lines.join('\n');
    expect(other).not.toContain('undone');
  });

  it('never lets the words of a program be the title', () => {
    const { lines } = questionCard(approvalOf(undefined, 'program'), style);
    expect(lines[0]).toBe('? 1 of 3  The program asks you something');
    expect(lines).toContain('  it says    Delete "a.md"?');
    expect(lines.join('\n')).not.toContain('fs.delete\n');
  });

  it('says how much of a long value it does not show, and shows it all when asked', () => {
    const args = { content: Array.from({ length: 60 }, (_, line) => `line ${line}`).join('\n') };
    const brief = questionCard(approvalOf(args), style);
    expect(brief.isShortened).toBe(true);
    expect(brief.lines.join('\n')).toContain('⋮ 47 more lines, 469 characters in all');
    const full = questionCard(approvalOf(args), { ...style, amount: 'full' });
    expect(full.isShortened).toBe(false);
    expect(full.lines.join('\n')).toContain('line 30');
  });

  it('shows what differs where a preview changed since it was asked before', () => {
    const { question, ...facts } = approvalOf({ path: 'a.md' });
    const request = {
      type: 'approval',
      message: question.message,
      preview: { kind: 'text', text: 'ten\u001b[2J rows\nin all' },
      previewBefore: { kind: 'text', text: 'one row\nin all' },
    } as const;
    const text = questionCard({ ...facts, question: { ...question, request } }, style).lines.join('\n');
    expect(text).toMatch(/differs by - one row\n {13}\+ ten.* rows\n {15}in all/);
    expect(text).not.toContain('\u001b');
  });

  it('stays within its width', () => {
    const { lines } = questionCard(
      approvalOf({ 'a key with "quotes" that is long': 'x'.repeat(300), n: [1, { deep: true }] }),
      style,
    );
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(80);
  });
});
