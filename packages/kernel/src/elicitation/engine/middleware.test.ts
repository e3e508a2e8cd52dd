import { describe, expect, it } from 'vitest';
import { newElicitationId, newExecutionId } from '../../ids.js';
import type { Answer } from '../answer/answer.js';
import type { PendingElicitation } from '../pending-elicitation.js';
import {
  BY_MIDDLEWARE,
  type AskNext,
  type MiddlewareRun,
  createMiddlewareRun,
  type Middleware,
  MiddlewareError,
} from './middleware.js';
import type { ElicitationRequest } from '../request.js';

const ada = { principal: 'ada', kind: 'person', channel: 'terminal' } as const;
const answerOf = (action: Answer['action'], content?: string): Answer => ({
  action,
  by: ada,
  ...(content === undefined ? {} : { content }),
});
const TEXT: ElicitationRequest = { type: 'text', message: 'Which dates?' };
const GATE: ElicitationRequest = { type: 'approval', message: 'Send?', toolPath: 'mail.send', args: { to: 'bob' } };

function runOf(
  middleware: readonly Middleware[],
  request = TEXT,
  asker: PendingElicitation['asker'] = 'program',
): MiddlewareRun {
  const { message, type, toolPath, args } = request;
  const elicitationId = newElicitationId(0);
  const who = { session: 's', agent: undefined, labels: {}, asker, call: 1, askedAt: 0 };
  return createMiddlewareRun(middleware, {
    executionId: newExecutionId(0),
    elicitationId,
    message,
    type,
    toolPath,
    args,
    request,
    ...who,
  });
}

const interpretOther: Middleware = async (_question, next) => {
  const result = await next();
  return result.action === 'other' ? { action: 'accept', content: String(result.content).toUpperCase() } : result;
};

describe('middleware', () => {
  it('middleware that changes nothing asks the original question and returns the person’s answer', async () => {
    const run = runOf([(_question, next) => next()]);
    expect(await run.begin()).toEqual({ kind: 'asks', request: TEXT });
    expect(await run.answer(answerOf('accept', 'may'))).toEqual({
      kind: 'answers',
      answer: answerOf('accept', 'may'),
      raw: undefined,
    });
  });

  it('shows what its innermost function asks, and each function sees what the one outside of it asks', async () => {
    const seen: string[] = [];
    const add =
      (word: string): Middleware =>
      ({ request }, next) => {
        seen.push(request.message);
        return next({ ...request, message: `${request.message} ${word}` });
      };
    expect(await runOf([add('one'), add('two')]).begin()).toMatchObject({
      request: { message: 'Which dates? one two' },
    });
    expect(seen).toEqual(['Which dates?', 'Which dates? one']);
  });

  it('middleware that answers without asking answers in its own name', async () => {
    const run = runOf([async () => ({ action: 'accept', content: 'june', by: ada })]);
    expect(await run.begin()).toEqual({
      kind: 'answers',
      answer: { action: 'accept', content: 'june', by: BY_MIDDLEWARE },
      raw: undefined,
    });
  });

  it('middleware that changes an answer says so, and keeps the person’s answer', async () => {
    const run = runOf([interpretOther]);
    await run.begin();
    expect(await run.answer(answerOf('other', 'may'))).toEqual({
      kind: 'answers',
      answer: { action: 'accept', content: 'MAY', by: BY_MIDDLEWARE },
      raw: answerOf('other', 'may'),
    });
  });

  it('middleware that calls next again asks again', async () => {
    const run = runOf([
      async (question, next) => {
        const first = await next();
        return first.action === 'other' ? next({ ...question.request, message: 'Dates, please?' }) : first;
      },
    ]);
    await run.begin();
    expect(await run.answer(answerOf('other', 'what?'))).toMatchObject({
      kind: 'asks',
      request: { message: 'Dates, please?' },
    });
    expect(await run.answer(answerOf('accept', 'may'))).toMatchObject({
      kind: 'answers',
      answer: answerOf('accept', 'may'),
    });
  });

  it.each([
    [
      'throws',
      (): never => {
        throw new Error('boom');
      },
      'boom',
    ],
    [
      'asks what is no request',
      (_: PendingElicitation, next: (request?: never) => Promise<Answer>) => next({ type: 'poem' } as never),
      'it asks with something that is not a request',
    ],
    [
      'answers with what was not asked for',
      async () => ({ action: 'accept', content: 7 }) as const,
      'its answer is not what was asked for',
    ],
  ])('middleware that %s is refused, with the reason', async (_name, one, problem) => {
    const begun = runOf([one as Middleware]).begin();
    await expect(begun).rejects.toThrow(MiddlewareError);
    await expect(begun).rejects.toThrow(problem);
  });
});

describe('the refusal of middleware', () => {
  const middleware: readonly (readonly [string, (question: PendingElicitation, next: AskNext) => unknown, string])[] = [
    ['returns nothing', async () => undefined, 'it returned no answer; return one, or what next() gives'],
    ['returns a text', async () => 'yes', 'it returned no answer; return one, or what next() gives'],
    ['answers with no action', async () => ({ content: 'may' }), 'it answered with something that is not an answer'],
    ['asks null', (_question, next) => next(null as never), 'it asks with something that is not a request'],
    ['asks a text', (_question, next) => next('When?' as never), 'it asks with something that is not a request'],
    ['asks twice at once', (_question, next) => Promise.all([next(), next()]), 'it asks while it is asking'],
    ['throws a text', () => Promise.reject('boom'), 'boom'],
    ['throws an error', () => Promise.reject(new Error('boom')), 'boom'],
  ];

  it.each(middleware)('the error, if it %s, names the question and the reason', async (_name, one, problem) => {
    const run = runOf([one as Middleware]);
    const refused = await run.begin().then(
      // The run that asked first fails once the person has answered.
      () => run.answer(answerOf('accept', 'may')).catch((error: unknown) => error),
      (error: unknown) => error,
    );
    expect(refused).toMatchObject({
      name: 'MiddlewareError',
      code: 'elicitation/middleware-failed',
      message: expect.stringMatching(/^Cannot apply the middleware to "elic_[\w-]+": .+; the question is still open$/),
    });
    expect(String(refused)).toContain(`": ${problem}; the question`);
  });

  it('keeps what was thrown as its cause', async () => {
    const cause = new Error('boom');
    await expect(runOf([() => Promise.reject(cause)]).begin()).rejects.toMatchObject({ cause });
  });
});

describe('middleware at the gate', () => {
  const rewriting =
    (change: Partial<ElicitationRequest>): Middleware =>
    ({ request }, next) =>
      next({ ...request, ...change } as ElicitationRequest);

  it('can rewrite the words', async () => {
    const run = runOf([rewriting({ message: 'Send it to Bob?', description: 'a friend' })], GATE, 'gate');
    expect(await run.begin()).toMatchObject({ request: { message: 'Send it to Bob?', args: { to: 'bob' } } });
  });

  it.each([{ args: { to: 'eve' } }, { toolPath: 'mail.read' }, { type: 'confirmation' as const }])(
    'can change nothing else: %o',
    async (change) => {
      await expect(runOf([rewriting(change)], GATE, 'gate').begin()).rejects.toThrow('only the message');
    },
  );

  it.each(['decline', 'cancel', 'denied'] as const)(
    'cannot turn the %s of a person into an approval',
    async (action) => {
      const run = runOf([async (_question, next) => ({ ...(await next()), action: 'accept' })], GATE, 'gate');
      await run.begin();
      await expect(run.answer(answerOf(action))).rejects.toThrow('it approved what a person refused');
    },
  );

  it('can turn an approval into a refusal', async () => {
    const run = runOf([async (_question, next) => ({ ...(await next()), action: 'decline' })], GATE, 'gate');
    await run.begin();
    expect(await run.answer(answerOf('accept'))).toMatchObject({ answer: { action: 'decline', by: BY_MIDDLEWARE } });
  });
});
