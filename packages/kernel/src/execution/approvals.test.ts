import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnsweredBy } from '../elicitation/answer/answer.js';
import { hasEnough, noApprovals, withApproval } from './approvals.js';

const person = (principal: string, channel = 'terminal'): AnsweredBy => ({ principal, kind: 'person', channel });
const principals = (approvals: { readonly by: readonly AnsweredBy[] }): readonly string[] =>
  approvals.by.map(({ principal }) => principal);

describe('approvals', () => {
  it('count a person once, through whatever channel', () => {
    const one = withApproval(noApprovals(2), person('ada'));
    const again = withApproval(one, person('ada', 'inbox'));
    expect(principals(again)).toEqual(['ada']);
    expect(hasEnough(again)).toBe(false);
    expect(hasEnough(withApproval(again, person('grace')))).toBe(true);
  });

  it('start from zero with the person who changes the arguments', () => {
    const two = withApproval(withApproval(noApprovals(3), person('ada')), person('grace'));
    const edited = withApproval(two, person('grace'), '{"to":"x"}');
    expect(principals(edited)).toEqual(['grace']);
    expect(principals(withApproval(edited, person('ada'), '{"to":"x"}'))).toEqual(['grace', 'ada']);
    expect(principals(withApproval(edited, person('ada')))).toEqual(['ada']);
  });

  it('are never enough without as many people for the same arguments', () => {
    const arbStep = fc.record({ who: fc.constantFrom('a', 'b', 'c'), args: fc.constantFrom(undefined, '1', '2') });
    fc.assert(
      fc.property(fc.array(arbStep, { maxLength: 12 }), fc.integer({ min: 2, max: 3 }), (steps, needed) => {
        const all = steps.reduce(
          (before, { who, args }) => withApproval(before, person(who), args),
          noApprovals(needed),
        );
        const last = steps.at(-1)?.args;
        const sameArgs = steps.slice(steps.findLastIndex(({ args }) => args !== last) + 1);
        expect(hasEnough(all)).toBe(new Set(sameArgs.map(({ who }) => who)).size >= needed);
      }),
    );
  });
});
