import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newExecutionId, newGrantId } from '../ids.js';
import { toolPath } from '../tool/tool-path.js';
import { decide, type GateInput } from './decide.js';
import { Grant, grantCovers } from './grant.js';
import { Rule } from './rule.js';

const path = toolPath('github.issues.create');
const executionId = newExecutionId();
const call: GateInput = {
  path,
  isDestructive: true,
  caller: { session: 'chat-1', agent: 'triage', executionId },
  rules: [],
  grants: [],
  now: 1_000,
};

const PATTERNS = ['github.issues.create', 'github.issues.*', 'github.**', '**', 'github.repos.*', 'mail.send'];
const PATHS = ['github.issues.create', 'github.issues.list', 'github.repos.delete', 'mail.send'].map(toolPath);

const arbRule = fc
  .record(
    {
      pattern: fc.constantFrom(...PATTERNS),
      verdict: fc.constantFrom('allow', 'ask', 'deny'),
      agent: fc.constantFrom('triage', 'release'),
      session: fc.constantFrom('chat-1', 'chat-2'),
    },
    { requiredKeys: ['pattern', 'verdict'] },
  )
  .map((rule) => Rule.parse(rule));
const arbRules = fc.array(arbRule, { maxLength: 6 });

const arbGrant = fc
  .record(
    {
      pattern: fc.constantFrom(...PATTERNS),
      scope: fc.constantFrom(
        { scope: 'always' },
        { scope: 'session', session: 'chat-1' },
        { scope: 'session', session: 'chat-2' },
        { scope: 'execution', execution: executionId },
        { scope: 'execution', execution: newExecutionId() },
      ),
      expiresAt: fc.constantFrom(999, 1_000, 1_001),
      usesLeft: fc.constantFrom(0, 1),
      tool: fc.constantFrom('digest-1', 'digest-2'),
    },
    { requiredKeys: ['pattern', 'scope'] },
  )
  .map(({ scope, ...facts }) => Grant.parse({ id: newGrantId(), grantedBy: 'ada', grantedAt: 0, ...facts, ...scope }));
const arbGrants = fc.array(arbGrant, { maxLength: 5 });

const arbCall = fc.record({
  path: fc.constantFrom(...PATHS),
  isDestructive: fc.boolean(),
  tool: fc.constantFrom('digest-1', 'digest-2', undefined),
});

const always = Grant.parse({ id: newGrantId(), pattern: '**', scope: 'always', grantedBy: 'ada', grantedAt: 0 });
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
        expect(decide({ ...call, ...facts, rules: shuffled, grants }).kind).toBe(
          decide({ ...call, ...facts, rules, grants }).kind,
        );
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

  it('lets grants turn ask into allow and nothing into anything else', () => {
    fc.assert(
      fc.property(arbRules, arbGrants, arbCall, (rules, grants, facts) => {
        const without = decide({ ...call, ...facts, rules });
        const granted = decide({ ...call, ...facts, rules, grants });
        if (without.kind === 'ask') expect(['ask', 'allow']).toContain(granted.kind);
        else expect(granted).toEqual(without);
      }),
    );
  });

  it('is changed by one more grant only for calls that very grant covers', () => {
    fc.assert(
      fc.property(arbRules, arbGrants, arbGrant, arbCall, (rules, grants, more, facts) => {
        const input = { ...call, ...facts, rules };
        if (grantCovers(more, input.path, input.caller, input.now, facts.tool)) return;
        expect(decide({ ...input, grants: [...grants, more] })).toEqual(decide({ ...input, grants }));
      }),
    );
  });

  it.each([
    ['expired', { scope: 'always', expiresAt: 1_000 }],
    ['used up', { scope: 'always', usesLeft: 0 }],
    ['of another session', { scope: 'session', session: 'chat-2' }],
    ['of another execution', { scope: 'execution', execution: newExecutionId() }],
    ['for a tool that changed since', { scope: 'always', tool: 'digest-of-before' }],
  ])('gives no weight to a grant that is %s', (_what, facts) => {
    const grant = Grant.parse({ id: newGrantId(), pattern: '**', grantedBy: 'ada', grantedAt: 0, ...facts });
    expect(decide({ ...call, grants: [grant], tool: 'digest-of-now' }).kind).toBe('ask');
  });
});
