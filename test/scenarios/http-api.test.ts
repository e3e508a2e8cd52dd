import { afterAll, beforeAll, describe, expect } from 'vitest';
import { type Answered, serveHost, type ServedHost } from '../support/served-host.ts';
import { verifies } from '../support/verifies.ts';

const SEND = `const sent = await tools.mail.send({ to: 'ada@x.org' }); return sent.sent;`;

let host: ServedHost;
let agent: string;
let approver: string;

beforeAll(async () => {
  host = await serveHost();
  [agent, approver] = await Promise.all([host.agent('monday'), host.approver()]);
});
afterAll(() => host[Symbol.asyncDispose]());

const start = (program: string, extra: object = {}): Promise<Answered> =>
  host.call('POST', '/v1/executions', { token: agent, body: { program, waitMs: 20_000, ...extra } });

describe('the HTTP API', () => {
  verifies('http/api', 'starts a program, shows what it waits for, takes the answer and gives the result', async () => {
    const started = await start(SEND);
    expect(started).toMatchObject({
      status: 201,
      body: { status: 'paused', session: 'monday', agent: 'triage', source: SEND, paused: { toolPath: 'mail.send' } },
    });
    const { executionId, paused } = started.body;
    expect(started.headers.get('location')).toBe(`/v1/executions/${executionId}`);
    const list = await host.call('GET', '/v1/elicitations?session=monday', { token: approver });
    expect(list.body.items).toEqual([{ ...paused, labels: expect.anything() }]);
    const shown = await host.call('GET', `/v1/elicitations/${paused.elicitationId}`, { token: approver });
    expect(shown.body).toMatchObject({ ...paused, state: 'open', line: 1, agent: 'triage' });
    const answered = await host.call('POST', `/v1/elicitations/${paused.elicitationId}/answer`, {
      token: approver,
      body: { approved: true, reason: 'fine' },
    });
    expect(answered).toMatchObject({ status: 200, body: { status: 'completed', value: 'ada@x.org' } });
    expect(await host.outbox()).toEqual(['ada@x.org']);
    const after = await host.call('GET', `/v1/elicitations/${paused.elicitationId}`, { token: approver });
    expect(after.body).toMatchObject({
      state: 'answered',
      answer: { action: 'accept', reason: 'fine', by: { principal: 'ada', kind: 'person', channel: 'http' } },
    });
  });

  verifies('http/api', 'does not wait unless the request says so', async () => {
    const started = await start('await sleep(400); return 7', { waitMs: 0 });
    expect(started.body.status).toBe('running');
    const { executionId } = started.body;
    const again = await start('await sleep(400); return 7', { waitMs: 20_000, idempotencyKey: 'seven' });
    expect(again.body).toMatchObject({ status: 'completed', value: 7 });
    expect(again.body.executionId).not.toBe(executionId);
  });

  verifies('http/api', 'starts once for one idempotency key', async () => {
    const first = await start('return 1', { idempotencyKey: 'once' });
    const second = await start('return 1', { idempotencyKey: 'once' });
    expect(second.body.executionId).toBe(first.body.executionId);
  });

  verifies('http/api', 'replies to an answer once it is on disk, without waiting for a slow tool', async () => {
    const { body } = await start(`return (await tools.mail.slow({ to: 'slow@x.org' })).sent`);
    const path = `/v1/elicitations/${body.paused.elicitationId}/answer`;
    const answered = await host.call('POST', path, { token: approver, body: { approved: true, waitMs: 0 } });
    expect(answered.body.status).toBe('running');
    const { body: journal } = await host.call('GET', `/v1/executions/${body.executionId}/journal`, { token: approver });
    expect(journal.items.map(({ kind }: { kind: string }) => kind)).toContain('answered');
  });

  verifies('http/api', 'lists executions by status and session, page by page', async () => {
    const ids: string[] = [];
    for (const n of [1, 2, 3]) {
      const body = { program: `return ${n}`, session: 'pages', waitMs: 20_000 };
      ids.unshift((await host.call('POST', '/v1/executions', { token: approver, body })).body.executionId);
    }
    const first = await host.call('GET', '/v1/executions?session=pages&status=completed,failed&limit=2', {
      token: approver,
    });
    expect(first.body.items.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2));
    expect(first.body.total).toBe(3);
    const rest = await host.call('GET', `/v1/executions?session=pages&limit=2&cursor=${first.body.next}`, {
      token: approver,
    });
    expect(rest.body.items.map(({ id }: { id: string }) => id)).toEqual(ids.slice(2));
    expect(rest.body).toMatchObject({ total: 3 });
    expect(rest.body.next).toBeUndefined();
    const whole = await host.call('GET', '/v1/executions?session=pages&limit=3', { token: approver });
    expect(whole.body.next).toBeUndefined();
    const gone = await host.call('GET', `/v1/executions?cursor=exec_${'0'.repeat(21)}`, { token: approver });
    expect(gone).toMatchObject({ status: 410, body: { code: 'list/unknown-cursor' } });
  });

  verifies('results/slices', 'reads a part of a value by its path, item by item, for who may see it', async () => {
    const program = `console.log('hi'); emit({ n: 1 }); return { rows: Array.from({ length: 10 }, (_, n) => ({ n })), text: 'abcdef', '__proto__x': 1 }`;
    const { executionId } = (await start(program)).body;
    const read = (query: string, token = agent): Promise<Answered> =>
      host.call('GET', `/v1/executions/${executionId}/value${query}`, { token });
    expect((await read('?path=value.rows&from=2&count=3')).body).toEqual({
      executionId,
      path: 'value.rows',
      kind: 'items',
      from: 2,
      of: 10,
      value: [{ n: 2 }, { n: 3 }, { n: 4 }],
      next: 5,
    });
    expect((await read('?path=/value/rows/9/n')).body).toMatchObject({ kind: 'value', value: 9 });
    expect((await read('?path=value.text&from=4&count=10')).body).toMatchObject({ kind: 'characters', value: 'ef' });
    expect((await read('?count=1')).body).toMatchObject({ path: 'value', kind: 'keys', of: 3, next: 1 });
    expect((await read('?path=logs[0]')).body).toMatchObject({ value: 'hi' });
    expect((await read('?path=emitted[0].n')).body).toMatchObject({ value: 1 });
    for (const query of ['?path=value.nothing', '?path=value[', '?path=source', '?path=value.__proto__', '?path=calls'])
      expect(await read(query), query).toMatchObject({ status: 422, body: { code: 'usage/invalid' } });
    for (const query of ['?from=-1', '?count=x', '?from=1.5', '?other=1'])
      expect((await read(query)).status, query).toBeGreaterThanOrEqual(400);
    const stranger = await host.agent('tuesday');
    expect(await read('', stranger)).toMatchObject({ status: 404, body: { code: 'execution/unknown' } });
    const paused = await start(SEND);
    const none = await host.call('GET', `/v1/executions/${paused.body.executionId}/value`, { token: agent });
    expect(none).toMatchObject({ status: 409, body: { code: 'execution/not-completed' } });
  });

  verifies('check/modes', 'names what the types show in the reply after which a program failed', async () => {
    const wrong = `if (false) forgotten(); throw new Error('x')`;
    expect((await start(wrong)).body).toMatchObject({
      status: 'failed',
      typeProblems: [{ line: 1, message: expect.stringContaining('"forgotten" is not defined') }],
    });
    const { body } = await start(`await tools.mail.send({ to: 'types@x.org' }); ${wrong}`);
    const answered = await host.call('POST', `/v1/elicitations/${body.paused.elicitationId}/answer`, {
      token: approver,
      body: { approved: true, waitMs: 20_000 },
    });
    expect(answered.body).toMatchObject({ status: 'failed', typeProblems: [{ line: 1 }] });
  });

  verifies(
    'owners/take-over',
    'takes over for an approver only, and changes nothing about an execution that waits',
    async () => {
      const { body } = await host.call('POST', '/v1/executions', {
        token: agent,
        body: { program: `return await tools.mail.send({ to: 'x' })`, waitMs: 10_000 },
      });
      const path = `/v1/executions/${body.executionId}`;
      const journal = async () => (await host.call('GET', `${path}/journal`, { token: approver })).body.items;
      const before = await journal();
      expect((await host.call('POST', `${path}/take-over`, { token: agent, body: {} })).status).toBe(403);
      expect(
        (await host.call('POST', '/v1/executions/exec_none/take-over', { token: approver, body: {} })).status,
      ).toBe(404);
      const taken = await host.call('POST', `${path}/take-over`, { token: approver, body: {} });
      expect(taken).toMatchObject({ status: 200, body: { status: 'paused', executionId: body.executionId } });
      expect(await journal()).toEqual(before);
    },
  );

  verifies('http/api', 'cancels an execution in the name of who asked for it', async () => {
    const { body } = await start(SEND);
    const path = `/v1/executions/${body.executionId}`;
    const cancelled = await host.call('POST', `${path}/cancel`, {
      token: approver,
      body: { reason: 'no longer needed' },
    });
    expect(cancelled.body).toMatchObject({ status: 'cancelled', reason: 'no longer needed' });
    const { body: journal } = await host.call('GET', `${path}/journal`, { token: approver });
    expect(journal.items.at(-1)).toMatchObject({ kind: 'cancelled', by: { principal: 'ada', channel: 'http' } });
  });

  verifies('http/api', 'adds, lists and revokes grants, and says who did', async () => {
    const added = await host.call('POST', '/v1/grants', {
      token: approver,
      body: { pattern: 'mail.send', scope: { session: 'granted' }, uses: 1 },
    });
    expect(added).toMatchObject({ status: 201, body: { grantedBy: 'ada', usesLeft: 1 } });
    const body = { program: SEND, session: 'granted', waitMs: 20_000 };
    expect((await host.call('POST', '/v1/executions', { token: approver, body })).body.status).toBe('completed');
    expect((await host.call('GET', '/v1/grants', { token: approver })).body.items[0]).toMatchObject({ usesLeft: 0 });
    const path = `/v1/grants/${added.body.id}`;
    expect((await host.call('DELETE', path, { token: approver })).body).toEqual({ revoked: added.body.id });
    expect(await host.call('DELETE', path, { token: approver })).toMatchObject({
      status: 404,
      body: { code: 'grant/unknown' },
    });
    const { body: audit } = await host.call('GET', '/v1/audit?limit=200', { token: approver });
    expect(audit.items).toContainEqual(expect.objectContaining({ what: 'grant-revoked', who: 'ada' }));
  });

  verifies('http/api', 'finds and describes tools, and names the nearest of one it does not have', async () => {
    const found = await host.call('GET', '/v1/tools?query=send%20slowly', { token: agent });
    expect(found.body.items[0]).toMatchObject({ path: 'mail.slow', destructive: true });
    expect(found.body.total).toBe(found.body.items.length);
    const first = await host.call('GET', '/v1/tools?limit=1', { token: agent });
    const all = await host.call('GET', '/v1/tools?limit=200', { token: agent });
    expect(first.body).toMatchObject({ total: all.body.items.length, next: first.body.items[0]?.path });
    const one = await host.call('GET', '/v1/tools/mail.send', { token: agent });
    expect(one.body).toMatchObject({ path: 'mail.send', signature: expect.stringContaining('to: string') });
    const none = await host.call('GET', '/v1/tools/mail.sent', { token: agent });
    expect(none).toMatchObject({
      status: 404,
      body: { code: 'tool/unknown', detail: expect.stringContaining('mail.send') },
    });
  });

  verifies('http/api', 'reads and verifies the audit log', async () => {
    const { body } = await host.call('GET', '/v1/audit?limit=2', { token: approver });
    expect(body.items).toMatchObject([{ n: body.total }, { n: body.total - 1 }]);
    const older = await host.call('GET', `/v1/audit?limit=1&cursor=${body.next}`, { token: approver });
    expect(older.body.items).toMatchObject([{ n: body.total - 2 }]);
    const first = await host.call('GET', '/v1/audit?cursor=2', { token: approver });
    expect(first.body).toMatchObject({ items: [{ n: 1 }] });
    expect(first.body.next).toBeUndefined();
    const linesFrom = async (cursor: string) =>
      await host.call('GET', `/v1/audit?cursor=${cursor}`, { token: approver });
    expect(await linesFrom('99999999')).toMatchObject({ status: 410, body: { code: 'list/unknown-cursor' } });
    for (const cursor of ['1e3', '0', '-1', '+2', '02', '0x2', '2.0', '%202', '', 'nope', '9'.repeat(30)])
      expect([cursor, (await linesFrom(cursor)).status]).toEqual([cursor, 422]);
    expect((await host.call('GET', '/v1/audit/verify', { token: approver })).body).toMatchObject({ kind: 'intact' });
  });
});

describe('a failure', () => {
  verifies('http/problems', 'is a problem document with our code', async () => {
    const { status, headers, body } = await host.call('GET', '/v1/executions/exec_nothere', { token: approver });
    expect(status).toBe(404);
    expect(headers.get('content-type')).toBe('application/problem+json');
    expect(body).toEqual({
      type: 'urn:toolshed:problem:execution:unknown',
      title: 'Not found',
      status: 404,
      code: 'execution/unknown',
      detail: expect.stringContaining('exec_nothere'),
    });
  });

  verifies(
    'http/problems',
    'names each field of an answer that does not fit, and leaves the question open',
    async () => {
      const schema = {
        type: 'object',
        properties: { title: { type: 'string', minLength: 3 }, count: { type: 'integer' } },
        required: ['title', 'count'],
      };
      const { body } = await start(
        `return await elicit(${JSON.stringify({ type: 'form', message: 'Which?', schema })})`,
      );
      const path = `/v1/elicitations/${body.paused.elicitationId}/answer`;
      const wrong = { approved: true, data: { title: 'x', count: 'many' } };
      const refused = await host.call('POST', path, { token: approver, body: wrong });
      expect(refused).toMatchObject({ status: 422, body: { code: 'answer/invalid' } });
      expect(refused.body.errors.map(({ field }: { field: string }) => field).toSorted()).toEqual(['count', 'title']);
      const right = { approved: true, data: { title: 'notes', count: 2 } };
      expect((await host.call('POST', path, { token: approver, body: right })).body.status).toBe('completed');
    },
  );

  verifies('http/problems', 'names the fields of a request that is not valid', async () => {
    const refused = await host.call('POST', '/v1/executions', { token: agent, body: { programme: 'x', waitMs: -1 } });
    expect(refused).toMatchObject({ status: 422, body: { code: 'request/invalid' } });
    expect(refused.body.errors.map(({ field }: { field: string }) => field)).toContain('program');
    const both = { approved: true, action: 'decline' };
    const unclear = await host.call('POST', '/v1/elicitations/elic_x/answer', { token: approver, body: both });
    expect(unclear).toMatchObject({ status: 422, body: { errors: [{ field: 'approved' }] } });
  });

  verifies('http/problems', 'names the open questions where an answer could be meant for several', async () => {
    const { body } = await start(`await Promise.all([1, 2].map((n) => tools.mail.send({ to: String(n) })))`);
    const path = `/v1/executions/${body.executionId}/resume`;
    const unclear = await host.call('POST', path, { token: approver, body: { approved: true } });
    expect(unclear).toMatchObject({ status: 409, body: { code: 'elicitation/ambiguous' } });
    expect(unclear.body.open).toHaveLength(2);
    const all = await host.call('POST', path, { token: approver, body: { approved: false, all: true, reason: 'no' } });
    expect(all.body).toMatchObject({ status: 'failed', error: { reason: 'no' } });
  });

  verifies('http/problems', 'tells the second of two people what the first one answered', async () => {
    const bob = await host.approver('bob');
    const { body } = await start(SEND);
    const path = `/v1/elicitations/${body.paused.elicitationId}/answer`;
    const answers = await Promise.all([
      host.call('POST', path, { token: approver, body: { approved: true } }),
      host.call('POST', path, { token: bob, body: { approved: false } }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [loser] = answers.filter(({ status }) => status === 409);
    expect(loser?.body).toMatchObject({ code: 'elicitation/already-answered', answer: { by: expect.any(String) } });
    const [winner] = answers.filter(({ status }) => status === 200);
    const again = winner?.body.status === 'completed' ? [approver, true] : [bob, false];
    const same = await host.call('POST', path, { token: `${again[0]}`, body: { approved: again[1] } });
    expect(same).toMatchObject({ status: 200, body: { status: winner?.body.status } });
  });

  verifies('http/problems', 'hides what went wrong inside, and a program that is too large is said to be', async () => {
    const large = await start(`/* ${'x'.repeat(600_000)} */`);
    expect(large).toMatchObject({ status: 413, body: { code: 'limit/source-size' } });
  });
});
