import { ElicitationId, ExecutionId, type PendingElicitation } from '@toolshed/kernel';
import { describe, expect, it } from 'vitest';
import { askMethodFor } from './ask-method.js';
import { readReply } from '../form/read-reply.js';

const questionOf = (request: object, asker: PendingElicitation['asker'] = 'gate'): PendingElicitation => ({
  executionId: ExecutionId.parse('exec_1'),
  elicitationId: ElicitationId.parse('elic_1'),
  toolPath: 'mail.send',
  message: 'Send it?',
  args: undefined,
  type: 'approval',
  asker,
  request: JSON.parse(JSON.stringify({ type: 'approval', message: 'Send it?', ...request })),
  session: 's',
  labels: {},
  call: 1,
  askedAt: 0,
});

const BOTH = { asks: { form: true, url: true }, revision: '2025-11-25' };
const FORM = { asks: { form: true, url: false }, revision: '2025-11-25' };
const inboxUrl = (id: string): string => `http://127.0.0.1/${id}`;

const ask = (
  question: PendingElicitation,
  caller = FORM,
  inbox: typeof inboxUrl | undefined = undefined,
  trustsClients = true,
) =>
  askMethodFor(
    {
      question,
      place: { source: '', line: undefined, column: undefined },
      call: undefined,
      calls: [],
      tool: undefined,
      position: { number: 1, total: 1 },
    },
    caller,
    {
      inboxUrl: inbox,
      trustsClients,
    },
  );

const reply = (question: PendingElicitation, raw: unknown) => {
  const asking = ask(question);
  if (asking.kind === 'elsewhere') throw new Error('not asked');
  return readReply(asking, raw);
};

describe('a question for a secret', () => {
  it.each([
    { type: 'secret', sensitive: true },
    { type: 'text', sensitive: true },
  ])('is never a form: %j', (request) => {
    expect(ask(questionOf(request))).toMatchObject({ kind: 'elsewhere' });
    expect(ask(questionOf(request), BOTH)).toMatchObject({ kind: 'elsewhere' });
    expect(ask(questionOf(request), BOTH, inboxUrl)).toMatchObject({
      kind: 'url',
      url: 'http://127.0.0.1/elic_1',
      answers: 'at-the-address',
    });
  });
});

describe('a question where the word of a client does not count', () => {
  it.each([{}, { type: 'text' }, { type: 'url', url: 'https://example.org' }])(
    'is asked in the inbox alone: %j',
    (request) => {
      expect(ask(questionOf(request), FORM, inboxUrl, false)).toMatchObject({ kind: 'elsewhere' });
      const asking = ask(questionOf(request), BOTH, inboxUrl, false);
      expect(asking).toMatchObject({ kind: 'url', url: 'http://127.0.0.1/elic_1' });
      if (asking.kind === 'elsewhere') throw new Error('not asked');
      expect(readReply(asking, { action: 'accept', content: { decision: 'Approve' } })).toEqual({ kind: 'gone-there' });
      expect(readReply(asking, { action: 'decline' })).toEqual({ kind: 'later' });
    },
  );
});

describe('an approval', () => {
  it('offers to be remembered only where the gate asks', () => {
    const decisions = (asker: PendingElicitation['asker']) => JSON.stringify(ask(questionOf({}, asker)));
    expect(decisions('gate')).toContain('for 8 hours');
    expect(decisions('program')).not.toContain('for 8 hours');
    expect(decisions('handler')).not.toContain('for 8 hours');
  });

  it('preselects no answer in the form of a client', () => {
    expect(JSON.stringify(ask(questionOf({})))).not.toContain('"default"');
  });

  it.each([
    [{ action: 'accept', content: { decision: 'Approve' } }, { approved: true }],
    [
      { action: 'accept', content: { decision: 'Deny', reason: 'no' } },
      { approved: false, reason: 'no' },
    ],
    [
      {
        action: 'accept',
        content: { decision: 'Approve, also later calls with these arguments in this session, for 8 hours' },
      },
      { approved: true, remember: { scope: 'session', expiresInMs: 28_800_000, sameArguments: true } },
    ],
    [
      { action: 'accept', content: { decision: 'Deny, also later calls of this tool in this session, for 8 hours' } },
      { approved: false, remember: { scope: 'session', expiresInMs: 28_800_000 } },
    ],
    [{ action: 'decline' }, { approved: false }],
  ])('is read from %j', (raw, answer) => {
    expect(reply(questionOf({}), raw)).toEqual({ kind: 'answer', answer });
  });

  it.each([undefined, null, 1, 'accept', {}, { action: 'approve' }, { action: 'accept', content: 'Approve' }])(
    'is not read from %j',
    (raw) => {
      expect(reply(questionOf({}), raw)).toMatchObject({ kind: 'invalid' });
    },
  );

  it('an approval that was put aside stays open', () => {
    expect(reply(questionOf({}), { action: 'cancel' })).toEqual({ kind: 'later' });
  });
});

describe('a call in doubt', () => {
  const question = questionOf({ type: 'in-doubt', attempt: 1 }, 'in-doubt');

  it.each([
    [{ decision: 'Run it again' }, { do: 'retry' }],
    [{ decision: 'Let the call fail' }, { do: 'fail' }],
    [
      { decision: 'It happened: I give its result', result: '{"id":7}' },
      { do: 'result', value: { id: 7 } },
    ],
  ])('is answered by %j', (content, data) => {
    expect(reply(question, { action: 'accept', content })).toEqual({
      kind: 'answer',
      answer: { approved: true, data },
    });
  });

  it('is not answered by a result that is not JSON', () => {
    const content = { decision: 'It happened: I give its result', result: 'it did' };
    expect(reply(question, { action: 'accept', content })).toMatchObject({ kind: 'invalid' });
  });
});
