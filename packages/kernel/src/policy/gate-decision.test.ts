import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GateDecision, stricter } from './gate-decision.js';

const arbDecision: fc.Arbitrary<GateDecision> = fc.record({
  kind: fc.constantFrom('allow', 'ask', 'deny'),
  because: fc.constantFrom({ kind: 'safe' }, { kind: 'destructive' }, { kind: 'rule', rule: 'ask a.b' }),
});

describe('stricter', () => {
  it('orders allow below ask below deny', () => {
    const [allow, ask, deny] = (['allow', 'ask', 'deny'] as const).map(
      (kind): GateDecision => ({ kind, because: { kind: 'safe' } }),
    );
    if (!allow || !ask || !deny) throw new TypeError('three verdicts were expected');
    expect(stricter(allow, ask)).toBe(ask);
    expect(stricter(ask, deny)).toBe(deny);
    expect(stricter(deny, allow)).toBe(deny);
  });

  it('gives the same verdict in any order and grouping', () => {
    fc.assert(
      fc.property(arbDecision, arbDecision, arbDecision, (a, b, c) => {
        expect(stricter(a, b).kind).toBe(stricter(b, a).kind);
        expect(stricter(stricter(a, b), c).kind).toBe(stricter(a, stricter(b, c)).kind);
        expect(stricter(a, a)).toEqual(a);
      }),
    );
  });
});

describe('GateDecision', () => {
  it('refuses a reason it does not know, and fields beside it', () => {
    expect(GateDecision.safeParse({ kind: 'allow', because: { kind: 'trust-me' } }).success).toBe(false);
    expect(GateDecision.safeParse({ kind: 'allow', because: { kind: 'safe' }, approved: true }).success).toBe(false);
  });
});
