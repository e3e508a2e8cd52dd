// Starts, lists and reads executions over HTTP. What people do to one that exists is in `execution-actions.ts`. Talks
// to the runtime through `shed-port.ts`; an agent sees only its own session (`own-execution.ts`).

import { ElicitationId, ExecutionId, ExecutionSummary, JournalEntry } from '@toolshed/kernel';
import type { ExecuteOptions, ExecutionResult } from '@toolshed/runtime';
import { decidedBy, explainedFailure, valuePart } from '@toolshed/runtime/agent';
import { z } from 'zod';
import type { Principal } from '../access/principal.js';
import { EXECUTION_FAILURES, LIST_FAILURES, START_FAILURES } from '../document/declared-failures.js';
import { entryView } from '../shed/entry-view.js';
import { createExecutionLines } from '../shed/execution-line.js';
import { executionView, ExecutionView, orUnderWay } from '../shed/execution-view.js';
import { findByPurpose, SEARCHED } from '../shed/find-by-purpose.js';
import { withPrograms } from '../shed/inside-programs.js';
import { ownJournal } from '../shed/own-execution.js';
import { type Route, route, traceOf } from '../route.js';
import { whenIdle, WaitMs } from '../shed/wait-for.js';
import { JsonBody, startedBy } from './answer-body.js';
import type { GiveAnswerDeps } from './http-answer.js';
import { Limit, pageBody, pageOf, sessionFor } from './lists.js';

export interface ExecutionRoutesDeps extends GiveAnswerDeps {
  /** Labels of every execution started here; above all the folder its tools may reach. */
  readonly labels: Readonly<Record<string, string>>;
}

export const Id = z.strictObject({ id: z.string().max(100) });

export const StartBody = z.strictObject({
  program: z.string().describe('JavaScript or TypeScript, with `await` and `return` at the top level'),
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
    .describe('A start repeated with the same key and program returns the first execution'),
  placement: z
    .array(z.string().max(100))
    .max(50)
    .optional()
    .describe('The labels its host must have; none if empty, those of the placed tools here if left out'),
  input: JsonBody.optional().describe('What the program reads as `input`'),
  waitMs: WaitMs.optional().describe(
    'How long to wait until it is idle, in milliseconds. Default: 0; for a plan 10,000',
  ),
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
  purpose: z
    .enum(['plan', 'approved-plan', 'undo'])
    .optional()
    .describe(`Only of this kind, among the newest ${SEARCHED.toLocaleString('en-US')} executions`),
  of: ExecutionId.optional().describe('Runs of this plan, or undos of this execution; as far back as with `purpose`'),
  queued: z.literal('true').optional().describe('Only those that are queued for a host with a free slot'),
  cursor: ExecutionId.optional(),
  limit: Limit,
});

/** An execution as a list shows it. */
export const ExecutionRow = ExecutionSummary.extend({
  title: z.string().optional().describe('The first comment of its program, or its first line'),
  result: z.string().optional().describe('The beginning of its result, as JSON'),
  purpose: z.enum(['plan', 'approved-plan', 'undo']).optional().describe('Left out: it runs its program'),
  of: ExecutionId.optional().describe('The plan it runs, or the execution it undoes'),
});

export const ExecutionPage = pageOf(ExecutionRow);

/** An entry without what does not leave the host: `EntryView`. */
export const JournalView = z.looseObject({
  kind: z.enum(JournalEntry.options.map(({ shape }) => shape.kind.value)),
  seq: z.int(),
  at: z.int(),
  call: z.int().optional(),
  elicitationId: z.string().optional(),
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
  const view = viewAfter(shed);

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
        const { program, waitMs = 0 } = body;
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
      async handle({ query: { status, session, agent, parent, purpose, of, queued, cursor, limit }, caller }) {
        const isQueued = queued !== undefined || status?.includes('queued') === true;
        const wanted = {
          ...sessionFor(caller, session),
          ...(status === undefined || isQueued ? {} : { status: status.filter((one) => one !== 'queued') }),
          ...(agent === undefined ? {} : { agent }),
          ...(parent === undefined ? {} : { parent }),
          ...(isQueued ? { queued: true as const } : {}),
          ...(cursor === undefined ? {} : { before: cursor }),
        };
        if (purpose !== undefined || of !== undefined)
          return { body: await findByPurpose({ shed, lineOf }, wanted, { purpose, of, limit }) };
        const executions = await shed.list({ ...wanted, limit });
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
        const journal = await ownJournal(shed, id, caller);
        return { body: withPrograms(executionView(await shed.get(id), journal[0], caller), journal) };
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
  ];
}

/**
 * An execution as its caller sees it after `work`. Reads how it was started first: after `work` has written something,
 * a later failure must not become its reply.
 */
export function viewAfter(
  shed: ExecutionRoutesDeps['shed'],
): (id: string, caller: Principal, work: () => Promise<ExecutionResult>) => Promise<object> {
  return async (id, caller, work) => {
    const [started] = await shed.journal(id);
    return executionView(await explainedFailure(shed, await work()), started, caller);
  };
}

/** What a start over HTTP is made of. The credential decides whom it is for and who starts it. */
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
