// Saved programs and their schedules. All of it is for approvers: an agent saves nothing and schedules nothing.

import { AnsweredBy, ExecutionId } from '@toolshed/kernel';
import { z } from 'zod';
import { EXECUTION_FAILURES, START_FAILURES } from '../document/declared-failures.js';
import { executionView, ExecutionView, orUnderWay } from '../shed/execution-view.js';
import { type Route, route, traceOf } from '../route.js';
import { whenIdle, WaitMs } from '../shed/wait-for.js';
import { answeredBy, JsonBody } from './answer-body.js';
import type { ExecutionRoutesDeps } from './executions.js';

const facts = {
  path: z.string(),
  version: z.int(),
  description: z.string(),
  input: z.looseObject({}).optional().describe('What it takes, as JSON Schema'),
  digest: z.string().describe('Of its path, text and input schema; grants can be bound to it'),
  savedAt: z.int(),
  savedBy: AnsweredBy,
  execution: ExecutionId,
};

export const ProgramView = z.strictObject(facts);
export const ProgramTextView = z.strictObject({ ...facts, source: z.string() });
export const ProgramList = z.strictObject({ items: z.array(ProgramView) });
export const DeletedProgram = z.strictObject({ deleted: z.string() });

export const SaveBody = z.strictObject({
  executionId: z.string().max(100).describe('A completed execution'),
  as: z.string().max(600).describe('The path of the tool: a namespace of its own and a name'),
  input: z.record(z.string(), JsonBody).optional().describe('What it takes, as JSON Schema; any object if left out'),
  description: z.string().max(2_000).optional(),
});

export const RunProgramBody = z.strictObject({
  input: JsonBody.optional().describe('The arguments of the program'),
  session: z.string().min(1).max(200).optional(),
  idempotencyKey: z.string().min(1).max(200).optional(),
  waitMs: WaitMs.default(0).describe('How long to wait until it is idle, in milliseconds'),
});

const Path = z.strictObject({ path: z.string().max(600) });

export function programRoutes(deps: ExecutionRoutesDeps): readonly Route[] {
  const { shed } = deps;
  const { programs } = shed;
  const about = { tag: 'Programs', access: 'approvers' } as const;
  return [
    route({
      id: 'listPrograms',
      ...about,
      method: 'get',
      path: '/v1/programs',
      summary: 'List saved programs, each with its newest version',
      failures: ['program/not-kept'],
      reply: ProgramList,
      handle: async () => ({ body: { items: await programs.list() } }),
    }),
    route({
      id: 'saveProgram',
      ...about,
      method: 'post',
      path: '/v1/programs',
      summary: 'Save the program of a completed execution as a tool, or as the next version of one',
      body: SaveBody,
      failures: [...EXECUTION_FAILURES, 'execution/elsewhere', 'program/cannot-save', 'program/not-kept'],
      reply: ProgramView,
      status: 201,
      async handle({ body: { executionId, as, input, description }, caller }) {
        const options = {
          as,
          by: answeredBy(caller),
          ...(input === undefined ? {} : { input }),
          ...(description === undefined ? {} : { description }),
        };
        return { body: await programs.save(executionId, options) };
      },
    }),
    route({
      id: 'getProgram',
      ...about,
      method: 'get',
      path: '/v1/programs/{path}',
      summary: 'Show a saved program with its text',
      params: Path,
      query: z.strictObject({ version: z.coerce.number().int().positive().optional() }),
      failures: ['program/unknown', 'program/not-kept'],
      reply: ProgramTextView,
      handle: async ({ params: { path }, query: { version } }) => ({ body: await programs.get(path, version) }),
    }),
    route({
      id: 'deleteProgram',
      ...about,
      method: 'delete',
      path: '/v1/programs/{path}',
      summary: 'Delete a saved program: nothing calls it any more',
      params: Path,
      failures: ['program/unknown', 'program/not-kept'],
      reply: DeletedProgram,
      async handle({ params: { path }, caller }) {
        await programs.delete(path, answeredBy(caller));
        return { body: { deleted: path } };
      },
    }),
    route({
      id: 'runProgram',
      ...about,
      method: 'post',
      path: '/v1/programs/{path}/executions',
      summary: 'Start a saved program',
      params: Path,
      body: RunProgramBody,
      failures: [...START_FAILURES, 'program/unknown', 'program/not-kept'],
      reply: ExecutionView,
      status: 201,
      async handle({ params: { path }, body: { input, session, idempotencyKey, waitMs }, caller, context }) {
        const id = await programs.start(path, input, {
          by: answeredBy(caller),
          labels: deps.labels,
          ...traceOf(context),
          ...(session === undefined ? {} : { session }),
          ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
        });
        const [started] = await shed.journal(id);
        const read = whenIdle(id, waitMs, deps).then((result) => executionView(result, started, caller));
        const known = { source: started?.kind === 'started' ? started.source : '', session: session ?? 'default' };
        return {
          body: await orUnderWay(id, { ...known, agent: undefined }, read),
          headers: { location: `/v1/executions/${id}` },
        };
      },
    }),
  ];
}
