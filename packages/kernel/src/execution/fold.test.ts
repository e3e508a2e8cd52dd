// Laws of the fold, checked on journals that a small model of an execution writes: the model knows only which
// moves are possible next, and what an onlooker would say of the execution afterwards.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ElicitationId, newElicitationId } from '../ids.js';
import { JournalEntry } from '../journal/entry.js';
import { advance, fold } from './advance.js';
import { JournalCorruptError } from './journal-corrupt-error.js';
import { type ExecutionStatus, openQuestions } from './execution-state.js';

type Phase =
  | 'refused'
  | 'gate'
  | 'program'
  | 'handler'
  | 'doubt'
  | 'admitted'
  | 'declined'
  | 'answered'
  | 'runs'
  | 'timer';

interface Model {
  readonly entries: object[];
  readonly calls: Map<number, Phase>;
  readonly questions: Map<number, ElicitationId>;
  issued: number;
  status: ExecutionStatus['kind'];
}

type Move = (model: Model) => void;

const error = { name: 'Error', code: 'tool/failed', message: 'no' };
const by = { principal: 'ada', kind: 'person', channel: 'terminal' };

function write(model: Model, ...entries: readonly object[]): void {
  model.entries.push(...entries);
  model.status = 'running';
}

const called = (call: number, kind: 'allow' | 'ask' | 'deny'): object => ({
  kind: 'tool-called',
  call,
  path: 'mail.send',
  digest: 'd',
  args: '{}',
  tool: 't',
  decision: { kind, because: { kind: 'destructive' } },
});

function open(model: Model, call: number, phase: Phase, ...entries: readonly object[]): void {
  model.issued = call;
  model.calls.set(call, phase);
  write(model, ...entries);
}

function ask(model: Model, call: number, asker: string, phase: Phase, ...before: readonly object[]): void {
  const elicitation = newElicitationId(0);
  const request =
    asker === 'in-doubt' ? { type: 'in-doubt', message: 'm', attempt: 1 } : { type: 'text', message: 'm' };
  model.questions.set(call, elicitation);
  open(model, call, phase, ...before, { kind: 'asked', elicitation, call, asker, digest: 'q', request });
}

const issuing: readonly Move[] = [
  (model) => open(model, model.issued + 1, 'admitted', called(model.issued + 1, 'allow')),
  (model) => open(model, model.issued + 1, 'refused', called(model.issued + 1, 'deny')),
  (model) => ask(model, model.issued + 1, 'gate', 'gate', called(model.issued + 1, 'ask')),
  (model) =>
    ask(model, model.issued + 1, 'program', 'program', { kind: 'elicit-called', call: model.issued + 1, digest: 'd' }),
  (model) =>
    open(model, model.issued + 1, 'timer', { kind: 'timer-set', call: model.issued + 1, digest: 'd', due: 9_000 }),
  (model) =>
    open(model, model.issued + 1, 'refused', {
      kind: 'call-refused',
      call: model.issued + 1,
      path: '?',
      digest: 'd',
      error,
    }),
  (model) => write(model, { kind: 'printed', logs: [], emitted: ['1'] }),
  (model) => write(model, { kind: 'sandbox-lost', reason: 'exit 137' }),
];

const parking: Move = (model) => {
  const sleeps = [...model.calls.values()].includes('timer');
  write(model, { kind: 'parked', ...(sleeps ? { wakeAt: 9_000 } : {}) });
  model.status = model.questions.size > 0 || !sleeps ? 'paused' : 'sleeping';
};

const ending =
  (entry: object, status: ExecutionStatus['kind']): Move =>
  (model) => {
    write(model, entry);
    model.calls.clear();
    model.questions.clear();
    model.status = status;
  };

const endings: readonly Move[] = [
  ending({ kind: 'completed', value: '1' }, 'completed'),
  ending({ kind: 'failed', error: { code: 'program/threw', message: 'no' } }, 'failed'),
  ending({ kind: 'cancelled', by }, 'cancelled'),
];

const to =
  (call: number, phase: Phase, entry: object): Move =>
  (model) => {
    model.calls.set(call, phase);
    write(model, entry);
  };

const settle =
  (call: number, kind: 'returned' | 'threw' | 'fired'): Move =>
  (model) => {
    model.calls.delete(call);
    model.questions.delete(call);
    write(model, { kind, call, ...(kind === 'threw' ? { error } : {}) });
  };

const answer =
  (call: number, action: string, phase: Phase): Move =>
  (model) => {
    const elicitation = model.questions.get(call);
    model.questions.delete(call);
    model.calls.set(call, phase);
    write(model, { kind: 'answered', elicitation, call, answer: { action, by } });
  };

function movesOf(call: number, phase: Phase): readonly Move[] {
  switch (phase) {
    case 'refused':
    case 'declined':
      return [settle(call, 'threw')];
    case 'gate':
      return [
        answer(call, 'accept', 'admitted'),
        answer(call, 'decline', 'declined'),
        answer(call, 'expired', 'declined'),
      ];
    case 'program':
      return [answer(call, 'accept', 'answered'), answer(call, 'other', 'answered')];
    case 'handler':
    case 'doubt':
      return [answer(call, 'accept', 'runs'), answer(call, 'decline', 'runs')];
    case 'admitted':
      return [to(call, 'runs', { kind: 'invoking', call, attempt: 1 })];
    case 'runs':
      return [
        settle(call, 'returned'),
        settle(call, 'threw'),
        (model) => {
          const { issued } = model;
          ask(model, call, 'handler', 'handler');
          model.issued = issued;
        },
        (model) => {
          const { issued } = model;
          ask(model, call, 'in-doubt', 'doubt');
          model.issued = issued;
        },
      ];
    case 'answered':
      return [settle(call, 'returned')];
    case 'timer':
      return [settle(call, 'fired')];
  }
}

function play(choices: readonly number[], end: number | undefined): Model {
  const started = { kind: 'started', format: 1, source: 's', seed: 's', session: 'default', labels: {}, engine: 'v8' };
  const model: Model = { entries: [started], calls: new Map(), questions: new Map(), issued: 0, status: 'running' };
  for (const choice of choices) {
    const moves = [...issuing, parking, ...[...model.calls].flatMap(([call, phase]) => movesOf(call, phase))];
    moves[choice % moves.length]?.(model);
  }
  if (end !== undefined) endings[end]?.(model);
  return model;
}

const numbered = (entries: readonly object[]): readonly JournalEntry[] =>
  entries.map((entry, seq) => JournalEntry.parse({ ...entry, seq, at: 1_000 + seq }));

const arbModel = fc
  .tuple(fc.array(fc.nat(), { maxLength: 40, size: 'max' }), fc.option(fc.nat(endings.length - 1), { nil: undefined }))
  .map(([choices, end]) => play(choices, end));

/** Whether some entry before lets this call run: policy's own word, or a person's. */
function wasLetThrough(entries: readonly JournalEntry[], call: number): boolean {
  const gates = entries.flatMap((entry) =>
    entry.kind === 'asked' && entry.asker === 'gate' && entry.call === call ? [entry.elicitation] : [],
  );
  return entries.some(
    (entry) =>
      (entry.kind === 'tool-called' && entry.call === call && entry.decision.kind === 'allow') ||
      (entry.kind === 'answered' && entry.answer.action === 'accept' && gates.includes(entry.elicitation)),
  );
}

describe('fold', () => {
  it('says of any journal an execution can write what an onlooker would say', () => {
    fc.assert(
      fc.property(arbModel, (model) => {
        const state = fold(numbered(model.entries));
        expect(state.status.kind).toBe(model.status);
        expect(state.length).toBe(model.entries.length);
        expect(state.calls).toBe(model.issued);
        expect([...state.open.keys()].sort()).toEqual([...model.calls.keys()].sort());
        const open = openQuestions(state).map(({ elicitation }) => elicitation);
        expect(open.sort()).toEqual([...model.questions.values()].sort());
      }),
      { numRuns: 300 },
    );
  });

  it('reads every beginning of a journal, and continues from it to the same state', () => {
    fc.assert(
      fc.property(arbModel, fc.nat(), (model, seed) => {
        const entries = numbered(model.entries);
        const cut = 1 + (seed % entries.length);
        expect(entries.slice(cut).reduce(advance, fold(entries.slice(0, cut)))).toEqual(fold(entries));
      }),
    );
  });

  it('misses any entry taken out of the middle', () => {
    fc.assert(
      fc.property(arbModel, fc.nat(), (model, seed) => {
        const entries = numbered(model.entries);
        fc.pre(entries.length > 1);
        expect(() => fold(entries.toSpliced(seed % (entries.length - 1), 1))).toThrow(JournalCorruptError);
      }),
    );
  });

  it('never shows a call as let through that nobody let through, however its entries are mixed', () => {
    const arbMixed = arbModel.chain(({ entries }) =>
      fc.shuffledSubarray(entries.slice(1)).map((rest) => numbered([...entries.slice(0, 1), ...rest])),
    );
    fc.assert(
      fc.property(arbMixed, (entries) => {
        for (const length of entries.keys()) {
          const beginning = entries.slice(0, length + 1);
          const state = foldOrRefuse(beginning);
          if (state === undefined) return;
          for (const [call, { kind }] of state.open) {
            if (kind === 'admitted' || kind === 'invoking') expect(wasLetThrough(beginning, call)).toBe(true);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});

function foldOrRefuse(entries: readonly JournalEntry[]) {
  try {
    return fold(entries);
  } catch (error) {
    if (error instanceof JournalCorruptError) return undefined;
    throw error;
  }
}
