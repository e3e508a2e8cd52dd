import { describe, expect, it } from 'vitest';
import { newElicitationId } from '../ids.js';
import { type EntryKind, JournalEntry } from './entry.js';

const elicitation = newElicitationId(0);
const by = { principal: 'ada', kind: 'person', channel: 'terminal' };
const error = { name: 'Error', code: 'tool/failed', message: 'no' };

/** The fullest entry of each kind. */
const FULL: Readonly<Record<EntryKind, object>> = {
  started: {
    format: 1,
    source: 'return 1',
    seed: 's',
    session: 'default',
    agent: 'triage',
    labels: { team: 'core' },
    idempotencyKey: 'k',
    engine: 'v8',
    parent: { elicitation, execution: 'exec_1' },
    namespaces: ['mail'],
    limits: { calls: 5 },
    purpose: {
      kind: 'approved-plan',
      plan: 'exec_2',
      shown: 'd',
      by,
      expiresAt: 9,
      permits: [{ path: 'mail.send', args: 'd', tool: 't', shown: 'd' }],
    },
  },
  'tool-called': {
    call: 1,
    path: 'mail.send',
    digest: 'd',
    args: '{}',
    tool: 't',
    decision: { kind: 'ask', because: { kind: 'destructive' }, approvals: 2, lapsed: 'grant_1' },
    planned: true,
    line: 1,
    column: 2,
  },
  'call-refused': { call: 1, path: 'no such path!', digest: 'd', error: { ...error, reason: 'r' } },
  'elicit-called': { call: 1, digest: 'd', request: '{}' },
  redecided: { call: 1, decision: { kind: 'deny', because: { kind: 'rule', rule: 'deny mail.**' } } },
  'tool-changed': { call: 1, tool: 't2', args: '{}', decision: { kind: 'ask', because: { kind: 'destructive' } } },
  planned: {
    call: 1,
    request: { type: 'approval', message: 'Send?', toolPath: 'mail.send', args: { to: 'ada' } },
    standIn: '1',
    missing: 'm',
  },
  'timer-set': { call: 1, digest: 'd', due: 5 },
  printed: { logs: [{ level: 'warn', text: 'x' }], emitted: ['1'] },
  asked: {
    elicitation,
    call: 1,
    asker: 'gate',
    digest: 'd',
    request: { type: 'approval', message: 'Send?', toolPath: 'mail.send', args: { to: 'ada' } },
    original: { type: 'approval', message: 'Send it?', toolPath: 'mail.send', args: { to: 'ada' } },
    expiresAt: 9,
    approvals: 2,
  },
  'approval-given': { elicitation, call: 1, by, args: '{}', reason: 'ok' },
  consented: { elicitation, call: 1, by },
  revised: {
    elicitation,
    call: 1,
    asker: 'program',
    digest: 'd',
    request: { type: 'text', message: 'Really?' },
    raw: { action: 'other', content: 'what?', by },
    expiresAt: 9,
  },
  'side-quest-ended': { elicitation, execution: 'exec_1', status: 'completed' },
  answered: {
    elicitation,
    call: 1,
    answer: { action: 'accept', content: { a: 1 }, reason: 'ok', by },
    args: '{}',
    raw: { action: 'other', by },
  },
  invoking: { call: 1, attempt: 1 },
  'program-entered': { call: 1, version: 2, digest: 'd', source: 'return 1', input: '{}', rules: 3 },
  returned: { call: 1, value: '1' },
  threw: {
    call: 1,
    error: { ...error, elicitations: [{ message: 'm', url: 'https://a.example/', elicitationId: 'x'.repeat(16) }] },
  },
  fired: { call: 1 },
  'late-outcome': {
    call: 1,
    attempt: 1,
    outcome: { kind: 'threw', error: { name: 'ToolError', code: 'tool/failed', message: 'no' } },
  },
  parked: { wakeAt: 5, used: { cpuMs: 1, wallMs: 2 } },
  reopened: { elicitation: 'elic_1' },
  'taken-over': { by, from: 'own_1' },
  'sandbox-lost': { reason: 'exit 137' },
  completed: { value: '1' },
  failed: { error: { code: 'program/threw', message: 'no', name: 'Error', reason: 'r', line: 1, column: 2 } },
  cancelled: { by, reason: 'enough' },
};

const ENTRIES = Object.entries(FULL).map(([kind, facts]) => ({ kind, seq: 1, at: 1_000, ...facts }));

describe('JournalEntry', () => {
  it('has an example here for every kind', () => {
    expect(ENTRIES.map(({ kind }) => kind).sort()).toEqual(
      JournalEntry.options.map(({ shape }) => shape.kind.value).sort(),
    );
  });

  it.each(ENTRIES)('reads $kind as it was written', (entry) => {
    expect(JournalEntry.parse(JSON.parse(JSON.stringify(entry)))).toEqual(entry);
  });

  it.each(ENTRIES)('refuses $kind with a field it does not know', (entry) => {
    expect(JournalEntry.safeParse({ ...entry, approved: true }).error?.message).toContain('approved');
  });

  it.each(ENTRIES)('refuses $kind without its place or time', ({ seq, at, ...facts }) => {
    expect(JournalEntry.safeParse({ ...facts, seq }).success).toBe(false);
    expect(JournalEntry.safeParse({ ...facts, at }).success).toBe(false);
    expect(JournalEntry.safeParse({ ...facts, at, seq: -1 }).success).toBe(false);
  });

  it.each<[string, EntryKind, object]>([
    ['a journal of another format', 'started', { format: 2 }],
    ['a call numbered 0', 'invoking', { call: 0 }],
    ['an attempt numbered 0', 'invoking', { attempt: 0 }],
    ['a path that is none', 'tool-called', { path: 'mail..send' }],
    ['a decision without its reason', 'tool-called', { decision: { kind: 'allow' } }],
    ['an asker nobody knows', 'asked', { asker: 'stranger' }],
    ['a question with a field it does not know', 'asked', { request: { type: 'approval', message: 'm', html: '<b>' } }],
    ['an answer of nobody', 'answered', { answer: { action: 'accept' } }],
    ['an execution id where a question is named', 'answered', { elicitation: 'exec_1' }],
  ])('refuses %s', (_what, kind, facts) => {
    expect(JournalEntry.safeParse({ kind, seq: 1, at: 1, ...FULL[kind], ...facts }).success).toBe(false);
  });

  it('refuses a kind it does not know', () => {
    expect(JournalEntry.safeParse({ kind: 'approved', seq: 1, at: 1 }).success).toBe(false);
  });

  it('keeps every argument of a question, even one called __proto__', () => {
    const text = `{"kind":"asked","seq":1,"at":1,"elicitation":"${elicitation}","call":1,"asker":"gate","digest":"d","request":{"type":"approval","message":"m","args":{"__proto__":{"admin":true}}}}`;
    expect(JSON.stringify(JournalEntry.parse(JSON.parse(text)))).toContain('"args":{"__proto__":{"admin":true}}');
  });
});
