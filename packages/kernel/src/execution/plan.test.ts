import { describe, expect, it } from 'vitest';
import { ExecutionId } from '../ids.js';
import { type EntryOf, JournalEntry } from '../journal/entry.js';
import type { Purpose } from '../journal/purpose.js';
import { fold } from './advance.js';

const plan = ExecutionId.parse('exec_plan');
const by = { principal: 'ada', kind: 'person', channel: 'terminal' } as const;
const permit = { path: 'mail.send', args: 'd', tool: 't', shown: 'd' };
const approved = { kind: 'approved-plan', plan, shown: 's', by, expiresAt: 9, permits: [permit] };

const journal = (purpose: unknown, ...entries: readonly object[]) =>
  [
    { kind: 'started', format: 1, source: '', seed: 's', session: 'd', labels: {}, engine: 'v8', purpose },
    ...entries,
  ].map((entry, seq) => JournalEntry.parse({ ...entry, seq, at: 0 }));

const call = (number: number, facts: Partial<EntryOf<'tool-called'>> = {}) => ({
  kind: 'tool-called',
  call: number,
  path: 'mail.send',
  args: '{}',
  tool: 't',
  decision: { kind: 'ask', because: { kind: 'destructive' } },
  ...facts,
});
const invoking = { kind: 'invoking', call: 1, attempt: 1 };
const request = { type: 'approval', message: 'Send?' };
const PLAN = { kind: 'plan' } satisfies Purpose;
const allowed = { kind: 'allow', because: { kind: 'rule', rule: 'allow **' } } as const;
const permitted = (index: number, of = plan) =>
  ({ kind: 'allow', because: { kind: 'plan', plan: of, permit: index } }) as const;

describe('the journal of a plan', () => {
  it('invokes no call that was kept from running, whatever was decided about it', () => {
    expect(() => fold(journal(PLAN, call(1), invoking))).toThrow('call 1 was not admitted');
    expect(() => fold(journal(PLAN, call(1, { decision: allowed, planned: true }), invoking))).toThrow('not admitted');
    expect(fold(journal(PLAN, call(1, { decision: allowed }), invoking)).open.get(1)?.kind).toBe('invoking');
  });

  it('returns a stand-in once, and nothing where there is none', () => {
    const planned = { kind: 'planned', call: 1, request };
    const returned = { kind: 'returned', call: 1, value: '1' };
    expect(fold(journal(PLAN, call(1), { ...planned, standIn: '1' }, returned)).open.size).toBe(0);
    expect(() => fold(journal(PLAN, call(1), { ...planned, missing: 'no schema' }, returned))).toThrow('cannot have');
    expect(() => fold(journal(PLAN, call(1), planned, planned))).toThrow('not to be planned');
    expect(() => fold(journal(undefined, call(1), planned))).toThrow('not to be planned');
  });

  it('counts what would be asked', () => {
    const { asked } = fold(journal(PLAN, call(1), { kind: 'planned', call: 1, request }));
    expect(asked).toBe(1);
  });
});

describe('the journal of an approved plan', () => {
  it('uses each permit once', () => {
    expect(fold(journal(approved, call(1, { decision: permitted(0) }))).open.get(1)?.kind).toBe('admitted');
    const twice = journal(approved, call(1, { decision: permitted(0) }), call(2, { decision: permitted(0) }));
    expect(() => fold(twice)).toThrow('call 2 is not let through by a plan');
  });

  it.each([
    ['another plan', call(1, { decision: permitted(0, ExecutionId.parse('exec_other')) })],
    ['a permit it does not have', call(1, { decision: permitted(1) })],
    ['a permit for another tool', call(1, { decision: permitted(0), tool: 'changed' })],
  ])('is not read where it names %s', (_, entry) => {
    expect(() => fold(journal(approved, entry))).toThrow('is not let through by a plan');
    expect(() => fold(journal(undefined, entry))).toThrow('is not let through by a plan');
  });
});
