import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newElicitationId } from '../ids.js';
import type { Digest } from '../ports/digest.js';
import { AUDIT_ROOT, type AuditFact, AuditLine, chain, factOf, isChained, sessionNamedBy } from './audit-line.js';
import { canonicalJson } from './canonical-json.js';
import { JournalEntry } from './entry.js';

/** A digest without collisions: each text it ever saw has its own number. */
const seen = new Map<string, string>();
const digest: Digest = (text) => {
  const known = seen.get(text) ?? String(seen.size + 1).padStart(64, '0');
  seen.set(text, known);
  return known;
};

const arbFact: fc.Arbitrary<AuditFact> = fc.record(
  {
    at: fc.integer(),
    what: fc.string(),
    execution: fc.constantFrom('exec_1', 'exec_2'),
    session: fc.string(),
    seq: fc.nat(),
    call: fc.nat(),
    path: fc.constantFrom('mail.send', 'files.wipe'),
    who: fc.string(),
    channel: fc.string(),
    detail: fc.string(),
    digest: fc.string(),
  },
  { requiredKeys: ['at', 'what'] },
);
const arbFacts = fc.array(arbFact, { minLength: 2, maxLength: 8 });

function chained(facts: readonly AuditFact[]): readonly AuditLine[] {
  const lines: AuditLine[] = [];
  for (const fact of facts) lines.push(chain(fact, lines.length + 1, lines.at(-1)?.hash ?? AUDIT_ROOT, digest));
  return lines;
}

const isIntact = (lines: readonly AuditLine[]): boolean =>
  lines.every((line, index) => isChained(line, lines[index - 1]?.hash ?? AUDIT_ROOT, digest));

describe('the audit chain', () => {
  it('is intact as it was written', () => {
    fc.assert(
      fc.property(arbFacts, (facts) => {
        const lines = chained(facts);
        expect(isIntact(lines)).toBe(true);
        expect(lines.map((line) => AuditLine.parse(JSON.parse(JSON.stringify(line))))).toEqual(lines);
      }),
    );
  });

  it('hashes the canonical JSON of a line, whatever fields it has', () => {
    fc.assert(
      fc.property(arbFact, fc.nat(), (fact, n) => {
        const { hash, ...line } = chain(fact, n, AUDIT_ROOT, digest);
        expect(hash).toBe(digest(canonicalJson(line)));
      }),
    );
  });

  it('shows any line that says something else', () => {
    fc.assert(
      fc.property(arbFacts, arbFact, fc.nat(), (facts, forged, seed) => {
        const lines = chained(facts);
        const at = seed % lines.length;
        const line = lines[at];
        if (!line || JSON.stringify(facts[at]) === JSON.stringify(forged)) return;
        const { n, previous, hash } = line;
        expect(isIntact(lines.with(at, { ...forged, n, previous, hash }))).toBe(false);
        expect(isIntact(lines.with(at, { ...line, n: n + 1 }))).toBe(false);
        expect(isIntact(lines.with(at, { ...line, hash: AUDIT_ROOT }))).toBe(false);
      }),
    );
  });

  it('shows a field slipped in or taken out', () => {
    fc.assert(
      fc.property(arbFacts, fc.nat(), (facts, seed) => {
        const lines = chained(facts);
        const at = seed % lines.length;
        const line = lines[at];
        if (!line) return;
        const { detail, ...rest } = line;
        const other: AuditLine = detail === undefined ? { ...line, detail: 'approved' } : rest;
        expect(isIntact(lines.with(at, other))).toBe(false);
      }),
    );
  });

  it('shows a line that was forged together with its own hash', () => {
    fc.assert(
      fc.property(arbFacts, arbFact, (facts, forged) => {
        const lines = chained(facts);
        const first = chain(forged, 1, AUDIT_ROOT, digest);
        if (first.hash === lines[0]?.hash) return;
        expect(isIntact(lines.with(0, first))).toBe(false);
      }),
    );
  });

  it('shows a line removed anywhere but at the end, whose loss only the head can show', () => {
    fc.assert(
      fc.property(arbFacts, fc.nat(), (facts, seed) => {
        const lines = chained(facts);
        expect(isIntact(lines.toSpliced(seed % (lines.length - 1), 1))).toBe(false);
        expect(isIntact(lines.slice(0, -1))).toBe(true);
      }),
    );
  });

  it('shows lines in another order, and a line that is there twice', () => {
    fc.assert(
      fc.property(arbFacts, fc.nat(), (facts, seed) => {
        const lines = chained(facts);
        const at = seed % (lines.length - 1);
        const [one, other] = lines.slice(at, at + 2);
        if (!one || !other) return;
        expect(isIntact(lines.toSpliced(at, 2, other, one))).toBe(false);
        expect(isIntact(lines.toSpliced(at, 0, one))).toBe(false);
      }),
    );
  });
});

describe('the session of a line', () => {
  const named = (facts: object): string | undefined => sessionNamedBy({ at: 0, what: 'started', ...facts });

  it('is the one it names, whatever its name looks like', () => {
    expect(named({ session: 'a, a plan', detail: 'session a, a plan, a plan' })).toBe('a, a plan');
    expect(sessionNamedBy({ at: 0, what: 'failed', detail: 'session a' })).toBeUndefined();
  });

  it('is read from the detail of an earlier version, without what the execution was for', () => {
    for (const purpose of [
      '',
      ', a plan',
      ', undoes exec_a-1',
      ', approved with plan exec_1 by person ada (x), shown d',
    ])
      expect(named({ detail: `session a, b${purpose}` })).toBe('a, b');
  });
});

describe('factOf', () => {
  const elicitation = newElicitationId(0);
  const by = { principal: 'ada', kind: 'person', channel: 'terminal' };
  const error = { name: 'Error', code: 'tool/failed', message: 'the password was hunter2' };
  const fact = (facts: object): AuditFact | undefined =>
    factOf('exec_1', JournalEntry.parse({ seq: 3, at: 1_000, ...facts }), digest);
  const called = { kind: 'tool-called', call: 1, path: 'mail.send', args: '{"to":"ada"}', tool: 't' };
  const started = { format: 1, source: 's', seed: 's', session: 'chat-1', labels: {}, engine: 'v8' };

  it.each<[object, object]>([
    [
      { kind: 'started', ...started },
      { what: 'started', session: 'chat-1', detail: 'session chat-1' },
    ],
    [{ kind: 'started', ...started, agent: 'triage' }, { who: 'triage' }],
    [
      { ...called, decision: { kind: 'allow', because: { kind: 'grant', grant: 'grant_1' } } },
      { call: 1, path: 'mail.send', detail: 'allow: grant grant_1', digest: digest('{"to":"ada"}') },
    ],
    [
      { ...called, digest: 'd', decision: { kind: 'allow', because: { kind: 'safe' } } },
      { digest: `d ${digest('{"to":"ada"}')}` },
    ],
    [
      { ...called, decision: { kind: 'deny', because: { kind: 'rule', rule: 'deny **' } } },
      { detail: 'deny: rule deny **' },
    ],
    [{ ...called, decision: { kind: 'ask', because: { kind: 'destructive' } } }, { detail: 'ask: destructive' }],
    [
      { kind: 'call-refused', call: 1, path: '?', digest: 'd', error },
      { detail: 'tool/failed', digest: 'd' },
    ],
    [
      { kind: 'elicit-called', call: 1, digest: 'd' },
      { call: 1, digest: 'd' },
    ],
    [
      { kind: 'asked', elicitation, call: 1, asker: 'gate', digest: 'q', request: { type: 'approval', message: 'm' } },
      { detail: `gate ${elicitation}`, digest: expect.stringMatching(/^q \d+$/) },
    ],
    [
      { kind: 'answered', elicitation, call: 1, answer: { action: 'decline', reason: 'no', by } },
      { who: 'person ada', channel: 'terminal', detail: `decline ${elicitation} (no)` },
    ],
    [
      { kind: 'answered', elicitation, call: 1, answer: { action: 'accept', by }, args: '"hunter2"' },
      { detail: `accept ${elicitation} with other arguments` },
    ],
    [
      { kind: 'approval-given', elicitation, call: 1, by, reason: 'fine' },
      { who: 'person ada', channel: 'terminal', detail: `${elicitation} (fine)` },
    ],
    [
      { kind: 'answered', elicitation, call: 1, answer: { action: 'accept', by }, raw: { action: 'other', by } },
      { detail: `accept ${elicitation}, made of other by person ada` },
    ],
    [
      {
        kind: 'revised',
        elicitation,
        call: 1,
        asker: 'program',
        digest: 'q',
        request: { type: 'text', message: 'hunter2?' },
        raw: { action: 'other', content: 'hunter2', by },
      },
      {
        who: 'person ada',
        channel: 'terminal',
        detail: `other ${elicitation}`,
        digest: expect.stringMatching(/^q \d+$/),
      },
    ],
    [
      { kind: 'side-quest-ended', elicitation, execution: 'exec_2', status: 'failed' },
      { detail: `exec_2 failed for ${elicitation}` },
    ],
    [
      { kind: 'invoking', call: 1, attempt: 2 },
      { call: 1, detail: 'attempt 2' },
    ],
    [{ kind: 'returned', call: 1, value: '"hunter2"' }, { call: 1 }],
    [
      { kind: 'threw', call: 1, error },
      { call: 1, detail: 'tool/failed' },
    ],
    [{ kind: 'failed', error: { code: 'program/threw', message: 'hunter2' } }, { detail: 'program/threw' }],
    [
      { kind: 'cancelled', by },
      { who: 'person ada', channel: 'terminal' },
    ],
    [{ kind: 'completed', value: '"hunter2"' }, { what: 'completed' }],
    [
      { kind: 'redecided', call: 1, decision: { kind: 'deny', because: { kind: 'rule', rule: 'deny mail.**' } } },
      { what: 'redecided', call: 1, detail: 'deny: rule deny mail.**' },
    ],
    [
      {
        kind: 'revised',
        elicitation: 'elic_1',
        call: 1,
        asker: 'gate',
        digest: 'd',
        request: { type: 'approval', message: 'hunter2' },
        decision: { kind: 'ask', because: { kind: 'rule', rule: 'ask mail.**' }, approvals: 2 },
        approvals: 2,
      },
      { what: 'revised', call: 1, detail: '2 approvals, ask: rule ask mail.** elic_1' },
    ],
    [
      {
        kind: 'tool-changed',
        call: 1,
        tool: 't',
        args: '{}',
        decision: { kind: 'ask', because: { kind: 'destructive' } },
      },
      { what: 'tool-changed', call: 1, detail: 'ask: destructive' },
    ],
    [
      { kind: 'taken-over', by: { principal: 'ada', kind: 'person', channel: 'library' } },
      { what: 'taken-over', who: 'person ada', channel: 'library' },
    ],
    [{ kind: 'sandbox-lost', reason: 'exit 137' }, { what: 'sandbox-lost' }],
  ])('the line of %j keeps %j, its place, and no content', (entry, expected) => {
    const kept = fact(entry);
    expect(kept).toMatchObject({ at: 1_000, execution: 'exec_1', seq: 3, ...expected });
    expect(JSON.stringify(kept)).not.toMatch(/hunter2|"to"/);
  });

  it.each<[string, object, object]>([
    ['the program', { kind: 'started', ...started }, { source: 'other' }],
    [
      'the words of a question',
      { kind: 'asked', elicitation, call: 1, asker: 'gate', digest: 'q', request: { type: 'approval', message: 'm' } },
      { request: { type: 'approval', message: 'harmless' } },
    ],
    [
      'the arguments an approver gave',
      { kind: 'answered', elicitation, call: 1, answer: { action: 'accept', by }, args: '{"to":"ada"}' },
      { args: '{"to":"eve"}' },
    ],
    ['what a tool returned', { kind: 'returned', call: 1, value: '1' }, { value: '2' }],
    ['the result', { kind: 'completed', value: '1' }, { value: '2' }],
  ])('tells apart entries that differ in %s', (_what, entry, change) => {
    expect(fact({ ...entry, ...change })).not.toEqual(fact(entry));
  });

  it.each([
    { kind: 'timer-set', call: 1, digest: 'd', due: 1 },
    { kind: 'fired', call: 1 },
    { kind: 'printed', logs: [], emitted: [] },
    { kind: 'parked' },
  ])('keeps nothing of $kind, which decides and does nothing', (entry) => {
    expect(fact(entry)).toBeUndefined();
  });
});
