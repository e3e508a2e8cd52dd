import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newExecutionId, newGrantId } from '../ids.js';
import { toolPath } from '../tool/catalog/tool-path.js';
import { decide, explain, type GateInput } from './decide.js';
import { Grant, grantCovers } from './grant.js';
import { Rule } from './rule.js';

const path = toolPath('github.issues.create');
const executionId = newExecutionId(0);
const call: GateInput = {
  path,
  isDestructive: true,
  caller: { session: 'chat-1', agent: 'triage', executionId },
  rules: [],
  grants: [],
  tool: 'digest-1',
  now: 1_000,
};

const PATTERNS = ['github.issues.create', 'github.issues.*', 'github.**', '**', 'github.repos.*', 'mail.send'];
const PATHS = ['github.issues.create', 'github.issues.list', 'github.repos.delete', 'mail.send'].map(toolPath);

const arbCondition = fc.constantFrom(
  { at: 'to', equals: 'ada' },
  { not: { at: 'to', equals: 'ada' } },
  { at: 'to', glob: '*@x' },
  { at: 'amount', max: 10 },
  { at: 'to', exists: true },
);
const arbArgs = fc.record(
  { to: fc.constantFrom('ada', 'eve', 'eve@x', 7), amount: fc.constantFrom(5, 50, 'many') },
  { requiredKeys: [] },
);

const arbRule = fc
  .record(
    {
      pattern: fc.constantFrom(...PATTERNS),
      verdict: fc.constantFrom('allow', 'ask', 'deny'),
      agent: fc.constantFrom('triage', 'release'),
      session: fc.constantFrom('chat-1', 'chat-2'),
      when: arbCondition,
      approvals: fc.constantFrom(1, 2, 3),
    },
    { requiredKeys: ['pattern', 'verdict'] },
  )
  .map(({ approvals, ...rule }) => Rule.parse(rule.verdict === 'ask' ? { ...rule, approvals } : rule));
const arbRules = fc.array(arbRule, { maxLength: 6 });

const arbGrant = fc
  .record(
    {
      pattern: fc.constantFrom(...PATTERNS),
      scope: fc.constantFrom(
        { scope: 'always' },
        { scope: 'session', session: 'chat-1' },
        { scope: 'session', session: 'chat-2' },
        { scope: 'execution', executionId },
        { scope: 'execution', executionId: newExecutionId(0) },
      ),
      expiresAt: fc.constantFrom(999, 1_000, 1_001),
      effect: fc.constantFrom('allow', 'deny'),
      usesLeft: fc.constantFrom(0, 1),
      tool: fc.constantFrom('digest-1', 'digest-2', undefined),
      when: arbCondition,
    },
    { requiredKeys: ['pattern', 'scope'] },
  )
  .map(({ scope, ...facts }) => Grant.parse({ id: newGrantId(0), grantedBy: 'ada', grantedAt: 0, ...facts, ...scope }));
const arbGrants = fc.array(arbGrant, { maxLength: 5 });

const arbCall = fc.record({
  path: fc.constantFrom(...PATHS),
  isDestructive: fc.boolean(),
  tool: fc.constantFrom('digest-1', 'digest-2', undefined),
  args: fc.option(arbArgs, { nil: undefined }),
});

const always = Grant.parse({
  id: newGrantId(0),
  pattern: '**',
  tools: { [path]: 'digest-1' },
  scope: 'always',
  grantedBy: 'ada',
  grantedAt: 0,
});
const deny = Rule.parse({ pattern: 'github.**', verdict: 'deny' });

describe('decide', () => {
  it("takes the tool's own word where no rule speaks", () => {
    expect(decide(call)).toEqual({ kind: 'ask', because: { kind: 'destructive' } });
    expect(decide({ ...call, isDestructive: false })).toEqual({ kind: 'allow', because: { kind: 'safe' } });
  });

  it('names the rule that decided', () => {
    expect(decide({ ...call, rules: [deny] })).toEqual({
      kind: 'deny',
      because: { kind: 'rule', rule: 'deny github.**' },
    });
  });

  it('names the grant that let a call through', () => {
    expect(decide({ ...call, grants: [always] })).toEqual({
      kind: 'allow',
      because: { kind: 'grant', grant: always.id },
    });
  });

  it('lets a rule ask about a safe tool and allow a destructive one', () => {
    const [ask, allow] = [
      Rule.parse({ pattern: '**', verdict: 'ask' }),
      Rule.parse({ pattern: '**', verdict: 'allow' }),
    ];
    expect(decide({ ...call, isDestructive: false, rules: [ask] }).kind).toBe('ask');
    expect(decide({ ...call, rules: [allow] }).kind).toBe('allow');
  });

  it('lets a matching deny win, whatever else is said and wherever it stands', () => {
    fc.assert(
      fc.property(arbRules, arbRules, arbGrants, fc.boolean(), (before, after, grants, isDestructive) => {
        const rules = [...before, deny, ...after];
        expect(decide({ ...call, isDestructive, rules, grants: [...grants, always] }).kind).toBe('deny');
      }),
    );
  });

  it('gives the same verdict in whatever order the rules stand', () => {
    const arbShuffled = arbRules.chain((rules) =>
      fc.tuple(fc.constant(rules), fc.shuffledSubarray(rules, { minLength: rules.length })),
    );
    fc.assert(
      fc.property(arbShuffled, arbGrants, arbCall, ([rules, shuffled], grants, facts) => {
        const [one, other] = [rules, shuffled].map((order) => decide({ ...call, ...facts, rules: order, grants }));
        expect([other?.kind, other?.approvals]).toEqual([one?.kind, one?.approvals]);
      }),
    );
  });

  it('never becomes looser by one more rule that matches, unless none did', () => {
    const rank = { allow: 0, ask: 1, deny: 2 };
    fc.assert(
      fc.property(arbRules, arbRule, (rules, more) => {
        const base = Rule.parse({ pattern: '**', verdict: 'allow' });
        const before = decide({ ...call, rules: [base, ...rules] }).kind;
        expect(rank[decide({ ...call, rules: [base, ...rules, more] }).kind]).toBeGreaterThanOrEqual(rank[before]);
      }),
    );
  });

  it('lets grants change ask and nothing else, and several approvers be replaced by none', () => {
    fc.assert(
      fc.property(arbRules, arbGrants, arbCall, (rules, grants, facts) => {
        const without = decide({ ...call, ...facts, rules });
        const granted = decide({ ...call, ...facts, rules, grants });
        if (without.kind !== 'ask') expect(granted).toEqual(without);
        if (without.approvals !== undefined) expect(granted.kind).not.toBe('allow');
      }),
    );
  });

  it('lets a remembered refusal that covers a call win over every approval, wherever it stands', () => {
    const refusal = Grant.parse({ ...always, id: newGrantId(0), effect: 'deny' });
    fc.assert(
      fc.property(arbRules, arbGrants, arbGrants, arbCall, (rules, before, after, facts) => {
        const input = { ...call, ...facts, rules };
        const granted = decide({ ...input, grants: [...before, refusal, ...after] });
        expect(granted.kind).toBe(decide(input).kind === 'ask' ? 'deny' : decide(input).kind);
      }),
    );
  });

  it('is changed by one more grant only for calls that very grant covers', () => {
    fc.assert(
      fc.property(arbRules, arbGrants, arbGrant, arbCall, (rules, grants, more, facts) => {
        const input = { ...call, ...facts, rules };
        if (grantCovers(more, input)) return;
        const { lapsed: _, ...before } = decide({ ...input, grants });
        expect(decide({ ...input, grants: [...grants, more] })).toMatchObject(before);
      }),
    );
  });

  it.each([
    ['expired', { scope: 'always', expiresAt: 1_000 }],
    ['used up', { scope: 'always', usesLeft: 0 }],
    ['of another session', { scope: 'session', session: 'chat-2' }],
    ['of another execution', { scope: 'execution', executionId: newExecutionId(0) }],
    ['for a tool that changed since', { scope: 'always', tool: 'digest-of-before' }],
  ])('gives no weight to a grant that is %s', (_what, facts) => {
    const grant = Grant.parse({ id: newGrantId(0), pattern: '**', grantedBy: 'ada', grantedAt: 0, ...facts });
    expect(decide({ ...call, grants: [grant], tool: 'digest-of-now' }).kind).toBe('ask');
  });

  it('needs as many approvals as the most demanding rule says', () => {
    const rules = [1, 3, 2].map((approvals) => Rule.parse({ pattern: '**', verdict: 'ask', approvals }));
    expect(decide({ ...call, rules })).toMatchObject({ kind: 'ask', approvals: 3 });
    expect(decide({ ...call, rules: [...rules, deny] })).toEqual({
      kind: 'deny',
      because: { kind: 'rule', rule: 'deny github.**' },
    });
  });

  it('lets no grant stand in for several approvers', () => {
    const rules = [Rule.parse({ pattern: '**', verdict: 'ask', approvals: 2 })];
    expect(decide({ ...call, rules, grants: [always] })).toMatchObject({ kind: 'ask', approvals: 2 });
  });

  it('says which grant no longer counts because the tool changed', () => {
    const bound = Grant.parse({ ...always, id: newGrantId(0) });
    expect(decide({ ...call, grants: [bound], tool: 'digest-2' })).toEqual({
      kind: 'ask',
      because: { kind: 'destructive' },
      lapsed: bound.id,
    });
    const again = Grant.parse({ ...always, id: newGrantId(0), tools: { [path]: 'digest-2' } });
    expect(decide({ ...call, grants: [bound, again], tool: 'digest-2' }).kind).toBe('allow');
  });
});

describe('explain', () => {
  it('names every rule and grant, and decides by those that apply', () => {
    fc.assert(
      fc.property(arbRules, arbGrants, arbCall, (rules, grants, facts) => {
        const input = { ...call, ...facts, rules, grants };
        const explained = explain(input);
        expect(explained.decision).toEqual(decide(input));
        expect(explained.rules.map(({ rule }) => rule)).toEqual(rules);
        expect(explained.grants.map(({ grant }) => grant)).toEqual(grants);
        const applied = explained.rules.filter(({ judgement }) => judgement.applies).map(({ rule }) => rule);
        expect(decide({ ...input, rules: applied })).toEqual(explained.decision);
        const covering = explained.grants.filter(({ judgement }) => judgement.applies).map(({ grant }) => grant);
        expect(decide({ ...input, grants: covering }).kind).toBe(explained.decision.kind);
      }),
    );
  });
});
