// Questions over HTTP: lists and reads them, takes answers (through `http-answer.ts`), completes flows, asks expired
// questions again and starts side quests.

import {
  Action,
  type Answer,
  AnsweredBy,
  ElicitationId,
  ExecutionId,
  type JournalEntry,
  PendingElicitation,
} from '@toolshed/kernel';
import { askedElicitation, isMadeCall, isWorded } from '@toolshed/kernel/runtime';
import { UnknownElicitationError } from '@toolshed/runtime';
import { z } from 'zod';
import { explainedFailure, questionForAgent } from '@toolshed/runtime/agent';
import { AccessError } from '../access/access-errors.js';
import { mayComplete, type Principal } from '../access/principal.js';
import {
  ANSWER_FAILURES,
  EXECUTION_FAILURES,
  LIST_FAILURES,
  RESUMING_FAILURES,
} from '../document/declared-failures.js';
import { refuseFlowOwner } from '../request/refuse-flow-owner.js';
import { entryView } from '../shed/entry-view.js';
import { executionView, ExecutionView, orUnderWay } from '../shed/execution-view.js';
import { findQuestions } from '../shed/find-questions.js';
import { ownJournal } from '../shed/own-execution.js';
import { type Route, route, traceOf } from '../route.js';
import { WaitMs } from '../shed/wait-for.js';
import { AnswerBody, answeredBy, completedBy, givenAnswer, JsonBody, startedBy } from './answer-body.js';
import { completeFlow } from './complete-flow.js';
import { Id } from './executions.js';
import { giveAnswer, type GiveAnswerDeps } from './http-answer.js';
import { LimitOrCount, pageBody, pageOf, sessionFor } from './lists.js';

const ListQuery = z.strictObject({
  elicitationId: ElicitationId.optional().describe('This one only, if it is open'),
  session: z.string().optional(),
  executionId: ExecutionId.optional(),
  tool: z.string().max(1_000).optional().describe('Only about calls of this tool'),
  agent: z.string().max(200).optional(),
  kind: PendingElicitation.shape.asker.optional().describe('Who asks'),
  text: z.string().max(1_000).optional().describe('Only those that contain all of these words'),
  olderThanMs: z.coerce.number().int().min(0).optional().describe('Only those that have waited at least so long'),
  cursor: ElicitationId.optional(),
  limit: LimitOrCount,
});

/** An answer as it is recorded; an agent sees its action and its reason. */
export const AnswerView = z.strictObject({
  action: Action,
  reason: z.string().optional(),
  content: JsonBody.optional(),
  by: AnsweredBy.optional(),
});

/** A question, open or not, with where the program stood when it came up. */
export const QuestionView = PendingElicitation.extend({
  line: z.int().optional(),
  column: z.int().optional(),
  state: z.enum(['open', 'answered', 'closed']),
  answer: AnswerView.optional(),
  answeredAt: z.int().optional(),
});

export const QuestionPage = pageOf(PendingElicitation);

export const CompleteFlowBody = z
  .strictObject({ content: JsonBody.optional(), waitMs: WaitMs.default(10_000) })
  .prefault({});

export const CompletedFlow = z.strictObject({ completed: z.literal(true) });

export const SideQuestBody = z.strictObject({ program: z.string() });

export function elicitationRoutes(deps: GiveAnswerDeps): readonly Route[] {
  const { shed } = deps;
  const about = { tag: 'Questions' } as const;

  return [
    route({
      id: 'listQuestions',
      ...about,
      method: 'get',
      path: '/v1/elicitations',
      summary: 'List open questions, newest first',
      access: 'members',
      query: ListQuery,
      failures: LIST_FAILURES,
      reply: QuestionPage,
      async handle({ query: { elicitationId, session, executionId, cursor, limit, ...search }, caller }) {
        const where = {
          ...sessionFor(caller, session),
          ...(elicitationId === undefined ? {} : { elicitationId }),
          ...(executionId === undefined ? {} : { executionId }),
        };
        if (Object.values(search).some((wanted) => wanted !== undefined)) {
          const wanted = { search, shown: shownTo(caller), before: cursor, limit, now: Date.now() };
          return { body: await findQuestions(shed, where, wanted) };
        }
        const questions = await shed.pending({ ...where, ...(cursor === undefined ? {} : { before: cursor }), limit });
        return { body: pageBody(questions, questions.map(shownTo(caller))) };
      },
    }),
    route({
      id: 'getQuestion',
      ...about,
      method: 'get',
      path: '/v1/elicitations/{id}',
      summary: 'Show a question, open or not',
      access: 'members',
      params: Id,
      failures: EXECUTION_FAILURES,
      reply: QuestionView,
      async handle({ params: { id }, caller }) {
        const journal = await ownJournal(shed, id, caller);
        const known = ElicitationId.safeParse(id);
        const [open] = known.success ? await shed.pending({ elicitationId: known.data }) : [];
        const question = open ?? lastAsked(id, await shed.locate(id), journal);
        return {
          body: { ...questionView(question, journal, caller), ...stateOf(id, open !== undefined, journal, caller) },
        };
      },
    }),
    route({
      id: 'answerQuestion',
      ...about,
      method: 'post',
      path: '/v1/elicitations/{id}/answer',
      summary: 'Answer a question; the first answer counts',
      access: 'approvers',
      params: Id,
      body: AnswerBody,
      failures: ANSWER_FAILURES,
      reply: ExecutionView,
      async handle({ params: { id }, body, caller, context }) {
        const [started] = await ownJournal(shed, id, caller);
        const execution = await shed.locate(id);
        const questions = { elicitation: id };
        const by = answeredBy(caller);
        const answer = { questions, answer: givenAnswer(body), by, ...traceOf(context) };
        const given = { execution, ...answer, waitMs: body.waitMs };
        return { body: executionView(await explainedFailure(shed, await giveAnswer(given, deps)), started, caller) };
      },
    }),
    route({
      id: 'reaskQuestion',
      ...about,
      method: 'post',
      path: '/v1/elicitations/{id}/reask',
      summary: 'Ask an expired question again',
      access: 'approvers',
      params: Id,
      failures: [...RESUMING_FAILURES, 'elicitation/cannot-reask'],
      reply: ExecutionView,
      async handle({ params: { id }, caller }) {
        const [started] = await ownJournal(shed, id, caller);
        return { body: executionView(await shed.reask(id), started, caller) };
      },
    }),
    route({
      id: 'completeFlow',
      ...about,
      method: 'post',
      path: '/v1/elicitations/{id}/complete',
      summary: 'Complete the flow that a url question sent the person to, by the id its tool gave the flow',
      access: 'flow-owners',
      params: z.strictObject({ id: z.string().max(200) }),
      body: CompleteFlowBody,
      failures: [...ANSWER_FAILURES, 'access/flow', 'elicitation/unknown-flow'],
      reply: z.union([ExecutionView, CompletedFlow]),
      async handle({ params: { id: flow }, body: { content, waitMs }, caller }) {
        if (!mayComplete(caller, flow)) throw new AccessError('access/flow', 403, FOREIGN_FLOW);
        const outcome = { by: completedBy(caller), ...(content === undefined ? {} : { content }) };
        // The owner of a flow learns that it is complete, and nothing about the execution.
        if (caller.kind === 'flow') {
          await completeFlow(flow, outcome, waitMs, deps).catch(refuseFlowOwner);
          return { body: { completed: true } };
        }
        const { result, journal } = await completeFlow(flow, outcome, waitMs, deps);
        return { body: executionView(result, journal[0], caller) };
      },
    }),
    route({
      id: 'startSideQuest',
      ...about,
      method: 'post',
      path: '/v1/elicitations/{id}/fork',
      summary: 'Start a side quest of an open question',
      access: 'approvers',
      params: Id,
      body: SideQuestBody,
      failures: [
        ...RESUMING_FAILURES,
        'elicitation/cannot-fork',
        'limit/queue-full',
        'limit/source-size',
        'program/types',
      ],
      reply: ExecutionView,
      status: 201,
      async handle({ params: { id }, body: { program }, caller }) {
        const [parent] = await ownJournal(shed, id, caller);
        const session = parent?.kind === 'started' ? parent.session : 'default';
        const quest = await shed.fork(id, program, { by: startedBy(caller) });
        const read = async (): Promise<object> => {
          const [started] = await shed.journal(quest);
          return executionView(await shed.get(quest), started, caller);
        };
        return { body: await orUnderWay(quest, { source: program, session }, read()) };
      },
    }),
  ];
}

const FOREIGN_FLOW =
  'Cannot complete this flow: the token is for another; make one for it with "toolshed token create"';

const shownTo =
  (caller: Principal) =>
  (question: PendingElicitation): PendingElicitation =>
    caller.kind === 'approver' ? question : questionForAgent(question);

function lastAsked(id: string, executionId: ExecutionId, journal: readonly JournalEntry[]): PendingElicitation {
  const [started] = journal;
  const asked = journal.filter(isWorded).findLast((entry) => entry.elicitation === id);
  if (asked === undefined || started?.kind !== 'started') throw new UnknownElicitationError(id);
  return askedElicitation(executionId, started, asked);
}

function questionView(question: PendingElicitation, journal: readonly JournalEntry[], caller: Principal): object {
  const { line, column } = positionOf(journal, question.call);
  return { ...shownTo(caller)(question), line, column };
}

function stateOf(id: string, isOpen: boolean, journal: readonly JournalEntry[], caller: Principal): object {
  const answered = journal.find((entry) => entry.kind === 'answered' && entry.elicitation === id);
  return {
    state: isOpen ? 'open' : answered === undefined ? 'closed' : 'answered',
    ...(answered === undefined ? {} : answerView(answered, caller)),
  };
}

function answerView(answered: JournalEntry, caller: Principal): { answer?: Partial<Answer>; answeredAt: number } {
  const view: { answer?: Partial<Answer> } = entryView(answered, caller);
  return { ...(view.answer === undefined ? {} : { answer: view.answer }), answeredAt: answered.at };
}

function positionOf(
  journal: readonly JournalEntry[],
  call: number,
): { line?: number | undefined; column?: number | undefined } {
  const issued = journal.filter(isMadeCall).find((entry) => entry.call === call);
  // The lines of a saved program are not those of the program of the execution.
  return issued === undefined || issued.within !== undefined ? {} : issued;
}
