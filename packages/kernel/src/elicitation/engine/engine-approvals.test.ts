import { describe, expect, it } from 'vitest';
import { Rule } from '../../policy/rule.js';
import { ElicitationEngine, type ElicitationEngineOptions } from './engine.js';
import type { PendingElicitation } from '../pending-elicitation.js';

const createIssue = { path: 'github.issues.create', destructive: true };

/** An engine and the questions it passed to onPause, in order. */
function engineWithQuestions(options: ElicitationEngineOptions = {}) {
  const asked: PendingElicitation[] = [];
  return { asked, engine: new ElicitationEngine({ ...options, onPause: (elicitation) => asked.push(elicitation) }) };
}

describe('session approvals', () => {
  it('let future calls of that path through without a question', async () => {
    const { engine, asked } = engineWithQuestions();
    engine.addSessionApproval('github.issues.create');
    expect(engine.isSessionApproved('github.issues.create')).toBe(true);
    await engine.gate(createIssue, {});
    expect(asked).toEqual([]);
  });

  it('cover exactly their path', () => {
    const { engine, asked } = engineWithQuestions();
    engine.addSessionApproval('github.issues.create');
    for (const path of [
      'github.issues.createAll',
      'github.issues',
      'GitHub.issues.create',
      'github.issues.create.all',
    ]) {
      expect(engine.isSessionApproved(path)).toBe(false);
      engine.gate({ path }, {});
    }
    expect(asked).toHaveLength(4);
  });

  it('are never given to a pattern', () => {
    expect(() => new ElicitationEngine().addSessionApproval('github.**')).toThrow('Cannot use "github.**"');
  });

  it('cover exactly their session', () => {
    const engine = new ElicitationEngine({ caller: { session: 'chat-1' } });
    engine.addSessionApproval('mail.send');
    engine.addSessionApproval('mail.read', 'chat-2');
    expect(engine.isSessionApproved('mail.send', 'chat-1')).toBe(true);
    expect(engine.isSessionApproved('mail.send', 'chat-2')).toBe(false);
    expect(engine.isSessionApproved('mail.read')).toBe(false);
    expect(engine.isSessionApproved('mail.read', 'chat-2')).toBe(true);
  });

  it('are cleared for one session or for all', () => {
    const engine = new ElicitationEngine();
    engine.addSessionApproval('mail.send', 'chat-1');
    engine.addSessionApproval('mail.send', 'chat-2');
    engine.clearSessionApprovals('chat-1');
    expect(engine.isSessionApproved('mail.send', 'chat-1')).toBe(false);
    expect(engine.isSessionApproved('mail.send', 'chat-2')).toBe(true);
    engine.clearSessionApprovals();
    expect(engine.isSessionApproved('mail.send', 'chat-2')).toBe(false);
  });

  it('do not come from approving one call', async () => {
    const { engine, asked } = engineWithQuestions();
    const gated = engine.gate(createIssue, { title: 'one' });
    engine.resolve(asked[0]?.executionId ?? '', true);
    await gated;
    expect(engine.isSessionApproved('github.issues.create')).toBe(false);
    engine.gate(createIssue, { title: 'two' });
    expect(asked).toHaveLength(2);
  });

  it('do not answer what already waits', () => {
    const { engine } = engineWithQuestions();
    engine.gate(createIssue, {});
    engine.addSessionApproval('github.issues.create');
    expect(engine.hasPending()).toBe(true);
  });

  it('never outvote a deny', async () => {
    const { engine } = engineWithQuestions({ rules: [Rule.parse({ pattern: 'github.**', verdict: 'deny' })] });
    engine.addSessionApproval('github.issues.create');
    await expect(engine.gate(createIssue, {})).rejects.toMatchObject({ code: 'tool/denied' });
  });
});

describe('a gate with rules on arguments', () => {
  const mail = { path: 'mail.send', destructive: true };

  it('judges them by the arguments of the call', async () => {
    const rules = [
      Rule.parse({ pattern: 'mail.**', verdict: 'allow', when: { at: 'to', glob: '*@example.org' } }),
      Rule.parse({ pattern: 'mail.**', verdict: 'deny', when: { not: { at: 'to', glob: '*@example.org' } } }),
    ];
    const engine = new ElicitationEngine({ rules });
    await engine.gate(mail, { to: 'ada@example.org' });
    await expect(engine.gate(mail, { to: 'eve@evil.org' })).rejects.toMatchObject({ code: 'tool/denied' });
    await expect(engine.gate(mail, {})).rejects.toMatchObject({ code: 'tool/denied' });
  });

  it('refuses what several people have to approve, as it cannot tell people apart', async () => {
    const rules = [Rule.parse({ pattern: '**', verdict: 'ask', approvals: 2 })];
    const engine = new ElicitationEngine({ rules });
    await expect(engine.gate(mail, {})).rejects.toMatchObject({
      code: 'tool/denied',
      reason: 'it needs several approvers',
    });
    expect(engine.hasPending()).toBe(false);
  });
});
