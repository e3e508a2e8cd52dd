import { ElicitationId, JournalEntry } from '@toolshed/kernel';
import { describe, expect, it } from 'vitest';
import type { Principal } from '../access/principal.js';
import { entryView } from './entry-view.js';

const agent: Principal = { kind: 'agent', id: 'a', name: 'triage', session: 'mine' };
const approver: Principal = { kind: 'approver', id: 'b', name: 'ada', way: 'token' };

const by = { principal: 'ada', kind: 'person', channel: 'inbox' };
const raw = { action: 'accept', content: 'my own words', reason: 'because', by };
const question = { elicitation: ElicitationId.parse('elic_1'), call: 1, at: 0 };
const shownQuestion = { elicitationId: question.elicitation, call: 1, at: 0 };
const request = { type: 'text', message: 'Which one?' };

/** The entry with the names that a view has. */
const renamed = ({ elicitation, ...facts }: JournalEntry & { elicitation?: unknown }) =>
  elicitation === undefined ? facts : { ...facts, elicitationId: elicitation };

describe('the ids in an entry', () => {
  const ids = { elicitationId: 'elic_1', executionId: 'exec_1' };

  it.each([agent, approver])('have the names they have everywhere else, for an $kind', (caller) => {
    const recorded = { elicitation: 'elic_1', execution: 'exec_1' };
    const back = JournalEntry.parse({ kind: 'side-quest-ended', seq: 5, at: 0, ...recorded, status: 'completed' });
    expect(entryView(back, caller)).toEqual({ kind: 'side-quest-ended', seq: 5, at: 0, ...ids, status: 'completed' });
    const facts = { format: 1, source: '', seed: 's', session: 'mine', labels: {}, engine: 'e', parent: recorded };
    const started = JournalEntry.parse({ kind: 'started', seq: 0, at: 0, ...facts });
    expect(entryView(started, caller)).toMatchObject({ kind: 'started', parent: ids });
  });
});

describe('what an agent sees of an answer that middleware changed', () => {
  it('is the answer that counts, without what the person said and without its content', () => {
    const answer = { action: 'accept', content: 'made of it', by };
    const entry = JournalEntry.parse({ kind: 'answered', seq: 5, ...question, answer, raw });
    expect(entryView(entry, agent)).toEqual({
      kind: 'answered',
      seq: 5,
      ...shownQuestion,
      answer: { action: 'accept' },
    });
    expect(entryView(entry, approver)).toEqual(renamed(entry));
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
    expect(entryView(entry, approver)).toEqual(renamed(entry));
  });
});

describe('what an agent sees of what is not for agents', () => {
  const hidden = ['flow_secret', 'edited by a person', 'a defect of the host'];
  const url = { type: 'url', message: 'Sign in', url: 'https://x.org/', flow: 'flow_secret' };
  const asked = { ...question, asker: 'handler', digest: 'd', request: url };
  const error = { name: 'E', code: 'c', message: 'm' };
  const defect = 'a defect of the host';

  it.each([
    { kind: 'asked', ...asked, original: url },
    { kind: 'revised', ...asked },
    { kind: 'approval-given', ...question, by, args: '"edited by a person"', reason: 'fine' },
    { kind: 'answered', ...question, answer: { action: 'accept', by }, args: '"edited by a person"' },
    { kind: 'threw', call: 1, at: 0, error, defect },
    { kind: 'late-outcome', call: 1, at: 0, attempt: 1, outcome: { kind: 'threw', error, defect } },
  ])('is nothing: $kind', (facts) => {
    const entry = JournalEntry.parse({ seq: 1, ...facts });
    const text = JSON.stringify(entryView(entry, agent));
    for (const words of hidden) expect(text).not.toContain(words);
    expect(text).toContain(`"kind":"${facts.kind}"`);
    expect(entryView(entry, approver)).toEqual(renamed(entry));
  });
});
