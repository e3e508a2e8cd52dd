import { ElicitationId, JournalEntry } from '@toolshed/kernel';
import { describe, expect, it } from 'vitest';
import type { Principal } from '../access/principal.js';
import { entryView } from './entry-view.js';

const agent: Principal = { kind: 'agent', id: 'a', name: 'triage', session: 'mine' };
const approver: Principal = { kind: 'approver', id: 'b', name: 'ada', way: 'token' };

const by = { principal: 'ada', kind: 'person', channel: 'inbox' };
const raw = { action: 'accept', content: 'my own words', reason: 'because', by };
const question = { elicitation: ElicitationId.parse('elic_1'), call: 1, at: 0 };
const request = { type: 'text', message: 'Which one?' };

describe('what an agent sees of an answer that middleware changed', () => {
  it('is the answer that counts, without what the person said and without its content', () => {
    const answer = { action: 'accept', content: 'made of it', by };
    const entry = JournalEntry.parse({ kind: 'answered', seq: 5, ...question, answer, raw });
    expect(entryView(entry, agent)).toEqual({ kind: 'answered', seq: 5, ...question, answer: { action: 'accept' } });
    expect(entryView(entry, approver)).toEqual(entry);
  });

  it('is that the question was asked in other words, without what the person said to the earlier words', () => {
    const entry = JournalEntry.parse({
      kind: 'revised',
      seq: 5,
      ...question,
      asker: 'handler',
      digest: 'd',
      request,
      raw,
    });
    expect(entryView(entry, agent)).toMatchObject({ raw: { action: 'accept', reason: 'because' }, request });
    expect(JSON.stringify(entryView(entry, agent))).not.toContain('my own words');
    expect(entryView(entry, approver)).toEqual(entry);
  });
});
