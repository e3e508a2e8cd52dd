import { describe, expect, it } from 'vitest';
import { toolPath } from '../tool/tool-path.js';
import { type Caller, describeRule, Rule, ruleApplies } from './rule.js';

const path = toolPath('github.issues.create');
const caller: Caller = { session: 'chat-1', agent: 'triage', executionId: undefined };
const rule = (facts: object): Rule => Rule.parse({ pattern: 'github.**', verdict: 'deny', ...facts });

describe('ruleApplies', () => {
  it('needs no agent and no session', () => {
    expect(ruleApplies(rule({}), path, caller)).toBe(true);
    expect(ruleApplies(rule({ pattern: 'gitlab.**' }), path, caller)).toBe(false);
  });

  it('holds a rule to the agent it names', () => {
    expect(ruleApplies(rule({ agent: 'triage' }), path, caller)).toBe(true);
    expect(ruleApplies(rule({ agent: 'release' }), path, caller)).toBe(false);
    expect(ruleApplies(rule({ agent: 'triage' }), path, { ...caller, agent: undefined })).toBe(false);
  });

  it('holds a rule to the session it names', () => {
    expect(ruleApplies(rule({ session: 'chat-1' }), path, caller)).toBe(true);
    expect(ruleApplies(rule({ session: 'chat-2' }), path, caller)).toBe(false);
  });
});

describe('Rule', () => {
  it('is described by its verdict and pattern', () => {
    expect(describeRule(rule({}))).toBe('deny github.**');
  });

  it.each([
    ['an unknown verdict', { verdict: 'maybe' }],
    ['a pattern that is none', { pattern: 'github.**.create' }],
    ['an unknown field', { unless: 'monday' }],
  ])('refuses %s', (_what, facts) => {
    expect(() => rule(facts)).toThrow();
  });
});
