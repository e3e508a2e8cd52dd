// What a client asks of the host itself: its tools, its rules, its audit log, whether it is well.

import { AuditLine, GateDecision, Grant, type Tool } from '@toolshed/kernel';
import { signatureOf } from '@toolshed/kernel/runtime';
import { z } from 'zod';
import { LineNumber } from '../request/line-number.js';
import { RequestError } from '../request/request-errors.js';
import { type Route, route } from '../route.js';
import type { Shed } from '../shed/shed-port.js';
import { JsonBody } from './answer-body.js';
import { Limit, pageBody, pageOf } from './lists.js';

export const ToolView = z.strictObject({
  path: z.string(),
  description: z.string(),
  destructive: z.boolean(),
  undo: z.enum(['never', 'sometimes']).describe('Whether its calls can be undone; `sometimes`: it depends on the call'),
  signature: z.string(),
  input: z.looseObject({}),
  output: z.looseObject({}).optional(),
});

export const AuditVerdict = z.union([
  z.strictObject({
    kind: z.literal('intact'),
    lines: z.int(),
    head: z.string(),
    sealed: z.strictObject({ lines: z.int(), at: z.int() }).optional(),
    newer: z.int().optional(),
  }),
  z.strictObject({
    kind: z.literal('broken'),
    at: z.int(),
    problem: z.string(),
    problems: z.array(z.strictObject({ at: z.int(), problem: z.string() })),
  }),
]);

export const ToolPage = pageOf(ToolView);

export const AuditPage = pageOf(AuditLine);

export const ExplainBody = z.strictObject({
  path: z.string().max(1_000),
  args: JsonBody.optional(),
  session: z.string().optional(),
  agent: z.string().optional(),
});

const Judgement = z.looseObject({ applies: z.boolean() });

export const Explanation = z.looseObject({
  decision: GateDecision,
  rules: z.array(z.strictObject({ rule: z.looseObject({}), judgement: Judgement })),
  grants: z.array(z.strictObject({ grant: Grant, judgement: Judgement })),
});

export const Health = z.strictObject({ status: z.literal('ok') });

export function hostRoutes(shed: Shed): readonly Route[] {
  const { catalog, audit } = shed;
  return [
    route({
      id: 'findTools',
      tag: 'Tools',
      method: 'get',
      path: '/v1/tools',
      summary: 'Find tools by words in their path or description; all of them without any',
      access: 'members',
      query: z.strictObject({
        query: z.string().max(500).default(''),
        cursor: z.string().max(1_000).optional(),
        limit: Limit,
      }),
      failures: ['list/unknown-cursor'],
      reply: ToolPage,
      async handle({ query: { query, cursor, limit } }) {
        const found = catalog.search(query, limit, cursor);
        return { body: pageBody(found, found.map(toolView)) };
      },
    }),
    route({
      id: 'getTool',
      tag: 'Tools',
      method: 'get',
      path: '/v1/tools/{path}',
      summary: 'Describe one tool: its signature and schemas',
      access: 'members',
      params: z.strictObject({ path: z.string().max(1_000) }),
      failures: ['tool/unknown'],
      reply: ToolView,
      async handle({ params: { path } }) {
        const tool = catalog.find(path);
        if (tool !== undefined) return { body: toolView(tool) };
        const near = catalog.nearest(path);
        const advice = near.length === 0 ? '' : `. Did you mean ${near.join(', ')}?`;
        throw new RequestError('tool/unknown', 404, `Cannot describe "${path}": there is no such tool${advice}`);
      },
    }),
    route({
      id: 'explainCall',
      tag: 'Policy',
      method: 'post',
      path: '/v1/policy/explain',
      summary: 'Explain what the gate would decide about a call',
      access: 'approvers',
      body: ExplainBody,
      failures: ['tool/invalid-path'],
      reply: Explanation,
      async handle({ body: { path, args, session, agent } }) {
        const explained = await shed.explain({
          path,
          ...(args === undefined ? {} : { args }),
          ...(session === undefined ? {} : { session }),
          ...(agent === undefined ? {} : { agent }),
        });
        return { body: explained };
      },
    }),
    route({
      id: 'listAuditLines',
      tag: 'Audit',
      method: 'get',
      path: '/v1/audit',
      summary: 'Read lines of the audit log, newest first',
      access: 'approvers',
      query: z.strictObject({ cursor: LineNumber.optional(), limit: Limit }),
      failures: ['list/unknown-cursor'],
      reply: AuditPage,
      async handle({ query: { cursor, limit } }) {
        const before = cursor === undefined ? undefined : Number(cursor);
        return { body: pageBody(await audit.list({ before, limit })) };
      },
    }),
    route({
      id: 'verifyAudit',
      tag: 'Audit',
      method: 'get',
      path: '/v1/audit/verify',
      summary: 'Find any line that was changed, removed or moved',
      access: 'approvers',
      reply: AuditVerdict,
      handle: async () => ({ body: await audit.verify() }),
    }),
    route({
      id: 'getHealth',
      tag: 'Health',
      method: 'get',
      path: '/v1/health',
      summary: 'Report whether the store can be read',
      access: 'everyone',
      reply: Health,
      async handle() {
        await shed.lastEvent();
        return { body: { status: 'ok' } };
      },
    }),
  ];
}

const toolView = (tool: Tool): object => ({
  path: tool.path,
  description: tool.description,
  destructive: tool.isDestructive({}),
  undo: tool.revert === undefined ? 'never' : 'sometimes',
  signature: signatureOf(tool),
  input: tool.input.json,
  output: tool.output?.json,
});
