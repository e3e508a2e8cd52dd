import { afterAll, beforeAll, describe, expect } from 'vitest';
import { type Answered, serveHost, type ServedHost } from '../support/served-host.ts';
import { verifies } from '../support/verifies.ts';

const SEND = `const { to = 'none' } = input ?? {};
if (to === 'none') return 'nobody';
return (await tools.mail.send({ to })).sent;`;

let host: ServedHost;
let agent: string;
let approver: string;

beforeAll(async () => {
  host = await serveHost();
  [agent, approver] = await Promise.all([host.agent('monday'), host.approver()]);
});
afterAll(() => host[Symbol.asyncDispose]());

const post = (path: string, body: object, token = approver): Promise<Answered> =>
  host.call('POST', path, { token, body });

describe('the state of a session over HTTP', () => {
  verifies('state/people', 'is shown and cleared by approvers, and by no agent, not even of the session', async () => {
    const program = `await store.set('seen', { n: 1 }); await store.set('more', true)`;
    await post('/v1/executions', { program, waitMs: 20_000 }, agent);
    const path = '/v1/state?session=monday';
    for (const method of ['GET', 'DELETE'] as const)
      expect((await host.call(method, path, { token: agent })).status).toBe(403);
    const shown = await host.call('GET', `${path}&key=seen`, { token: approver });
    expect(shown.body).toMatchObject({ session: 'monday', items: [{ key: 'seen', value: { n: 1 } }] });
    expect((await host.call('GET', '/v1/state', { token: approver })).status).toBe(422);
    expect((await host.call('DELETE', path, { token: approver })).body).toEqual({ session: 'monday', removed: 2 });
    expect((await host.call('GET', path, { token: approver })).body).toEqual({ session: 'monday', items: [] });
  });
});

describe('saved programs over HTTP', () => {
  verifies(['programs/people', 'programs/tool'], 'are saved, shown, run and deleted by approvers alone', async () => {
    const done = await post('/v1/executions', { program: SEND, waitMs: 20_000 });
    const body = { executionId: done.body.executionId, as: 'team.mail' };
    expect(await post('/v1/programs', body, agent)).toMatchObject({
      status: 403,
      body: { code: 'access/approver-only' },
    });
    expect(await post('/v1/programs', { ...body, as: 'mail.mine' })).toMatchObject({
      status: 409,
      body: { code: 'program/cannot-save' },
    });
    expect(await post('/v1/programs', body)).toMatchObject({
      status: 201,
      body: { path: 'team.mail', version: 1, savedBy: { principal: 'ada', kind: 'person' } },
    });
    expect((await host.call('GET', '/v1/programs', { token: approver })).body.items).toHaveLength(1);
    const shown = await host.call('GET', '/v1/programs/team.mail?version=1', { token: approver });
    expect(shown.body).toMatchObject({ source: SEND });
    const asked = await post('/v1/programs/team.mail/executions', { input: { to: 'eve@x.org' }, waitMs: 20_000 });
    expect(asked).toMatchObject({ status: 201, body: { status: 'paused', paused: { toolPath: 'mail.send' } } });
    const answer = `/v1/elicitations/${asked.body.paused.elicitationId}/answer`;
    expect(await post(answer, { approved: true })).toMatchObject({ body: { status: 'completed', value: 'eve@x.org' } });
    // An agent calls it like any tool, in its own session.
    const called = await post('/v1/executions', { program: `return await tools.team.mail({})`, waitMs: 20_000 }, agent);
    expect(called.body).toMatchObject({ status: 'completed', value: 'nobody', session: 'monday' });

    const schedule = { program: 'team.mail', cron: '0 9 * * 1', timezone: 'Europe/Berlin' };
    expect((await post('/v1/schedules', schedule, agent)).status).toBe(403);
    const added = await post('/v1/schedules', schedule);
    expect(added).toMatchObject({ status: 201, body: { program: 'team.mail', timezone: 'Europe/Berlin' } });
    const one = `/v1/schedules/${added.body.id}`;
    expect((await host.call('POST', `${one}/pause`, { token: approver })).body).toHaveProperty('paused');
    expect((await host.call('POST', `${one}/resume`, { token: approver })).body).toHaveProperty('nextAt');
    expect(await post('/v1/schedules', { ...schedule, cron: 'never' })).toMatchObject({ status: 422 });
    expect((await host.call('DELETE', one, { token: agent })).status).toBe(403);
    expect((await host.call('DELETE', one, { token: approver })).status).toBe(200);
    expect((await host.call('GET', one, { token: approver })).status).toBe(404);
    expect((await host.call('DELETE', '/v1/programs/team.mail', { token: agent })).status).toBe(403);
    expect((await host.call('DELETE', '/v1/programs/team.mail', { token: approver })).status).toBe(200);
  });
});
