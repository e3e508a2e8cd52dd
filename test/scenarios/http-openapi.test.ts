import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { flatSchemasOf, HttpDocument, operationsOf } from '../support/http-document.ts';
import { z } from 'zod';
import { serveHost } from '../support/served-host.ts';
import { verifies } from '../support/verifies.ts';

/** Replies may get new members in later versions. Of this one, every member has to be in the document. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]));
  return 'properties' in node && !('additionalProperties' in node) ? { ...copy, additionalProperties: false } : copy;
}

verifies('http/openapi', 'the OpenAPI document describes every route, and every reply is as it says', async () => {
  await using host = await serveHost();
  const [agent, approver] = await Promise.all([host.agent('s'), host.approver()]);
  const document = HttpDocument.parse((await host.call('GET', '/v1/openapi.json')).body);
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  const components = { ...document.components, schemas: flatSchemasOf(document) };
  ajv.addSchema(Object(closed({ ...document, components })), 'document');
  expect(Object.keys(document.paths)).toEqual([
    '/v1/executions',
    '/v1/executions/{id}',
    '/v1/executions/{id}/value',
    '/v1/executions/{id}/journal',
    '/v1/executions/{id}/resume',
    '/v1/executions/{id}/cancel',
    '/v1/executions/{id}/rerun',
    '/v1/executions/{id}/undo',
    '/v1/executions/{id}/replay',
    '/v1/executions/{id}/take-over',
    '/v1/plans',
    '/v1/plans/{id}',
    '/v1/plans/{id}/approve',
    '/v1/elicitations',
    '/v1/elicitations/{id}',
    '/v1/elicitations/{id}/answer',
    '/v1/elicitations/{id}/reask',
    '/v1/elicitations/{id}/complete',
    '/v1/elicitations/{id}/fork',
    '/v1/answers',
    '/v1/facets',
    '/v1/overview',
    '/v1/grants',
    '/v1/grants/{id}',
    '/v1/programs',
    '/v1/programs/{path}',
    '/v1/programs/{path}/executions',
    '/v1/schedules',
    '/v1/schedules/{id}',
    '/v1/schedules/{id}/pause',
    '/v1/schedules/{id}/resume',
    '/v1/state',
    '/v1/tools',
    '/v1/tools/{path}',
    '/v1/policy/explain',
    '/v1/audit',
    '/v1/audit/verify',
    '/v1/health',
    '/v1/events',
    '/v1/session',
    '/v1/openapi.json',
  ]);

  const replies = async (method: 'GET' | 'POST' | 'DELETE', template: string, path: string, body?: unknown) => {
    const { status, headers, body: reply } = await host.call(method, path, { token: approver, body });
    const type = headers.get('content-type') ?? '';
    const declared = operationsOf(document).find((one) => one.path === template && one.method === method)?.responses;
    const response = declared?.[status];
    const schema = response?.content?.[type]?.schema;
    if (schema === undefined)
      throw new TypeError(`${method} ${template} replied ${status} ${type}, which is not described`);
    if (status >= 400) expect(response?.['x-toolshed-codes']).toContain(reply.code);
    const isValid = ajv.compile({ ...schema, $ref: `document${schema.$ref}` });
    expect({ isValid: isValid(reply), errors: isValid.errors, reply }).toEqual({ isValid: true, errors: null, reply });
    return reply;
  };
  const program = `console.log('hi'); emit({ a: 1 }); await tools.mail.send({ to: 'a' }); return { done: true }`;
  const waiting = await host.call('POST', '/v1/executions', { token: agent, body: { program, waitMs: 20_000 } });
  const { executionId, paused } = waiting.body;
  await replies('POST', '/v1/executions', '/v1/executions', { program, waitMs: 20_000 });
  await replies('GET', '/v1/executions', '/v1/executions');
  await replies('GET', '/v1/executions/{id}', `/v1/executions/${executionId}`);
  await replies('GET', '/v1/executions/{id}/journal', `/v1/executions/${executionId}/journal`);
  await replies('GET', '/v1/executions/{id}/value', `/v1/executions/${executionId}/value?path=emitted&count=1`);
  await replies('GET', '/v1/executions/{id}/value', `/v1/executions/${executionId}/value`);
  await replies('GET', '/v1/executions/{id}', '/v1/executions/exec_none');
  await replies('POST', '/v1/executions/{id}/take-over', `/v1/executions/${executionId}/take-over`, {});
  await replies('POST', '/v1/executions/{id}/undo', `/v1/executions/${executionId}/undo`, {});
  const planned = await host.call('POST', '/v1/plans', { token: agent, body: { program } });
  const { planId, digest: shown } = z.object({ planId: z.string(), digest: z.string() }).parse(planned.body);
  await replies('POST', '/v1/plans', '/v1/plans', { program });
  await replies('GET', '/v1/plans/{id}', `/v1/plans/${planId}`);
  await replies('GET', '/v1/plans/{id}', `/v1/plans/${executionId}`);
  await replies('POST', '/v1/plans/{id}/approve', `/v1/plans/${planId}/approve`, { shown: 'another' });
  await replies('POST', '/v1/plans/{id}/approve', `/v1/plans/${planId}/approve`, { shown });
  await replies('POST', '/v1/executions/{id}/replay', `/v1/executions/${executionId}/replay`);
  await replies('GET', '/v1/elicitations', '/v1/elicitations');
  expect(await replies('GET', '/v1/elicitations', '/v1/elicitations?limit=0')).toEqual({ items: [], total: 2 });
  expect(await replies('GET', '/v1/facets', '/v1/facets')).toMatchObject({
    total: 2,
    tools: [{ name: 'mail.send', count: 2 }],
    kinds: [{ name: 'gate', count: 2 }],
  });
  const find = (wanted: string) => replies('GET', '/v1/elicitations', `/v1/elicitations?${wanted}`);
  expect(await find('tool=mail.send&kind=gate&limit=1')).toMatchObject({
    total: 2,
    items: [{ toolPath: 'mail.send' }],
  });
  expect(await find('text=mail.send%20nowhere')).toEqual({ items: [], total: 0 });
  expect(await find(`text=${paused.elicitationId}`)).toMatchObject({ total: 1 });
  expect(await find('olderThanMs=3600000')).toMatchObject({ total: 0 });
  const plans = await replies('GET', '/v1/executions', '/v1/executions?purpose=plan');
  expect(plans.items).toContainEqual(expect.objectContaining({ id: planId, purpose: 'plan' }));
  expect(await replies('GET', '/v1/executions', `/v1/executions?of=${planId}`)).toMatchObject({
    items: [{ purpose: 'approved-plan', of: planId }],
  });
  await replies('GET', '/v1/elicitations/{id}', `/v1/elicitations/${paused.elicitationId}`);
  const answer = `/v1/elicitations/${paused.elicitationId}/answer`;
  await replies('POST', '/v1/elicitations/{id}/answer', answer, { nothing: true });
  await replies('POST', '/v1/elicitations/{id}/answer', answer, { approved: true });
  await replies('POST', '/v1/elicitations/{id}/answer', answer, { approved: false });
  const { items } = await replies('GET', '/v1/answers', '/v1/answers?limit=5&path=mail.send');
  expect(items).toMatchObject([
    { executionId, toolPath: 'mail.send', action: 'accept', outcome: { kind: 'returned' } },
  ]);
  expect(await replies('GET', '/v1/overview', '/v1/overview')).toMatchObject({
    open: { total: 1, tools: [{ name: 'mail.send', count: 1 }] },
    asked: [{ path: 'mail.send', asked: 2, approved: 1, denied: 0 }],
  });
  await replies('POST', '/v1/grants', '/v1/grants', { pattern: 'mail.*', scope: 'always', expiresInMs: 1_000 });
  await replies('GET', '/v1/grants', '/v1/grants');
  const done = await host.call('POST', '/v1/executions', {
    token: approver,
    body: { program: 'return 1', waitMs: 20_000 },
  });
  const rerun = `/v1/executions/${done.body.executionId}/rerun`;
  expect(await replies('POST', '/v1/executions/{id}/rerun', rerun, { waitMs: 20_000 })).toMatchObject({ value: 1 });
  await replies('POST', '/v1/executions/{id}/rerun', '/v1/executions/exec_none/rerun', {});
  const save = { executionId: done.body.executionId, as: 'team.one' };
  await replies('POST', '/v1/programs', '/v1/programs', { ...save, as: 'mail.one' });
  await replies('POST', '/v1/programs', '/v1/programs', save);
  await replies('GET', '/v1/programs', '/v1/programs');
  await replies('GET', '/v1/programs/{path}', '/v1/programs/team.one');
  await replies('GET', '/v1/programs/{path}', '/v1/programs/team.two');
  await replies('POST', '/v1/programs/{path}/executions', '/v1/programs/team.one/executions', { waitMs: 20_000 });
  await replies('POST', '/v1/schedules', '/v1/schedules', { program: 'team.one', cron: '0 9 * * 1' });
  await replies('POST', '/v1/schedules', '/v1/schedules', { program: 'team.one', cron: 'never' });
  await replies('GET', '/v1/schedules', '/v1/schedules');
  await replies('GET', '/v1/schedules/{id}', '/v1/schedules/sched_none');
  await replies('GET', '/v1/state', '/v1/state?session=default');
  await replies('DELETE', '/v1/state', '/v1/state?session=default');
  await replies('DELETE', '/v1/programs/{path}', '/v1/programs/team.one');
  await replies('GET', '/v1/tools', '/v1/tools?query=mail');
  await replies('GET', '/v1/tools/{path}', '/v1/tools/mail.send');
  await replies('GET', '/v1/tools/{path}', '/v1/tools/mail.sent');
  await replies('POST', '/v1/policy/explain', '/v1/policy/explain', { path: 'mail.send', args: { to: 'a' } });
  await replies('GET', '/v1/audit', '/v1/audit?limit=5');
  await replies('GET', '/v1/audit/verify', '/v1/audit/verify');
  await replies('GET', '/v1/health', '/v1/health');
  await replies('GET', '/v1/session', '/v1/session');
});
