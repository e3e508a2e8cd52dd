import { ElicitationId, ExecutionId, ExecutionSummary, JournalEntry } from '@toolshed/kernel';
import type { ExecutionResult } from '@toolshed/runtime';
import { z } from 'zod';
import type { Principal } from '../access/principal.js';
import {
  ANSWER_FAILURES,
  EXECUTION_FAILURES,
  LIST_FAILURES,
  RESUMING_FAILURES,
} from '../document/declared-failures.js';
import { entryView } from '../shed/entry-view.js';
import { executionView, ExecutionView } from '../shed/execution-view.js';
import { ownJournal } from '../shed/own-execution.js';
import { type Route, route, traceOf } from '../route.js';
import { untilAnswered, whenIdle, WaitMs } from '../shed/wait-for.js';
import { answeredBy, givenAnswer, ResumeBody, startedBy } from './answer-body.js';
import { giveAnswer, type GiveAnswerDeps } from './http-answer.js';
import { Limit, pageBody, pageOf, sessionFor } from './lists.js';

export interface ExecutionRoutesDeps extends GiveAnswerDeps {
  /** Labels of every execution started here; above all the folder its tools may reach. */
  readonly labels: Readonly<Record<string, string>>;
}

const Id = z.strictObject({ id: z.string().max(100) });

export const StartBody = z.strictObject({
  program: z.string().describe('JavaScript: the body of an async function'),
  session: z.string().min(1).max(200).optional().describe("Default: the token's session"),
  agent: z.string().min(1).max(200).optional().describe('Who submits it, where the token is not an agent’s own'),
  labels: z
    .record(z.string().regex(/^[a-z][a-z0-9-]{0,40}$/), z.string().max(500))
    .optional()
    .describe('For people; stored as `client.<name>`, so that none passes for a label of the host'),
  idempotencyKey: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('A start that is sent again with the same key and program replies with the first one’s execution'),
  placement: z
    .array(z.string().max(100))
    .max(50)
    .optional()
    .describe('The labels its host must have; none if empty, those of the placed tools here if left out'),
  waitMs: WaitMs.default(0).describe('How long to wait until it is idle, in milliseconds'),
});

/** As lists show it: one that is running and that nobody drives is queued. */
const Status = z.enum([...ExecutionSummary.shape.status.options, 'queued']);

const Statuses = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(Status).refine((wanted) => wanted.length === 1 || !wanted.includes('queued'), 'queued stands alone'))
  .meta({ type: 'array', items: { type: 'string', enum: Status.options } });

const ListQuery = z.strictObject({
  status: Statuses.optional(),
  session: z.string().optional(),
  agent: z.string().optional(),
  parent: z
    .union([ElicitationId, ExecutionId])
    .optional()
    .describe('Side quests of this question, or of any question of this execution'),
  queued: z.literal('true').optional().describe('Only those that wait for a host with a place for them'),
  cursor: ExecutionId.optional(),
  limit: Limit,
});

export const ExecutionPage = pageOf(ExecutionSummary);

export const CancelBody = z.strictObject({ reason: z.string().max(4_000).optional() });

export const TakeOverBody = z.strictObject({ waitMs: WaitMs.default(10_000) });

/** An entry without what does not leave the host. */
export const JournalView = z.looseObject({
  kind: z.enum(JournalEntry.options.map(({ shape }) => shape.kind.value)),
  seq: z.int(),
  at: z.int(),
  call: z.int().optional(),
  elicitation: z.string().optional(),
});

export const JournalPage = z.strictObject({ items: z.array(JournalView) });

export function executionRoutes(deps: ExecutionRoutesDeps): readonly Route[] {
  const { shed } = deps;
  const about = { tag: 'Executions' } as const;

  const view = async (id: string, caller: Principal, work: Promise<ExecutionResult>): Promise<object> => {
    const result = await work;
    const [started] = await shed.journal(id);
    return executionView(result, started, caller);
  };

  return [
    route({
      id: 'startExecution',
      ...about,
      method: 'post',
      path: '/v1/executions',
      summary: 'Start a program',
      access: 'members',
      body: StartBody,
      failures: START_FAILURES,
      reply: ExecutionView,
      status: 201,
      async handle({ body, caller, context }) {
        const { program, labels = {}, idempotencyKey, placement, waitMs } = body;
        const own = Object.fromEntries(Object.entries(labels).map(([name, text]) => [`client.${name}`, text]));
        const agent = caller.kind === 'agent' ? caller.name : body.agent;
        const id = await shed.start(program, {
          ...sessionFor(caller, body.session),
          by: startedBy(caller),
          labels: { ...own, ...deps.labels },
          ...(agent === undefined ? {} : { agent }),
          ...traceOf(context),
          ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
          ...(placement === undefined ? {} : { placement }),
        });
        const started = await view(id, caller, whenIdle(id, waitMs, deps));
        return { body: started, headers: { location: `/v1/executions/${id}` } };
      },
    }),
    route({
      id: 'listExecutions',
      ...about,
      method: 'get',
      path: '/v1/executions',
      summary: 'List executions, newest first',
      access: 'members',
      query: ListQuery,
      failures: LIST_FAILURES,
      reply: ExecutionPage,
      async handle({ query: { status, session, agent, parent, queued, cursor, limit }, caller }) {
        const isQueued = queued !== undefined || status?.includes('queued') === true;
        const executions = await shed.list({
          ...sessionFor(caller, session),
          ...(status === undefined || isQueued ? {} : { status: status.filter((one) => one !== 'queued') }),
          ...(agent === undefined ? {} : { agent }),
          ...(parent === undefined ? {} : { parent }),
          ...(isQueued ? { queued: true as const } : {}),
          ...(cursor === undefined ? {} : { before: cursor }),
          limit,
        });
        return { body: pageBody(executions) };
      },
    }),
    route({
      id: 'getExecution',
      ...about,
      method: 'get',
      path: '/v1/executions/{id}',
      summary: 'Show an execution: its program, calls, output, questions and result',
      access: 'members',
      params: Id,
      failures: EXECUTION_FAILURES,
      reply: ExecutionView,
      async handle({ params: { id }, caller }) {
        const [started] = await ownJournal(shed, id, caller);
        return { body: executionView(await shed.get(id), started, caller) };
      },
    }),
    route({
      id: 'getJournal',
      ...about,
      method: 'get',
      path: '/v1/executions/{id}/journal',
      summary: 'Show the journal of an execution',
      access: 'members',
      params: Id,
      failures: EXECUTION_FAILURES,
      reply: JournalPage,
      async handle({ params: { id }, caller }) {
        const entries = await ownJournal(shed, id, caller);
        return { body: { items: entries.map((entry) => entryView(entry, caller)) } };
      },
    }),
    route({
      id: 'resumeExecution',
      ...about,
      method: 'post',
      path: '/v1/executions/{id}/resume',
      summary: 'Answer the open question of an execution, one of several, all, or several with an answer each',
      access: 'approvers',
      params: Id,
      body: ResumeBody,
      failures: [...ANSWER_FAILURES, 'elicitation/ambiguous', 'elicitation/foreign', 'elicitation/stale'],
      reply: ExecutionView,
      async handle({ params: { id }, body, caller, context }) {
        const executionId = await shed.locate(id);
        const by = answeredBy(caller);
        const trace = traceOf(context);
        if ('answers' in body) {
          const answers = Object.entries(body.answers).map(([name, answer]) => [name, givenAnswer(answer)]);
          const result = shed.answerTogether(executionId, Object.fromEntries(answers), by, trace);
          return { body: await view(executionId, caller, result) };
        }
        const { elicitationId, all, waitMs } = body;
        const questions = elicitationId === undefined ? (all ? 'all' : 'only') : { elicitation: elicitationId };
        const result = await giveAnswer(
          { execution: executionId, questions, answer: givenAnswer(body), by, waitMs, ...trace },
          deps,
        );
        return { body: await view(executionId, caller, Promise.resolve(result)) };
      },
    }),
    route({
      id: 'cancelExecution',
      ...about,
      method: 'post',
      path: '/v1/executions/{id}/cancel',
      summary: 'Cancel an execution; its pending calls never run',
      access: 'approvers',
      params: Id,
      body: CancelBody,
      failures: RESUMING_FAILURES,
      reply: ExecutionView,
      async handle({ params: { id }, body: { reason }, caller }) {
        return { body: await view(id, caller, shed.cancel(id, reason, answeredBy(caller))) };
      },
    }),
    route({
      id: 'takeOverExecution',
      ...about,
      method: 'post',
      path: '/v1/executions/{id}/take-over',
      summary: 'Take over an execution whose owner hangs or cannot be reached',
      access: 'approvers',
      params: Id,
      body: TakeOverBody,
      failures: RESUMING_FAILURES,
      reply: ExecutionView,
      async handle({ params: { id }, body: { waitMs }, caller }) {
        const executionId = await shed.locate(id);
        const work = shed.takeOver(executionId, answeredBy(caller));
        return { body: await view(executionId, caller, untilAnswered(work, executionId, [], waitMs, deps)) };
      },
    }),
  ];
}

const START_FAILURES = [
  'access/session',
  'execution/key-taken',
  'host/draining',
  'limit/live-executions',
  'limit/queue-full',
  'limit/source-size',
  'options/invalid',
  'store/outcome-unknown',
  'tool/unplaced',
] as const;
