import { expect } from 'vitest';
import { z } from 'zod';
import { serveHost } from '../support/served-host.ts';
import { verifies } from '../support/verifies.ts';

const Operation = z.looseObject({
  summary: z.string(),
  responses: z.record(
    z.string(),
    z.looseObject({ content: z.record(z.string(), z.looseObject({ schema: z.looseObject({}) })) }),
  ),
});
const Document = z.looseObject({
  openapi: z.literal('3.1.0'),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
});

verifies('http/openapi', 'the OpenAPI document describes every route, and every reply is as it says', async () => {
  await using host = await serveHost();
  const [agent, approver] = await Promise.all([host.agent('s'), host.approver()]);
  const document = Document.parse((await host.call('GET', '/v1/openapi.json')).body);
  expect(Object.keys(document.paths)).toEqual([
    '/v1/executions',
    '/v1/executions/{id}',
    '/v1/executions/{id}/journal',
    '/v1/executions/{id}/resume',
    '/v1/executions/{id}/cancel',
    '/v1/executions/{id}/take-over',
    '/v1/elicitations',
    '/v1/elicitations/{id}',
    '/v1/elicitations/{id}/answer',
    '/v1/elicitations/{id}/reask',
    '/v1/elicitations/{id}/complete',
    '/v1/elicitations/{id}/fork',
    '/v1/grants',
    '/v1/grants/{id}',
    '/v1/tools',
    '/v1/tools/{path}',
    '/v1/policy/explain',
    '/v1/audit',
    '/v1/audit/verify',
    '/v1/health',
    '/v1/events',
    '/v1/session',
  ]);

  const replies = async (method: 'GET' | 'POST', template: string, path: string, body?: unknown) => {
    const { status, headers, body: reply } = await host.call(method, path, { token: approver, body });
    const type = headers.get('content-type') ?? '';
    const response = document.paths[template]?.[method.toLowerCase()]?.responses;
    const content = response?.[status]?.content[type] ?? response?.['default']?.content[type];
    if (content === undefined)
      throw new TypeError(`${method} ${template} replied ${status} ${type}, which is not described`);
    z.fromJSONSchema(content.schema).parse(reply);
    return reply;
  };
  const program = `console.log('hi'); emit({ a: 1 }); await tools.mail.send({ to: 'a' }); return { done: true }`;
  const waiting = await host.call('POST', '/v1/executions', { token: agent, body: { program, waitMs: 20_000 } });
  const { executionId, paused } = waiting.body;
  await replies('POST', '/v1/executions', '/v1/executions', { program, waitMs: 20_000 });
  await replies('GET', '/v1/executions', '/v1/executions');
  await replies('GET', '/v1/executions/{id}', `/v1/executions/${executionId}`);
  await replies('GET', '/v1/executions/{id}/journal', `/v1/executions/${executionId}/journal`);
  await replies('GET', '/v1/executions/{id}', '/v1/executions/exec_none');
  await replies('POST', '/v1/executions/{id}/take-over', `/v1/executions/${executionId}/take-over`, {});
  await replies('GET', '/v1/elicitations', '/v1/elicitations');
  await replies('GET', '/v1/elicitations/{id}', `/v1/elicitations/${paused.elicitationId}`);
  const answer = `/v1/elicitations/${paused.elicitationId}/answer`;
  await replies('POST', '/v1/elicitations/{id}/answer', answer, { nothing: true });
  await replies('POST', '/v1/elicitations/{id}/answer', answer, { approved: true });
  await replies('POST', '/v1/elicitations/{id}/answer', answer, { approved: false });
  await replies('POST', '/v1/grants', '/v1/grants', { pattern: 'mail.*', scope: 'always', expiresInMs: 1_000 });
  await replies('GET', '/v1/grants', '/v1/grants');
  await replies('GET', '/v1/tools', '/v1/tools?query=mail');
  await replies('GET', '/v1/tools/{path}', '/v1/tools/mail.send');
  await replies('GET', '/v1/audit', '/v1/audit?limit=5');
  await replies('GET', '/v1/audit/verify', '/v1/audit/verify');
  await replies('GET', '/v1/health', '/v1/health');
  await replies('GET', '/v1/session', '/v1/session');
});
