import { describe, expect, it } from 'vitest';
import { newExecutionId, newGrantId } from '../ids.js';
import { toolPath } from '../tool/catalog/tool-path.js';
import { Grant, grantCovers, judgeGrant } from './grant.js';
import type { Caller } from './judgement.js';

const path = toolPath('mail.send');
const executionId = newExecutionId(0);
const caller: Caller = { session: 'chat-1', agent: undefined, executionId };
const NOW = 1_000;

const grant = (facts: object): Grant =>
  Grant.parse({
    id: newGrantId(0),
    pattern: 'mail.send',
    grantedBy: 'ada',
    grantedAt: 0,
    scope: 'always',
    ...('tool' in facts || 'tools' in facts ? {} : { tool: 'digest-1' }),
    ...facts,
  });

const covers = (facts: object, tool: string | undefined = 'digest-1'): boolean =>
  grantCovers(grant(facts), { path, caller, now: NOW, tool });

describe('a grant', () => {
  it('covers its path and no other', () => {
    expect(covers({})).toBe(true);
    expect(covers({ pattern: 'mail.*' })).toBe(true);
    expect(covers({ pattern: 'mail.send-all' })).toBe(false);
    expect(covers({ pattern: 'mail' })).toBe(false);
  });

  it('ends at its expiry, that very moment included', () => {
    expect(covers({ expiresAt: NOW + 1 })).toBe(true);
    expect(covers({ expiresAt: NOW })).toBe(false);
    expect(covers({ expiresAt: NOW - 1 })).toBe(false);
  });

  it('ends with its last use', () => {
    expect(covers({ usesLeft: 1 })).toBe(true);
    expect(covers({ usesLeft: 0 })).toBe(false);
  });

  it('a grant for a session covers no other session', () => {
    expect(covers({ scope: 'session', session: 'chat-1' })).toBe(true);
    expect(covers({ scope: 'session', session: 'chat-2' })).toBe(false);
    expect(covers({ scope: 'session', session: '' })).toBe(false);
  });

  it('a grant for an execution covers no other execution, and no caller without one', () => {
    const scoped = { scope: 'execution', executionId };
    expect(covers(scoped)).toBe(true);
    expect(covers({ scope: 'execution', executionId: newExecutionId(0) })).toBe(false);
    const nobody = { ...caller, executionId: undefined };
    expect(grantCovers(grant(scoped), { path, caller: nobody, now: NOW, tool: 'digest-1' })).toBe(false);
  });

  it('bound to a tool as it was covers nothing once the tool changed', () => {
    expect(covers({ tool: 'digest-1' }, 'digest-1')).toBe(true);
    expect(covers({ tool: 'digest-1' }, 'digest-2')).toBe(false);
    expect(grantCovers(grant({}), { path, caller, now: NOW })).toBe(false);
  });

  it('bound to no tool, as those of older stores, covers nothing', () => {
    const scopes = [{}, { scope: 'session', session: 'chat-1' }, { scope: 'execution', executionId }];
    for (const scope of scopes) expect(covers({ ...scope, tool: undefined })).toBe(false);
  });

  it('a grant for several tools covers none that changed or was added later', () => {
    const several = { pattern: 'mail.*', tools: { 'mail.send': 'digest-1' } };
    expect(covers(several, 'digest-1')).toBe(true);
    expect(covers(several, 'digest-2')).toBe(false);
    expect(covers({ ...several, tools: {} }, 'digest-1')).toBe(false);
  });

  it('a grant with a condition covers only arguments that certainly meet it', () => {
    const only = grant({ when: { at: 'to', equals: 'ada' } });
    const judge = (args: unknown) => judgeGrant(only, { path, caller, now: NOW, args, tool: 'digest-1' });
    expect(judge({ to: 'ada' })).toEqual({ applies: true, because: { kind: 'condition-holds' } });
    expect(judge({ to: 'eve' })).toEqual({ applies: false, because: { kind: 'condition-fails' } });
    expect(judge({})).toEqual({
      applies: false,
      because: { kind: 'condition-unclear', problem: '"to" is missing' },
    });
  });

  it('a refusal holds for a tool that changed, and where its condition cannot be judged', () => {
    expect(covers({ effect: 'deny', tool: 'digest-1' }, 'digest-2')).toBe(true);
    expect(covers({ effect: 'deny', when: { at: 'to', equals: 'ada' } })).toBe(true);
    expect(covers({ effect: 'deny', expiresAt: NOW })).toBe(false);
  });

  it('allows if it does not say what it does, as those of older stores', () => {
    expect(grant({}).effect).toBe('allow');
    expect(() => grant({ effect: 'maybe' })).toThrow();
  });

  it('is said to have lapsed by a change of the tool only if it would cover the call otherwise', () => {
    const reason = (facts: object) =>
      judgeGrant(grant({ tool: 'before', ...facts }), { path, caller, now: NOW, tool: 'now' }).because.kind;
    expect(reason({})).toBe('tool-changed');
    expect(reason({ expiresAt: NOW })).toBe('expired');
    expect(reason({ pattern: 'mail.list' })).toBe('other-path');
    expect(reason({ scope: 'session', session: 'chat-2' })).toBe('other-session');
  });

  it('a grant for once is one use', () => {
    expect(covers({ scope: 'once', usesLeft: 1 })).toBe(true);
    expect(covers({ scope: 'once', usesLeft: 0 })).toBe(false);
    expect(() => grant({ scope: 'once' })).toThrow();
    expect(() => grant({ scope: 'once', usesLeft: 2 })).toThrow();
  });

  it.each([
    ['a session grant without its session', { scope: 'session' }],
    ['an execution grant without its execution', { scope: 'execution' }],
    ['a scope it does not know', { scope: 'everyone' }],
    ['a negative number of uses', { usesLeft: -1 }],
    ['an unknown field', { verdict: 'allow' }],
  ])('is not %s', (_what, facts) => {
    expect(() => grant(facts)).toThrow();
  });
});
