import { describe, expect, it } from 'vitest';
import { ToolDeniedError } from '../elicitation/answer/tool-denied-error.js';
import { withdrawal } from '../elicitation/answer/withdrawal.js';
import { ElicitationId } from '../ids.js';
import { JournalEntry, type NewEntry } from '../journal/entry.js';
import { advance, begin, effectiveEntries, fold } from './advance.js';
import { JournalCorruptError } from './journal-corrupt-error.js';
import { type ExecutionState, openQuestions } from './execution-state.js';

const started = {
  kind: 'started',
  format: 1,
  source: 'return 1',
  seed: 's',
  session: 'default',
  labels: {},
  engine: 'v8',
} as const;

const by = { principal: 'ada', kind: 'person', channel: 'terminal' } as const;
const error = { name: 'Error', code: 'tool/failed', message: 'no' };
const [first, second] = [ElicitationId.parse('elic_1'), ElicitationId.parse('elic_2')];

const called = (kind: 'allow' | 'ask' | 'deny', call = 1): object => ({
  kind: 'tool-called',
  call,
  path: 'mail.send',
  digest: 'd',
  args: '{"to":"ada"}',
  tool: 't',
  decision: { kind, because: kind === 'deny' ? { kind: 'rule', rule: 'deny **' } : { kind: 'safe' } },
});
const asked = (asker: string, elicitation: string = first, call = 1): object => ({
  kind: 'asked',
  elicitation,
  call,
  asker,
  digest: 'q',
  request: asker === 'in-doubt' ? { type: 'in-doubt', message: 'm', attempt: 1 } : { type: 'approval', message: 'm' },
});
const answered = (action: string, elicitation: string = first, call = 1): object => ({
  kind: 'answered',
  elicitation,
  call,
  answer: { action, by },
});
const invoking = (attempt = 1, call = 1): NewEntry => ({ kind: 'invoking', call, attempt });

const journal = (...facts: readonly object[]): readonly JournalEntry[] =>
  [started, ...facts].map((entry, seq) => JournalEntry.parse({ seq, at: 1_000 + seq, ...entry }));
const stateAfter = (...facts: readonly object[]): ExecutionState => fold(journal(...facts));
const callAfter = (...facts: readonly object[]) => stateAfter(...facts).open.get(1);

const askedOfTwo = { ...asked('gate'), approvals: 2 };
const approvedBy = (principal: string, facts: object = {}): object => ({
  kind: 'approval-given',
  elicitation: first,
  call: 1,
  by: { ...by, principal },
  ...facts,
});

describe('a question that needs two approvals', () => {
  const asking = [called('ask'), askedOfTwo, { kind: 'parked' }];

  it('stays open, and its execution paused, after the first', () => {
    const state = stateAfter(...asking, approvedBy('grace'));
    expect(openQuestions(state)).toMatchObject([
      { approvals: { needed: 2, by: [{ principal: 'grace' }], args: undefined } },
    ]);
    expect(state.status.kind).toBe('paused');
    expect(state.open.get(1)?.kind).toBe('asking');
  });

  it('admits the call with the second, and with the arguments both approved', () => {
    expect(callAfter(...asking, approvedBy('grace'), answered('accept'))).toMatchObject({ kind: 'admitted' });
    const args = '{"to":"bob"}';
    const edited = [approvedBy('grace', { args }), { ...answered('accept'), args }];
    expect(callAfter(...asking, ...edited)).toMatchObject({ kind: 'admitted', args });
  });

  it('ends with one refusal', () => {
    expect(callAfter(...asking, approvedBy('grace'), answered('decline'))).toMatchObject({ kind: 'answered' });
  });

  it.each([
    ['one person', [answered('accept')]],
    ['the same person twice', [approvedBy('ada'), answered('accept')]],
    ['two people who mean different arguments', [approvedBy('grace', { args: '{}' }), answered('accept')]],
  ])('is never admitted by %s', (_who, facts) => {
    expect(() => stateAfter(...asking, ...facts)).toThrow(JournalCorruptError);
  });
});

describe('an execution that begins', () => {
  it('is running, with nothing open', () => {
    expect(stateAfter()).toMatchObject({ status: { kind: 'running' }, length: 1, calls: 0, sandboxLosses: 0 });
    expect(stateAfter().open.size).toBe(0);
  });
});

describe('a tool call', () => {
  it('a call that policy allows is admitted with its arguments', () => {
    expect(callAfter(called('allow'))).toMatchObject({ kind: 'admitted', args: '{"to":"ada"}' });
  });

  it('a call that policy denies is refused with the message of ToolDeniedError', () => {
    const { code, message, name } = new ToolDeniedError('mail.send', 'tool/denied', 'deny **');
    expect(callAfter(called('deny'))).toEqual({ kind: 'refused', error: { name, code, message } });
  });

  it('a call that was refused before the gate keeps the refusal', () => {
    const refused = { kind: 'call-refused', call: 1, path: 'no.such', digest: 'd', error };
    expect(callAfter(refused)).toEqual({ kind: 'refused', error });
  });

  it('a call that must ask waits for its question', () => {
    expect(callAfter(called('ask'), asked('gate'))).toMatchObject({ kind: 'asking', elicitation: first });
    expect(openQuestions(stateAfter(called('ask'), asked('gate')))).toMatchObject([
      { elicitation: first, call: 1, asker: 'gate', askedAt: 1_002, answer: undefined },
    ]);
  });

  it('is admitted by an accepted question with the arguments that were shown', () => {
    expect(callAfter(called('ask'), asked('gate'), answered('accept'))).toMatchObject({
      kind: 'admitted',
      args: '{"to":"ada"}',
    });
  });

  it('is admitted with the arguments the person put in their place', () => {
    const edited = { ...answered('accept'), args: '{"to":"bob"}' };
    expect(callAfter(called('ask'), asked('gate'), edited)).toMatchObject({ kind: 'admitted', args: '{"to":"bob"}' });
  });

  it.each(['decline', 'cancel', 'denied', 'other', 'expired', 'not_supported'])('is not admitted by %s', (action) => {
    expect(callAfter(called('ask'), asked('gate'), answered(action))).toMatchObject({
      kind: 'answered',
      elicitation: first,
      answer: { action },
    });
  });

  it('is closed by what it returned or threw, its questions with it', () => {
    const asking = [called('ask'), asked('gate'), answered('accept'), invoking()];
    const returned = stateAfter(...asking, { kind: 'returned', call: 1, value: '1' });
    expect(returned.open.size).toBe(0);
    expect(returned.questions.size).toBe(0);
    expect(stateAfter(...asking, { kind: 'threw', call: 1, error }).open.size).toBe(0);
  });

  it('leaves the questions of other calls open', () => {
    const state = stateAfter(called('ask'), asked('gate'), called('allow', 2), invoking(1, 2), {
      kind: 'returned',
      call: 2,
    });
    expect(openQuestions(state).map(({ elicitation }) => elicitation)).toEqual([first]);
  });
});

describe('a handler', () => {
  const running = [called('allow'), invoking()];

  it('may have acted from the moment it is invoked', () => {
    expect(callAfter(...running)).toMatchObject({ kind: 'invoking', attempt: 1, mayHaveActed: true });
  });

  it('a handler that asks has not acted, and may be run again once answered', () => {
    expect(callAfter(...running, asked('handler'))).toMatchObject({ mayHaveActed: false });
    expect(callAfter(...running, asked('handler'), answered('accept'))).toMatchObject({ mayHaveActed: false });
  });

  it('may have acted once it is on record that it went on, in the same attempt or the next', () => {
    const asking = [...running, asked('handler'), answered('accept')];
    expect(callAfter(...asking, invoking(1))).toMatchObject({ attempt: 1, mayHaveActed: true });
    expect(callAfter(...asking, invoking(2))).toMatchObject({ attempt: 2, mayHaveActed: true });
  });

  it('keeps the answers it was given while its call is open', () => {
    const state = stateAfter(...running, asked('handler'), answered('accept'), invoking(2));
    expect(state.questions.get(first)?.answer).toMatchObject({ action: 'accept' });
  });

  it('a handler in doubt may have acted, whatever it asked before', () => {
    const state = [...running, asked('handler'), answered('accept'), asked('in-doubt', second)];
    expect(callAfter(...state)).toMatchObject({ mayHaveActed: true });
  });

  it('a handler in doubt is run again only after a person said so', () => {
    const doubted = [...running, asked('in-doubt')];
    expect(() => stateAfter(...doubted, invoking(2))).toThrow('call 1 is in doubt');
    expect(callAfter(...doubted, answered('accept'), invoking(2))).toMatchObject({ attempt: 2 });
  });
});

describe("a program's question", () => {
  const asking = [{ kind: 'elicit-called', call: 1, digest: 'd' }, asked('program')];

  it('waits, is answered, and returns', () => {
    expect(callAfter(...asking)).toMatchObject({ kind: 'asking', elicitation: first });
    expect(callAfter(...asking, answered('accept'))).toMatchObject({ kind: 'answered', answer: { action: 'accept' } });
    expect(stateAfter(...asking, answered('accept'), { kind: 'returned', call: 1, value: '{}' }).open.size).toBe(0);
  });
});

describe('an execution that is parked', () => {
  const timer = (call: number) => ({ kind: 'timer-set', call, digest: 'd', due: 5_000 });
  const wakeAt = 5_000;

  it('an execution with an open question is paused, even if a timer is due', () => {
    expect(stateAfter(called('ask'), asked('gate'), { kind: 'parked' }).status).toEqual({
      kind: 'paused',
      wakeAt: undefined,
    });
    expect(stateAfter(called('ask'), asked('gate'), timer(2), { kind: 'parked', wakeAt }).status).toEqual({
      kind: 'paused',
      wakeAt,
    });
  });

  it('an execution with only timers is sleeping', () => {
    expect(stateAfter(timer(1), { kind: 'parked', wakeAt }).status).toEqual({ kind: 'sleeping', wakeAt });
    expect(callAfter(timer(1))).toEqual({ kind: 'sleeping', due: 5_000 });
  });

  it('ends with whatever happens next', () => {
    expect(stateAfter(timer(1), { kind: 'parked', wakeAt }, { kind: 'fired', call: 1 }).status).toEqual({
      kind: 'running',
    });
    const paused = [called('ask'), asked('gate'), { kind: 'parked' }];
    expect(stateAfter(...paused, answered('accept')).status).toEqual({ kind: 'running' });
  });
});

describe('the end of an execution', () => {
  it.each<[object, object]>([
    [
      { kind: 'completed', value: '1' },
      { kind: 'completed', value: '1' },
    ],
    [{ kind: 'completed' }, { kind: 'completed', value: undefined }],
    [
      { kind: 'failed', error: { code: 'c/d', message: 'm' } },
      { kind: 'failed', error: { code: 'c/d', message: 'm' } },
    ],
    [
      { kind: 'cancelled', by, reason: 'enough' },
      { kind: 'cancelled', reason: 'enough' },
    ],
  ])('an end by %j leaves nothing open and is final', (entry, status) => {
    const state = stateAfter(called('ask'), asked('gate'), entry);
    expect(state.status).toEqual(status);
    expect(state.open.size + state.questions.size).toBe(0);
    expect(() => stateAfter(entry, { kind: 'parked' })).toThrow('the execution is already');
    expect(() => stateAfter(entry, entry)).toThrow(JournalCorruptError);
  });
});

describe('printed lines after the end', () => {
  const printed = { kind: 'printed', logs: [{ level: 'log', text: 'x' }], emitted: [] };
  const by = { principal: 'ada', kind: 'person', channel: 'test' };

  it('follow a cancellation, which stays', () => {
    const state = stateAfter({ kind: 'cancelled', by, reason: 'enough' }, printed);
    expect(state).toMatchObject({ status: { kind: 'cancelled', reason: 'enough' }, printed: { logs: 1 } });
  });

  it('follow no end but a cancellation', () => {
    expect(() => stateAfter({ kind: 'completed' }, printed)).toThrow('the execution is already completed');
  });
});

describe('the counters of an execution', () => {
  it('add up what was printed and which sandboxes were lost', () => {
    const printed = { kind: 'printed', logs: [{ level: 'log', text: 'x' }], emitted: ['1', '2'] };
    const state = stateAfter(printed, { kind: 'sandbox-lost', reason: 'exit 137' }, printed);
    expect(state).toMatchObject({ printed: { logs: 2, emitted: 4 }, sandboxLosses: 1, length: 4 });
  });
});

describe('a journal that cannot be true', () => {
  const running = [called('allow'), invoking()];
  const returned = { kind: 'returned', call: 1 };

  it.each<[string, readonly object[]]>([
    ['starts twice', [started]],
    ['skips a call number', [called('allow', 2)]],
    ['repeats a call number', [called('allow'), called('allow')]],
    ['invokes a call nobody made', [invoking()]],
    ['invokes a call that waits for an answer', [called('ask'), asked('gate'), invoking()]],
    ['invokes a call that was declined', [called('ask'), asked('gate'), answered('decline'), invoking()]],
    ['invokes a call that policy denied', [called('deny'), invoking()]],
    ['starts with the second attempt', [called('allow'), invoking(2)]],
    ['skips an attempt', [...running, invoking(3)]],
    ['asks for a call nobody made', [asked('gate')]],
    ['asks about a call that policy allowed', [called('allow'), asked('gate')]],
    ['asks one call twice', [called('ask'), asked('gate'), asked('gate', second)]],
    ['asks one question twice', [...running, asked('handler'), asked('handler')]],
    ['lets the program ask for a tool call', [called('ask'), asked('program')]],
    ['lets the gate ask for a question', [{ kind: 'elicit-called', call: 1, digest: 'd' }, asked('gate')]],
    ['lets a handler ask that does not run', [called('allow'), asked('handler')]],
    ['doubts a call that was never invoked', [called('allow'), asked('in-doubt')]],
    ['answers what nobody asked', [called('ask'), answered('accept')]],
    ['counts approvals of a question that needs one', [called('ask'), asked('gate'), approvedBy('ada')]],
    ['approves what was answered', [called('ask'), askedOfTwo, answered('decline'), approvedBy('ada')]],
    ['answers twice', [called('ask'), asked('gate'), answered('decline'), answered('accept')]],
    ['answers for another call', [called('ask'), called('ask', 2), asked('gate'), answered('accept', first, 2)]],
    ['returns from a call nobody made', [returned]],
    ['returns twice', [...running, returned, returned]],
    ['returns from a tool that never ran', [called('allow'), returned]],
    ['returns from a call that waits for an answer', [called('ask'), asked('gate'), returned]],
    ['returns from a call that was declined', [called('ask'), asked('gate'), answered('decline'), returned]],
    ['returns from a call that policy denied', [called('deny'), returned]],
    ['fires a tool call', [...running, { kind: 'fired', call: 1 }]],
    ['returns from a timer', [{ kind: 'timer-set', call: 1, digest: 'd', due: 1 }, returned]],
  ])('is refused: %s', (_what, facts) => {
    expect(() => stateAfter(...facts)).toThrow(JournalCorruptError);
  });

  it('is refused if it has a gap, an entry twice, or another first entry', () => {
    const entries = journal(called('allow'), invoking(), returned);
    expect(() => fold(entries.toSpliced(2, 1))).toThrow('entry 2 was expected');
    expect(() => fold(entries.toSpliced(1, 0, ...entries.slice(1, 2)))).toThrow('entry 2 was expected');
    expect(() => fold(entries.slice(1))).toThrow('a journal starts with "started"');
    expect(() => fold([])).toThrow('a journal starts with "started"');
    expect(() => fold(entries.slice(0, 1).map((entry) => ({ ...entry, seq: 1 })))).toThrow(JournalCorruptError);
  });
});

describe('a question that expired', () => {
  const threw = { kind: 'threw', call: 1, error };
  const reopened = { kind: 'reopened', elicitation: first };
  const failed = { kind: 'failed', error: { code: 'tool/expired', message: 'm' } };
  const expired = [called('ask'), asked('gate'), answered('expired'), threw, failed];

  it('can be asked again under another id, as if the refusal had never reached the program', () => {
    const state = stateAfter(...expired, reopened, asked('gate', second));
    expect(state.status).toEqual({ kind: 'running' });
    expect(openQuestions(state).map(({ elicitation }) => elicitation)).toEqual([second]);
    expect(
      stateAfter(...expired, reopened, asked('gate', second), answered('accept', second)).open.get(1),
    ).toMatchObject({
      kind: 'admitted',
    });
  });

  it('cannot be taken back once something else followed from it', () => {
    expect(() =>
      stateAfter(called('ask'), asked('gate'), answered('expired'), threw, called('allow', 2), reopened),
    ).toThrow(JournalCorruptError);
    expect(() => stateAfter(called('ask'), asked('gate'), answered('decline'), threw, failed, reopened)).toThrow(
      JournalCorruptError,
    );
    expect(() => stateAfter(called('ask'), asked('gate'), reopened)).toThrow(JournalCorruptError);
  });

  it('is asked again together with what was withdrawn when the program failed on it', () => {
    const beside = [
      called('ask'),
      called('ask', 2),
      asked('gate'),
      asked('gate', second, 2),
      answered('expired'),
      threw,
    ];
    const withdrawn = { ...answered('cancel', second, 2), answer: withdrawal('the program failed') };
    const state = stateAfter(...beside, withdrawn, { ...threw, call: 2 }, failed, reopened);
    expect([...state.open.values()].map(({ kind }) => kind)).toEqual(['asking', 'asking']);
    expect(() => stateAfter(...beside, answered('cancel', second, 2), reopened)).toThrow(JournalCorruptError);
  });

  it('leaves no trace of what was taken back in the effective journal', () => {
    const entries = effectiveEntries(journal(...expired, reopened, asked('gate', second)));
    expect(entries.map(({ kind }) => kind)).toEqual(['started', 'tool-called', 'asked', 'asked']);
  });
});

describe('a handler that asks', () => {
  it('first may be run again; one that asks a second time may have acted in between', () => {
    const once = [called('allow'), invoking(), asked('handler')];
    expect(callAfter(...once)).toMatchObject({ mayHaveActed: false });
    expect(callAfter(...once, answered('accept'), invoking(1), asked('handler', second))).toMatchObject({
      mayHaveActed: true,
    });
  });
});

describe('advance', () => {
  it('leaves the state it was given as it was', () => {
    const [begun, ...rest] = journal(called('ask'), asked('gate'), answered('accept'), invoking());
    if (begun?.kind !== 'started') throw new TypeError('a started entry was expected');
    const states = [begin(begun)];
    for (const entry of rest) {
      const state = states.at(-1) ?? begin(begun);
      const before = structureOf(state);
      states.push(advance(state, entry));
      expect(structureOf(state)).toBe(before);
    }
    expect(states.map(({ length }) => length)).toEqual([1, 2, 3, 4, 5]);
  });
});

const structureOf = (state: ExecutionState): string =>
  JSON.stringify({ ...state, open: [...state.open], questions: [...state.questions] });

describe('a question in other words', () => {
  const raw = { action: 'other', content: 'why?', by };
  const revised = (elicitation: string = first, call = 1): object => ({
    kind: 'revised',
    elicitation,
    call,
    asker: 'gate',
    digest: 'q2',
    request: { type: 'approval', message: 'Please?' },
    raw,
  });
  const asking = [called('ask'), asked('gate'), { kind: 'parked' }];

  it('is the same question, still open, with what was said to the words before', () => {
    const state = stateAfter(...asking, revised());
    expect(state.status.kind).toBe('paused');
    expect(openQuestions(state)).toMatchObject([
      {
        elicitation: first,
        digest: 'q2',
        request: { message: 'Please?' },
        original: { message: 'm' },
        earlierAnswers: [raw],
      },
    ]);
  });

  it('keeps what the asker wrote, however often it is revised', () => {
    const [question] = openQuestions(stateAfter(...asking, revised(), revised()));
    expect(question).toMatchObject({ original: { message: 'm' }, earlierAnswers: [raw, raw] });
  });

  it('must be open, and of the call that asked it', () => {
    expect(() => stateAfter(...asking, revised(second))).toThrow(JournalCorruptError);
    expect(() => stateAfter(...asking, answered('decline'), revised())).toThrow(JournalCorruptError);
    expect(() => stateAfter(...asking, revised(first, 2))).toThrow(JournalCorruptError);
  });
});

describe('the end of a side quest', () => {
  const ended = (execution = 'exec_quest'): object => ({
    kind: 'side-quest-ended',
    elicitation: first,
    execution,
    status: 'completed',
  });

  it('changes nothing of what the execution waits for', () => {
    const before = stateAfter(called('ask'), asked('gate'), { kind: 'parked' });
    const after = stateAfter(called('ask'), asked('gate'), { kind: 'parked' }, ended());
    const { length, latest, returnedQuests } = before;
    expect({ ...after, length, latest, returnedQuests }).toEqual(before);
    expect([...after.returnedQuests]).toEqual(['exec_quest']);
  });

  it('comes once in the journal of its parent', () => {
    expect(() => stateAfter(called('ask'), asked('gate'), ended(), ended())).toThrow(JournalCorruptError);
    expect(stateAfter(called('ask'), asked('gate'), ended(), ended('exec_other')).returnedQuests.size).toBe(2);
  });

  it('does not make the expiry of a question final', () => {
    const expired = [called('ask'), asked('gate'), answered('expired'), ended()];
    expect(stateAfter(...expired).beforeExpiry?.elicitation).toBe(first);
  });
});

describe('a call that is decided again', () => {
  const redecided = (kind: 'allow' | 'ask' | 'deny'): object => ({
    kind: 'redecided',
    call: 1,
    decision: { kind, because: { kind: 'rule', rule: `${kind} mail.**` } },
  });
  const approved = [called('ask'), asked('gate'), answered('accept')];
  const raised = (approvals: number | undefined): object => ({
    kind: 'revised',
    elicitation: first,
    call: 1,
    asker: 'gate',
    digest: 'q2',
    request: { type: 'approval', message: 'm' },
    decision: { kind: 'ask', because: { kind: 'destructive' }, approvals: 3 },
    ...(approvals === undefined ? {} : { approvals }),
  });

  it('is refused if it is denied, also when it was started', () => {
    const refused = {
      kind: 'refused',
      error: { code: 'tool/denied', message: expect.stringContaining('deny mail.**') },
    };
    expect(callAfter(...approved, redecided('deny'))).toMatchObject(refused);
    expect(callAfter(...approved, invoking(), redecided('deny'))).toMatchObject(refused);
  });

  it('asks again, under another question', () => {
    const state = stateAfter(...approved, redecided('ask'), asked('gate', second));
    expect(state.open.get(1)).toMatchObject({ kind: 'asking', elicitation: second, again: 'policy' });
    expect(openQuestions(state)).toMatchObject([{ elicitation: second }]);
  });

  it.each([
    ['to let it through', [...approved, redecided('allow')]],
    ['while its question is open', [called('ask'), asked('gate'), redecided('deny')]],
    ['to ask about what was started', [...approved, invoking(), redecided('ask')]],
    ['if it is no call of a tool', [{ kind: 'timer-set', call: 1, digest: '5', due: 5 }, redecided('deny')]],
    ['for as many approvals as before', [called('ask'), { ...asked('gate'), approvals: 3 }, raised(3)]],
    ['for no number of approvals', [called('ask'), asked('gate'), raised(undefined)]],
  ])('is not %s', (_, facts) => {
    expect(() => stateAfter(...facts)).toThrow(JournalCorruptError);
  });

  it('keeps those who approved when more are wanted', () => {
    const state = stateAfter(called('ask'), askedOfTwo, approvedBy('ada'), raised(3), approvedBy('bob'));
    expect(openQuestions(state)).toMatchObject([
      { digest: 'q2', earlierAnswers: [], approvals: { needed: 3, by: [{ principal: 'ada' }, { principal: 'bob' }] } },
    ]);
    expect(state.open.get(1)).toMatchObject({ issued: { decision: { approvals: 3 } } });
  });
});
