import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Rule } from '../../policy/rule.js';
import { defineTool } from '../../tool/define-tool.js';
import { InvalidAnswerError } from '../answer/answer-errors.js';
import { ElicitationEngine, type ElicitationEngineOptions } from './engine.js';
import type { PendingElicitation } from '../pending-elicitation.js';
import { ToolDeniedError } from '../answer/tool-denied-error.js';

const createIssue = { path: 'github.issues.create', destructive: true };

/** An engine and the questions it passed to onPause, in order. */
function engineWithQuestions(options: ElicitationEngineOptions = {}) {
  const asked: PendingElicitation[] = [];
  const engine = new ElicitationEngine({ ...options, onPause: (elicitation) => asked.push(elicitation) });
  const last = (): PendingElicitation => {
    const question = asked.at(-1);
    if (!question) throw new TypeError('a question was expected');
    return question;
  };
  return { engine, asked, last };
}

describe('gate', () => {
  it('returns at once for a safe tool', async () => {
    const { engine, asked } = engineWithQuestions();
    await engine.gate({ path: 'github.issues.list', destructive: false }, {});
    expect(asked).toEqual([]);
  });

  it('calls onPause with what is pending, and returns once it is approved', async () => {
    const { engine, asked, last } = engineWithQuestions();
    const gated = engine.gate(createIssue, { title: 'Bug' });
    expect(asked).toHaveLength(1);
    expect(last()).toMatchObject({ toolPath: 'github.issues.create', args: { title: 'Bug' }, type: 'approval' });
    expect(last().message).toBe('Run github.issues.create?');
    expect(engine.resolve(last().executionId, true)).toBe(true);
    await expect(gated).resolves.toBeUndefined();
  });

  it('throws when the person declines', async () => {
    const { engine, last } = engineWithQuestions();
    const gated = engine.gate(createIssue, {});
    engine.resolve(last().executionId, false);
    await expect(gated).rejects.toThrow(ToolDeniedError);
    await expect(gated).rejects.toMatchObject({ code: 'tool/declined', path: 'github.issues.create' });
  });

  it('asks about a tool that does not say whether it is destructive', () => {
    const { engine, asked } = engineWithQuestions();
    engine.gate({ path: 'files.wipe' }, {});
    expect(asked).toHaveLength(1);
  });

  it("asks with a defined tool's own words and judgement", async () => {
    const { engine, last } = engineWithQuestions();
    const tool = defineTool({
      path: 'notes.add',
      description: 'Add a note',
      input: z.object({ title: z.string() }),
      destructive: ({ title }) => title !== 'draft',
      message: ({ title }) => `Add "${title}"?`,
      handler: () => undefined,
    });
    await engine.gate(tool, { title: 'draft' });
    engine.gate(tool, { title: 'milk' });
    expect(last().message).toBe('Add "milk"?');
  });

  it('follows rules, and a deny bothers nobody', async () => {
    const rules = [
      Rule.parse({ pattern: 'github.repos.*', verdict: 'deny' }),
      Rule.parse({ pattern: 'github.issues.*', verdict: 'allow' }),
    ];
    const { engine, asked } = engineWithQuestions({ rules });
    await engine.gate(createIssue, {});
    await expect(engine.gate({ path: 'github.repos.delete' }, {})).rejects.toMatchObject({
      code: 'tool/denied',
      reason: 'deny github.repos.*',
    });
    expect(asked).toEqual([]);
  });

  it('shows the arguments as they were when it asked', () => {
    const { engine, last } = engineWithQuestions();
    const args = { title: 'safe' };
    engine.gate(createIssue, args);
    args.title = 'evil';
    expect(last().args).toEqual({ title: 'safe' });
    expect(engine.getAllPending()[0]?.args).toEqual({ title: 'safe' });
  });

  it('refuses a path that is none, before it asks anything', async () => {
    const { engine, asked } = engineWithQuestions();
    await expect(engine.gate({ path: 'github..create' }, {})).rejects.toMatchObject({ code: 'tool/invalid-path' });
    expect(asked).toEqual([]);
  });

  it('leaves nothing pending when onPause throws', async () => {
    const engine = new ElicitationEngine({
      onPause: () => {
        throw new Error('no channel');
      },
    });
    await expect(engine.gate(createIssue, {})).rejects.toThrow('no channel');
    expect(engine.hasPending()).toBe(false);
  });

  it('returns when onPause answers at once', async () => {
    const engine: ElicitationEngine = new ElicitationEngine({
      onPause: ({ executionId }) => engine.resolve(executionId, true),
    });
    await expect(engine.gate(createIssue, {})).resolves.toBeUndefined();
  });

  it('lets through exactly the calls that were approved, however many wait at once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }), fc.nat(), async (verdicts, seed) => {
        const { engine, asked } = engineWithQuestions();
        const gated = verdicts.map((_, index) => engine.gate(createIssue, { index }));
        const order = asked.map((_, index) => (index + seed) % asked.length);
        for (const index of order) engine.resolve(asked[index]?.elicitationId ?? '', verdicts[index] ?? false);
        const outcomes = await Promise.allSettled(gated);
        expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual(verdicts);
      }),
    );
  });
});

describe('resolve', () => {
  it('says false when nothing of that id is pending', () => {
    expect(new ElicitationEngine().resolve('exec_1', true)).toBe(false);
  });

  it('answers a question once; the second answer finds nothing', async () => {
    const { engine, last } = engineWithQuestions();
    const gated = engine.gate(createIssue, {});
    expect(engine.resolve(last().executionId, false)).toBe(true);
    expect(engine.resolve(last().executionId, true)).toBe(false);
    await expect(gated).rejects.toThrow(ToolDeniedError);
  });

  it.each(['"true"', '"false"', '1', '{}', 'null'])('refuses %s as an answer, and keeps waiting', async (approved) => {
    const { engine, last } = engineWithQuestions();
    const gated = engine.gate(createIssue, {});
    expect(() => engine.resolve(last().executionId, JSON.parse(approved))).toThrow(InvalidAnswerError);
    expect(engine.hasPending()).toBe(true);
    engine.resolve(last().executionId, true);
    await gated;
  });

  it('keeps a question open when the content is not what it asks for', async () => {
    const { engine, last } = engineWithQuestions();
    const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
    const response = engine.elicit({ message: 'Who?', type: 'form', schema });
    expect(() => engine.resolve(last().executionId, true, { name: 7 })).toThrow(InvalidAnswerError);
    expect(() => engine.resolve(last().executionId, true)).toThrow('Cannot accept the answer');
    expect(engine.hasPending()).toBe(true);
    expect(engine.resolve(last().executionId, true, { name: 'Ada' })).toBe(true);
    await expect(response).resolves.toMatchObject({ approved: true, data: { name: 'Ada' } });
  });

  it('refuses data that is not JSON and names the field', () => {
    const { engine, last } = engineWithQuestions();
    engine.elicit({ message: 'Go on?' });
    expect(() => engine.resolve(last().executionId, true, { when: new Date(0) })).toThrow('"when"');
    expect(() => engine.resolve(last().executionId, false, { when: new Date(0) })).toThrow('"when"');
    expect(engine.hasPending()).toBe(true);
  });
});

describe('elicit', () => {
  it('asks for an approval by default, and says who waits', async () => {
    const { engine, last } = engineWithQuestions();
    const response = engine.elicit({ toolPath: 'github.issues.create', message: 'Create it?', args: { title: 'Bug' } });
    expect(last()).toMatchObject({
      toolPath: 'github.issues.create',
      message: 'Create it?',
      args: { title: 'Bug' },
      type: 'approval',
    });
    engine.resolve(last().executionId, true);
    expect(await response).toMatchObject({ executionId: last().executionId, approved: true, data: undefined });
  });

  it('answers a refusal as a response, not as an exception', async () => {
    const { engine, last } = engineWithQuestions();
    const response = engine.elicit({ message: 'Create it?', type: 'approval' });
    engine.resolve(last().executionId, false);
    expect(await response).toMatchObject({ approved: false, action: 'decline' });
  });

  it('brings the data of a form', async () => {
    const { engine, last } = engineWithQuestions();
    const response = engine.elicit({ toolPath: 'mail.send', message: 'To whom?', type: 'form' });
    engine.resolve(last().executionId, true, { to: 'ada@example.org' });
    expect((await response).data).toEqual({ to: 'ada@example.org' });
  });

  it('rejects a question that is none', async () => {
    await expect(new ElicitationEngine().elicit({ message: 'Which?', type: 'choice' })).rejects.toThrow('options');
  });
});

describe('a pending question', () => {
  it('is listed until it is answered', () => {
    const { engine, asked } = engineWithQuestions();
    expect(engine.hasPending()).toBe(false);
    engine.elicit({ message: 'one' });
    engine.elicit({ message: 'two' });
    expect(engine.getAllPending()).toEqual(asked);
    expect(engine.getPending(asked[1]?.executionId ?? '')).toBe(asked[1]);
    expect(engine.getPending('exec_unknown')).toBeUndefined();
    engine.resolve(asked[0]?.executionId ?? '', true);
    expect(engine.getAllPending()).toEqual([asked[1]]);
    expect(engine.hasPending()).toBe(true);
  });
});
