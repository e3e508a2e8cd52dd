// What a person does to an execution: answer it, cancel it, undo it, replay it, take it over. Reading and starting
// executions is in `executions.ts`.

import type { ExecutionId } from '@toolshed/kernel';
import { z } from 'zod';
import { ANSWER_FAILURES, RESUMING_FAILURES, START_FAILURES } from '../document/declared-failures.js';
import { ExecutionView } from '../shed/execution-view.js';
import { type Route, route, traceOf } from '../route.js';
import { untilAnswered, whenIdle, WaitMs } from '../shed/wait-for.js';
import { answeredBy, givenAnswer, ResumeBody, startedBy } from './answer-body.js';
import { type ExecutionRoutesDeps, Id, viewAfter } from './executions.js';
import { giveAnswer } from './http-answer.js';

export const CancelBody = z.strictObject({ reason: z.string().max(4_000).optional() });

export const UndoBody = z.strictObject({ waitMs: WaitMs.default(10_000) });

export const RerunBody = z.strictObject({ waitMs: WaitMs.default(0) });

export const TakeOverBody = z.strictObject({ waitMs: WaitMs.default(10_000) });

const ReplayStep = z.strictObject({
  call: z.int(),
  what: z.string(),
  outcome: z.enum(['returned', 'threw', 'fired', 'open']),
});

/** Whether a program, replayed from its journal, does what it did before. */
export const ReplayView = z.union([
  z.strictObject({
    kind: z.literal('same'),
    calls: z.int(),
    steps: z.array(ReplayStep),
    otherTools: z.array(z.strictObject({ call: z.int(), path: z.string(), kind: z.enum(['missing', 'changed']) })),
  }),
  z.strictObject({
    kind: z.literal('diverged'),
    call: z.int(),
    recorded: z.string(),
    replayed: z.string(),
    steps: z.array(ReplayStep),
    engine: z.string(),
  }),
]);

export function executionActionRoutes(deps: ExecutionRoutesDeps): readonly Route[] {
  const { shed } = deps;
  const about = { tag: 'Executions', access: 'approvers', params: Id } as const;
  const view = viewAfter(shed);

  return [
    route({
      id: 'resumeExecution',
      ...about,
      method: 'post',
      path: '/v1/executions/{id}/resume',
      summary: 'Answer the open question of an execution, one of several, all of them, or several with one answer each',
      body: ResumeBody,
      failures: [...ANSWER_FAILURES, 'elicitation/ambiguous', 'elicitation/foreign', 'elicitation/stale'],
      reply: ExecutionView,
      async handle({ params: { id }, body, caller, context }) {
        const executionId = await shed.locate(id);
        const by = answeredBy(caller);
        const trace = traceOf(context);
        if ('answers' in body) {
          const answers = Object.entries(body.answers).map(([name, answer]) => [name, givenAnswer(answer)]);
          const give = () => shed.answerTogether(executionId, Object.fromEntries(answers), by, trace);
          return { body: await view(executionId, caller, give) };
        }
        const { elicitationId, all, waitMs } = body;
        const questions = elicitationId === undefined ? (all ? 'all' : 'only') : { elicitation: elicitationId };
        const given = { execution: executionId, questions, answer: givenAnswer(body), by, waitMs, ...trace } as const;
        return { body: await view(executionId, caller, () => giveAnswer(given, deps)) };
      },
    }),
    route({
      id: 'cancelExecution',
      ...about,
      method: 'post',
      path: '/v1/executions/{id}/cancel',
      summary: 'Cancel an execution; its pending calls never run',
      body: CancelBody,
      failures: RESUMING_FAILURES,
      reply: ExecutionView,
      async handle({ params: { id }, body: { reason }, caller }) {
        return { body: await view(id, caller, () => shed.cancel(id, reason, answeredBy(caller))) };
      },
    }),
    route({
      id: 'rerunExecution',
      ...about,
      method: 'post',
      path: '/v1/executions/{id}/rerun',
      summary: 'Start the program of an execution again, with the same input, session, agent, labels and placement',
      body: RerunBody,
      failures: [...RESUMING_FAILURES, ...START_FAILURES],
      reply: ExecutionView,
      status: 201,
      async handle({ params: { id }, body: { waitMs }, caller, context }) {
        const again = await shed.rerun(id, startedBy(caller), traceOf(context));
        const body = await view(again, caller, () => whenIdle(again, waitMs, deps));
        return { body, headers: { location: `/v1/executions/${again}` } };
      },
    }),
    route({
      id: 'undoExecution',
      ...about,
      method: 'post',
      path: '/v1/executions/{id}/undo',
      summary: 'Undo what an execution did, newest call first; replies with the execution that asks about each revert',
      body: UndoBody,
      failures: [...RESUMING_FAILURES, ...START_FAILURES, 'undo/not-ended', 'undo/nothing', 'undo/key-taken'],
      reply: ExecutionView,
      async handle({ params: { id }, body: { waitMs }, caller, context }) {
        const started = Promise.withResolvers<ExecutionId>();
        const by = answeredBy(caller);
        const work = shed.undo(id, { by, onStarted: started.resolve, ...traceOf(context) });
        const undo = await Promise.race([started.promise, work.then(({ executionId }) => executionId)]);
        return { body: await view(undo, caller, () => untilAnswered(work, undo, [], waitMs, deps)) };
      },
    }),
    route({
      id: 'replayExecution',
      ...about,
      method: 'post',
      path: '/v1/executions/{id}/replay',
      summary: 'Replay an execution without any effect, and report whether it matches its journal',
      failures: RESUMING_FAILURES,
      reply: ReplayView,
      async handle({ params: { id } }) {
        return { body: await shed.replay(id) };
      },
    }),
    route({
      id: 'takeOverExecution',
      ...about,
      method: 'post',
      path: '/v1/executions/{id}/take-over',
      summary: 'Take over an execution whose owner hangs or cannot be reached',
      body: TakeOverBody,
      failures: RESUMING_FAILURES,
      reply: ExecutionView,
      async handle({ params: { id }, body: { waitMs }, caller }) {
        const executionId = await shed.locate(id);
        const takeOver = () =>
          untilAnswered(shed.takeOver(executionId, answeredBy(caller)), executionId, [], waitMs, deps);
        return { body: await view(executionId, caller, takeOver) };
      },
    }),
  ];
}
