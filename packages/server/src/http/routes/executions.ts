import { ElicitationId, ExecutionId, ExecutionSummary, JournalEntry } from '@toolshed/kernel';
import type { ExecuteOptions, ExecutionResult } from '@toolshed/runtime';
import { decidedBy, explainedFailure, valuePart } from '@toolshed/runtime/agent';
import { z } from 'zod';
import type { Principal } from '../access/principal.js';
import {
  ANSWER_FAILURES,
  EXECUTION_FAILURES,
  LIST_FAILURES,
  RESUMING_FAILURES,
  START_FAILURES,
} from '../document/declared-failures.js';
import { entryView } from '../shed/entry-view.js';
import { createExecutionLines } from '../shed/execution-line.js';
import { executionView, ExecutionView, orUnderWay } from '../shed/execution-view.js';
import { ownJournal } from '../shed/own-execution.js';
import { type Route, route, traceOf } from '../route.js';
import { untilAnswered, whenIdle, WaitMs } from '../shed/wait-for.js';
import { answeredBy, givenAnswer, JsonBody, ResumeBody, startedBy } from './answer-body.js';
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
  input: JsonBody.optional().describe('What the program reads as `input`'),
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

/** An execution as a list shows it. */
export const ExecutionRow = ExecutionSummary.extend({
  title: z.string().optional().describe('The first comment of its program, or its first line'),
  result: z.string().optional().describe('The beginning of its result, as JSON'),
  purpose: z.enum(['plan', 'approved-plan', 'undo']).optional().describe('Left out: it runs its program'),
});

export const ExecutionPage = pageOf(ExecutionRow);

export const CancelBody = z.strictObject({ reason: z.string().max(4_000).optional() });

export const UndoBody = z.strictObject({ waitMs: WaitMs.default(10_000) });

export const TakeOverBody = z.strictObject({ waitMs: WaitMs.default(10_000) });

const ReplayStep = z.strictObject({
  call: z.int(),
  what: z.string(),
  outcome: z.enum(['returned', 'threw', 'fired', 'open']),
});

/** Whether a program, run again on what its journal holds, does what it did. */
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

/** An entry without what does not leave the host. */
export const JournalView = z.looseObject({
  kind: z.enum(JournalEntry.options.map(({ shape }) => shape.kind.value)),
  seq: z.int(),
  at: z.int(),
  call: z.int().optional(),
  elicitation: z.string().optional(),
});

export const JournalPage = z.strictObject({ items: z.array(JournalView) });

/** A query has texts only. */
const Whole = z.coerce.number().int().min(0);

const ValueQuery = z.strictObject({
  path: z
    .string()
    .max(4_000)
    .default('value')
    .describe('Begins with value, logs or emitted: value.items[3].name, or /value/items/3/name'),
  from: Whole.default(0).describe('The first item of a list, key of an object or character of a text'),
  count: Whole.optional().describe('How many of them at most; all if left out'),
});

export const ValueView = z.strictObject({
  executionId: ExecutionId,
  path: z.string(),
  kind: z.enum(['items', 'keys', 'characters', 'value']).describe('What from and count count'),
  from: z.int(),
  of: z.int().describe('How many there are in all'),
  value: z.unknown(),
  next: z.int().optional().describe('Where the rest begins'),
});

export function executionRoutes(deps: ExecutionRoutesDeps): readonly Route[] {
  const { shed } = deps;
  const about = { tag: 'Executions' } as const;
  const lineOf = createExecutionLines(shed);

  /** Reads how it was started first: once `work` has written something, nothing that fails may be its reply. */
  const view = async (id: string, caller: Principal, work: () => Promise<ExecutionResult>): Promise<object> => {
    const [started] = await shed.journal(id);
    return executionView(await explainedFailure(shed, await work()), started, caller);
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
        const { program, waitMs } = body;
        const options = startOptions(body, caller, deps);
        const id = await shed.start(program, { ...options, ...traceOf(context) });
        const { session = 'default', agent } = options;
        const facts = { source: program, session, agent };
        const read = view(id, caller, () => whenIdle(id, waitMs, deps));
        return { body: await orUnderWay(id, facts, read), headers: { location: `/v1/executions/${id}` } };
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
        const rows = executions.map(async (one) => ({ ...one, ...(await lineOf(one)) }));
        return { body: pageBody(executions, await Promise.all(rows)) };
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
      id: 'getExecutionValue',
      ...about,
      method: 'get',
      path: '/v1/executions/{id}/value',
      summary: 'Read a part of what an execution returned, printed or emitted, by its path',
      access: 'members',
      params: Id,
      query: ValueQuery,
      failures: [...EXECUTION_FAILURES, 'execution/not-completed', 'usage/invalid'],
      reply: ValueView,
      async handle({ params: { id }, query, caller }) {
        await ownJournal(shed, id, caller);
        return { body: { ...valuePart(await shed.get(id), query) } };
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
      access: 'approvers',
      params: Id,
      body: CancelBody,
      failures: RESUMING_FAILURES,
      reply: ExecutionView,
      async handle({ params: { id }, body: { reason }, caller }) {
        return { body: await view(id, caller, () => shed.cancel(id, reason, answeredBy(caller))) };
      },
    }),
    route({
      id: 'undoExecution',
      ...about,
      method: 'post',
      path: '/v1/executions/{id}/undo',
      summary: 'Undo what an execution did, newest call first; replies with the execution that asks about each revert',
      access: 'approvers',
      params: Id,
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
      summary: 'Replay an execution without any effect, and say whether it does what its journal says',
      access: 'approvers',
      params: Id,
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
      access: 'approvers',
      params: Id,
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

/** What a start over HTTP is made of. Who it is for and who starts it is what the credential proves. */
export function startOptions(
  body: Omit<z.infer<typeof StartBody>, 'waitMs'>,
  caller: Principal,
  { labels: ours }: Pick<ExecutionRoutesDeps, 'labels'>,
): ExecuteOptions {
  const { labels = {}, idempotencyKey, placement, input } = body;
  const own = Object.fromEntries(Object.entries(labels).map(([name, text]) => [`client.${name}`, text]));
  const agent = caller.kind === 'agent' ? caller.name : body.agent;
  const { session } = sessionFor(caller, body.session);
  return {
    ...(session === undefined ? {} : { session }),
    by: startedBy(caller),
    // A model that starts it here cannot approve it here.
    labels: { ...own, ...ours, ...decidedBy(caller.kind === 'agent' ? 'inbox' : 'auto') },
    ...(agent === undefined ? {} : { agent }),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    ...(placement === undefined ? {} : { placement }),
    ...(input === undefined ? {} : { input }),
  };
}
