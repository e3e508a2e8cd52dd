import { ArgumentCondition, ExecutionId, Grant, GrantEffect, GrantId } from '@toolshed/kernel';
import { z } from 'zod';
import { RequestError } from '../request/request-errors.js';
import { type Route, route } from '../route.js';
import type { Shed } from '../shed/shed-port.js';
import { answeredBy } from './answer-body.js';
import { Limit, pageBody, pageOf } from './lists.js';

export const AddBody = z.strictObject({
  pattern: z.string(),
  /** `deny` refuses such calls without asking. */
  effect: GrantEffect.default('allow'),
  scope: z.union([
    z.strictObject({ session: z.string().min(1) }),
    z.strictObject({ executionId: ExecutionId }),
    z.literal('always'),
  ]),
  /** For a session 8 hours if absent, otherwise never. */
  expiresInMs: z.int().positive().optional(),
  uses: z.int().positive().optional(),
  /** Only calls whose arguments meet this condition. */
  when: ArgumentCondition.optional(),
  /** Only calls that a saved program makes: the digest of that version of it. */
  program: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});

export const GrantPage = pageOf(Grant);

export const RevokedGrant = z.strictObject({ revoked: GrantId });

export function grantRoutes({ grants }: Pick<Shed, 'grants'>): readonly Route[] {
  const about = { tag: 'Grants', access: 'approvers' } as const;
  return [
    route({
      id: 'listGrants',
      ...about,
      method: 'get',
      path: '/v1/grants',
      summary: 'List remembered approvals and refusals, newest first',
      query: z.strictObject({ session: z.string().optional(), cursor: GrantId.optional(), limit: Limit }),
      failures: ['list/unknown-cursor'],
      reply: GrantPage,
      handle: async ({ query: { session, cursor, limit } }) => ({
        body: pageBody(await grants.list({ session, before: cursor, limit })),
      }),
    }),
    route({
      id: 'createGrant',
      ...about,
      method: 'post',
      path: '/v1/grants',
      summary: 'Approve or refuse calls from now on',
      body: AddBody,
      failures: ['grant/invalid'],
      reply: Grant,
      status: 201,
      async handle({ body: { pattern, effect, scope, expiresInMs, uses, when, program }, caller }) {
        const grant = await grants.add({
          pattern,
          effect,
          scope,
          by: answeredBy(caller).principal,
          ...(expiresInMs === undefined ? {} : { expiresInMs }),
          ...(uses === undefined ? {} : { uses }),
          ...(when === undefined ? {} : { when }),
          ...(program === undefined ? {} : { program }),
        });
        return { body: grant };
      },
    }),
    route({
      id: 'revokeGrant',
      ...about,
      method: 'delete',
      path: '/v1/grants/{id}',
      summary: 'Revoke a remembered approval or refusal: such calls ask again',
      params: z.strictObject({ id: z.string() }),
      failures: ['grant/unknown'],
      reply: RevokedGrant,
      async handle({ params, caller }) {
        const id = GrantId.safeParse(params.id);
        if (!id.success || !(await grants.revoke(id.data, answeredBy(caller).principal))) {
          throw new RequestError(
            'grant/unknown',
            404,
            `Cannot revoke "${params.id}": there is no such grant; GET /v1/grants lists them`,
          );
        }
        return { body: { revoked: id.data } };
      },
    }),
  ];
}
