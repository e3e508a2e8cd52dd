// Every way of answering over HTTP, and what goes with it: side quests, pages that report back, and why the gate asks.

import { afterAll, beforeAll, describe, expect } from 'vitest';
import { type Answered, serveHost, type ServedHost } from '../support/served-host.ts';
import { verifies } from '../support/verifies.ts';

const send = (to: string): string => `return (await tools.mail.send({ to: '${to}' })).sent`;

let host: ServedHost;
let agent: string;
let ada: string;
let bob: string;

beforeAll(async () => {
  const policy = [
    { pattern: 'mail.send', verdict: 'deny', when: { at: 'to', equals: 'board@x.org' } },
    { pattern: 'mail.slow', verdict: 'ask', approvals: 2 },
  ];
  host = await serveHost({ config: { policy } });
  [agent, ada, bob] = await Promise.all([host.agent('monday'), host.approver('ada'), host.approver('bob')]);
});
afterAll(() => host[Symbol.asyncDispose]());

const start = (program: string): Promise<Answered> =>
  host.call('POST', '/v1/executions', { token: agent, body: { program, waitMs: 20_000 } });
const post = (path: string, body: object | undefined, token = ada): Promise<Answered> =>
  host.call('POST', path, { token, body });
const questionOf = ({ body }: Answered): string => `/v1/elicitations/${body.paused.elicitationId}`;

describe('an answer over HTTP', () => {
  verifies('http/answers', 'runs a call with other arguments', async () => {
    const answered = await post(`${questionOf(await start(send('ada@x.org')))}/answer`, {
      approved: true,
      args: { to: 'edited@x.org' },
    });
    expect(answered.body).toMatchObject({ status: 'completed', value: 'edited@x.org', calls: [{ isEdited: true }] });
    expect(await host.outbox()).toContain('edited@x.org');
  });

  verifies('http/answers', 'names the argument that does not fit, and does not reach what a rule denies', async () => {
    const question = questionOf(await start(send('ada@x.org')));
    const unfit = await post(`${question}/answer`, { approved: true, args: { to: 7 } });
    expect(unfit).toMatchObject({ status: 422, body: { code: 'answer/invalid', errors: [{ field: 'args.to' }] } });
    const denied = await post(`${question}/answer`, { approved: true, args: { to: 'board@x.org' } });
    expect(denied).toMatchObject({ status: 422, body: { code: 'answer/edit-refused' } });
    expect((await host.call('GET', question, { token: ada })).body.state).toBe('open');
    expect(await host.outbox()).not.toContain('board@x.org');
  });

  verifies.each('http/answers', [
    [{ action: 'other', data: 'ask Grace' }, { action: 'other' }],
    [{ action: 'cancel' }, { action: 'cancel' }],
    [{ action: 'denied', reason: 'no permission' }, { action: 'denied' }],
  ])('is any action: %j', async (answer, value) => {
    const started = await start(`return await elicit({ type: 'text', message: 'Which?' })`);
    const answered = await post(`${questionOf(started)}/answer`, answer);
    expect(answered.body).toMatchObject({ status: 'completed', value });
  });

  verifies('http/answers', 'is several at once, some of them or all', async () => {
    const program = `return (await Promise.allSettled(['one', 'two', 'three'].map((to) => tools.mail.send({ to })))).map(({ status }) => status)`;
    const { body } = await start(program);
    const [one = '', two = '', three = ''] = body.pending.map(({ elicitationId }) => elicitationId);
    const path = `/v1/executions/${body.executionId}/resume`;
    const some = await post(path, { answers: { [one]: { approved: true }, [two]: { approved: false } } });
    expect(some.body).toMatchObject({ status: 'paused', pending: [{ elicitationId: three }] });
    const rest = await post(path, { answers: { [three]: { approved: true } } });
    expect(rest.body).toMatchObject({ status: 'completed', value: ['fulfilled', 'rejected', 'fulfilled'] });
    expect(await post(path, { answers: { [three]: { approved: true } } }, agent)).toMatchObject({ status: 403 });
  });

  verifies('http/answers', 'takes two people where a rule wants two', async () => {
    const question = questionOf(await start(`return (await tools.mail.slow({ to: 'two@x.org' })).sent`));
    for (const _ of ['first', 'again']) {
      const half = await post(`${question}/answer`, { approved: true });
      expect(half).toMatchObject({ status: 200, body: { status: 'paused', paused: { approvals: { needed: 2 } } } });
    }
    const both = await post(`${question}/answer`, { approved: true }, bob);
    expect(both).toMatchObject({ status: 200, body: { status: 'completed', value: 'two@x.org' } });
  });
});

describe('what goes with questions over HTTP', () => {
  verifies('http/answers', 'starts a side quest of an open question, which approvers only can', async () => {
    const started = await start(send('ada@x.org'));
    const path = `${questionOf(started)}/fork`;
    const program = 'return (await tools.mail.list({})).length';
    expect(await post(path, { program }, agent)).toMatchObject({ status: 403 });
    const forked = await post(path, { program });
    expect(forked).toMatchObject({
      status: 201,
      body: { parent: { elicitationId: started.body.paused.elicitationId, executionId: started.body.executionId } },
    });
    const quest = `/v1/executions/${forked.body.executionId}`;
    await expect
      .poll(async () => (await host.call('GET', quest, { token: ada })).body, { timeout: 20_000 })
      .toMatchObject({ status: 'completed', value: 2 });
    expect((await host.call('GET', questionOf(started), { token: ada })).body.state).toBe('open');
    const gone = await post('/v1/elicitations/elic_nothere/fork', { program });
    expect(gone).toMatchObject({ status: 404, body: { code: 'elicitation/unknown' } });
  });

  verifies(
    'http/answers',
    'completes a page by the id of its flow alone, after consent, and never for an agent',
    async () => {
      const started = await start('return await tools.mail.login({})');
      expect(started.body.paused.request).not.toHaveProperty('flow');
      const { flow } = (await host.call('GET', questionOf(started), { token: ada })).body.request;
      const complete = (id: string, token = ada) => post(`/v1/elicitations/${id}/complete`, undefined, token);
      expect(await complete(flow)).toMatchObject({ status: 409, body: { code: 'elicitation/not-consented' } });
      const consented = await post(`${questionOf(started)}/answer`, { approved: true });
      expect(consented.body).toMatchObject({ status: 'paused' });
      expect(await complete(flow, agent)).toMatchObject({ status: 403, body: { code: 'access/approver-only' } });
      const { elicitationId } = started.body.paused;
      expect(await complete(elicitationId)).toMatchObject({ status: 404, body: { code: 'elicitation/unknown-flow' } });
      expect(await complete(flow)).toMatchObject({ status: 200, body: { status: 'completed', value: 'accept' } });
    },
  );

  verifies('http/answers', 'explains what the gate would decide', async () => {
    const explain = async (to: string, token = ada) =>
      post('/v1/policy/explain', { path: 'mail.send', args: { to }, session: 'monday' }, token);
    expect((await explain('ada@x.org')).body).toMatchObject({ decision: { kind: 'ask' } });
    expect((await explain('board@x.org')).body).toMatchObject({ decision: { kind: 'deny' } });
    expect(await explain('ada@x.org', agent)).toMatchObject({ status: 403 });
  });
});
