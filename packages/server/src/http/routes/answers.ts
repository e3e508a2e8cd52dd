import { z } from 'zod';
import { LineNumber } from '../request/line-number.js';
import { type Route, route } from '../route.js';
import { FacetsView, readFacets } from '../shed/find-questions.js';
import { OverviewView, readOverview } from '../shed/overview.js';
import { RecentAnswer, recentAnswers } from '../shed/recent-answers.js';
import type { Shed } from '../shed/shed-port.js';
import { Limit } from './lists.js';

/** There is no total: nobody counts the answers of a log. */
export const AnswerPage = z.strictObject({ items: z.array(RecentAnswer), next: z.string().optional() });

/** What people answered, and how much waits for them. */
export function answerRoutes(shed: Shed, now: () => number): readonly Route[] {
  const about = { tag: 'Questions', method: 'get', access: 'approvers' } as const;
  return [
    route({
      id: 'listAnswers',
      ...about,
      path: '/v1/answers',
      summary: 'List what was answered, by whom, and how it ended, newest first',
      query: z.strictObject({
        path: z.string().max(1_000).optional().describe('Only answers about calls of this tool'),
        cursor: LineNumber.optional(),
        limit: Limit,
      }),
      failures: ['list/unknown-cursor'],
      reply: AnswerPage,
      async handle({ query: { path, cursor, limit } }) {
        const before = cursor === undefined ? undefined : Number(cursor);
        const { items, next } = await recentAnswers(shed, { before, limit, path });
        return { body: { items, ...(next === undefined ? {} : { next: String(next) }) } };
      },
    }),
    route({
      id: 'countQuestions',
      ...about,
      path: '/v1/facets',
      summary: 'Count the open questions by tool, agent, session and who asks',
      reply: FacetsView,
      handle: async () => ({ body: await readFacets(shed) }),
    }),
    route({
      id: 'getOverview',
      ...about,
      path: '/v1/overview',
      summary: 'Say how many questions wait, for how long, and what was answered recently',
      reply: OverviewView,
      handle: async () => ({ body: await readOverview(shed, now()) }),
    }),
  ];
}
