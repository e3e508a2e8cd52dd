import { ElicitationId, ExecutionId, JournalEntry, type PlacedEntry } from '@toolshed/kernel';
import { describe, expect, it } from 'vitest';
import { Notice, noticeOf } from './notice.js';

const execution = ExecutionId.parse('exec_1');
const elicitation = ElicitationId.parse('elic_1');

const placed = (entry: object): PlacedEntry => ({
  position: 7,
  executionId: execution,
  session: 'monday',
  entry: JournalEntry.parse({ seq: 3, at: 1_000, ...entry }),
});

const asked = (request: object): PlacedEntry =>
  placed({
    kind: 'asked',
    elicitation,
    call: 1,
    asker: 'gate',
    digest: 'd',
    request: { type: 'approval', ...request },
  });

describe('noticeOf', () => {
  it('tells what is asked, by whom, and where to answer', () => {
    const args = { to: 'ada@x.org', password: 'hunter2', nested: { apiKey: 'k', n: 1 } };
    const notice = noticeOf(asked({ message: 'Send?', toolPath: 'mail.send', args }), 'http://127.0.0.1:4180');
    expect(notice).toMatchObject({
      id: 'elic_1.asked',
      type: 'question.asked',
      link: 'http://127.0.0.1:4180/questions/elic_1',
      question: { session: 'monday', toolPath: 'mail.send', message: 'Send?' },
    });
    expect(notice?.question).toMatchObject({
      args: { to: 'ada@x.org', password: '[redacted]', nested: { apiKey: '[redacted]', n: 1 } },
    });
    expect(Notice.parse(JSON.parse(JSON.stringify(notice)))).toEqual(JSON.parse(JSON.stringify(notice)));
  });

  it('leaves out the preview, and arguments too long to send', () => {
    const preview = { kind: 'text', text: 'the whole file' };
    const notice = noticeOf(asked({ message: 'Write?', preview, args: { content: 'x'.repeat(10_000) } }), '');
    expect(JSON.stringify(notice)).not.toContain('the whole file');
    expect(notice?.question).toMatchObject({ args: '[too long to send]' });
  });

  it('tells that a question was answered, and never with what', () => {
    const by = { principal: 'ada', kind: 'person', channel: 'http' };
    const answer = { action: 'accept', content: 'a secret answer', reason: 'because', by };
    const notice = noticeOf(placed({ kind: 'answered', elicitation, call: 1, answer }), '');
    expect(notice).toMatchObject({ id: 'elic_1.answered', question: { action: 'accept', by: 'ada' } });
    expect(JSON.stringify(notice)).not.toContain('secret');
  });

  it('has no notice of anything else', () => {
    expect(noticeOf(placed({ kind: 'completed', value: '1' }), '')).toBeUndefined();
  });
});
