// What programs of a session keep with `store`, for the people who look after it.
//
// Threat: an agent that reads or clears what another agent of its session keeps. A token proves a session, not the agent
// that a program ran for, so agents have no way in here; their programs read what is their own with `store.get`.

import { z } from 'zod';
import { type Route, route } from '../route.js';
import type { Shed } from '../shed/shed-port.js';
import { answeredBy, JsonBody } from './answer-body.js';

export const StateView = z.strictObject({
  key: z.string(),
  agent: z.string().optional().describe('Whose it is; absent for programs that no agent was named for'),
  value: JsonBody,
  at: z.int().describe('When it was written'),
});
export const StateList = z.strictObject({ session: z.string(), items: z.array(StateView) });
export const ClearedState = z.strictObject({ session: z.string(), removed: z.int().describe('How many values') });

const Session = z.string().min(1).max(1_000);
const failures = ['state/unavailable', 'state/unreadable'] as const;

export function stateRoutes({ state }: Pick<Shed, 'state'>): readonly Route[] {
  const about = { tag: 'State', access: 'approvers', path: '/v1/state', failures } as const;
  return [
    route({
      id: 'listState',
      ...about,
      method: 'get',
      summary: 'List what programs of a session keep for later programs',
      query: z.strictObject({
        session: Session,
        key: z.string().max(1_000).optional().describe('Only the values of this key'),
      }),
      reply: StateList,
      async handle({ query: { session, key } }) {
        const entries = (await state.list(session)).filter((entry) => key === undefined || entry.key === key);
        const items = entries.map(({ agent, ...entry }) => ({ ...entry, ...(agent === undefined ? {} : { agent }) }));
        return { body: { session, items } };
      },
    }),
    route({
      id: 'clearState',
      ...about,
      method: 'delete',
      summary: 'Forget all that programs of a session keep',
      query: z.strictObject({ session: Session }),
      reply: ClearedState,
      handle: async ({ query: { session }, caller }) => ({
        body: { session, removed: await state.clear(session, answeredBy(caller)) },
      }),
    }),
  ];
}
