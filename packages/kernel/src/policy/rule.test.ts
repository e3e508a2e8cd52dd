import { describe, expect, it } from 'vitest';
import { toolPath } from '../tool/catalog/tool-path.js';
import type { Caller } from './judgement.js';
import { describeRule } from './describe-rule.js';
import { judgeRule, Rule } from './rule.js';

const path = toolPath('github.issues.create');
const caller: Caller = { session: 'chat-1', agent: 'triage', executionId: undefined };
const rule = (facts: object): Rule => Rule.parse({ pattern: 'github.**', verdict: 'deny', ...facts });

const applies = (one: Rule, by: Caller = caller, args?: unknown): boolean =>
  judgeRule(one, { path, caller: by, args }).applies;

describe('judgeRule', () => {
  it('needs no agent and no session', () => {
    expect(applies(rule({}))).toBe(true);
    expect(applies(rule({ pattern: 'gitlab.**' }))).toBe(false);
  });

  it('holds a rule to the agent it names', () => {
    expect(applies(rule({ agent: 'triage' }))).toBe(true);
    expect(applies(rule({ agent: 'release' }))).toBe(false);
    expect(applies(rule({ agent: 'triage' }), { ...caller, agent: undefined })).toBe(false);
  });

  it('holds a rule to the session it names', () => {
    expect(applies(rule({ session: 'chat-1' }))).toBe(true);
    expect(applies(rule({ session: 'chat-2' }))).toBe(false);
  });
});

describe('a rule with a condition', () => {
  const when = { at: 'repo', equals: 'acme/prod' };
  const judge = (verdict: string, args: unknown) => judgeRule(rule({ verdict, when }), { path, caller, args });

  it.each(['allow', 'ask', 'deny'])('with %s, a condition applies where it holds only', (verdict) => {
    expect(judge(verdict, { repo: 'acme/prod' })).toEqual({ applies: true, because: { kind: 'condition-holds' } });
    expect(judge(verdict, { repo: 'acme/test' })).toEqual({ applies: false, because: { kind: 'condition-fails' } });
  });

  it.each([{}, undefined, null, 'text', []])('an undecidable condition on %j restricts only', (args) => {
    const because = { kind: 'condition-unclear', problem: '"repo" is missing' };
    expect(judge('deny', args)).toEqual({ applies: true, because });
    expect(judge('ask', args)).toEqual({ applies: true, because });
    expect(judge('allow', args)).toEqual({ applies: false, because });
  });
});

describe('Rule', () => {
  it('is described by its verdict, pattern and condition', () => {
    expect(describeRule(rule({}))).toBe('deny github.**');
    expect(describeRule(rule({ when: { at: 'repo', glob: 'acme/*' } }))).toBe(
      'deny github.** when "repo" is like "acme/*"',
    );
    expect(describeRule(rule({ when: { at: 'repo', equals: 'x'.repeat(1_000) } })).length).toBeLessThan(250);
  });

  it.each([
    ['an unknown verdict', { verdict: 'maybe' }],
    ['a pattern that is none', { pattern: 'github.**.create' }],
    ['an unknown field', { unless: 'monday' }],
    ['approvals of what is denied', { verdict: 'deny', approvals: 2 }],
    ['approvals of what is allowed', { verdict: 'allow', approvals: 2 }],
    ['no approvals', { verdict: 'ask', approvals: 0 }],
  ])('refuses %s', (_what, facts) => {
    expect(() => rule(facts)).toThrow();
  });
});
