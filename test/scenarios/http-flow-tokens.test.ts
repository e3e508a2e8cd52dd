// Tokens of the owners of flows, such as the callback of an OAuth provider: they complete flows and do nothing else.

import { afterAll, beforeAll, describe, expect } from 'vitest';
import { serveHost, type ServedHost } from '../support/served-host.ts';
import { verifies } from '../support/verifies.ts';

let host: ServedHost;
let agent: string;
let approver: string;
let owner: string;

const makeOwner = async (name: string, ...flags: readonly string[]): Promise<string> => {
  const create = ['token', 'create', '--kind', 'flow', '--name', name, '--yes-as-person', ...flags];
  return JSON.parse((await host.command(create)).stdout).token;
};

beforeAll(async () => {
  host = await serveHost();
  [agent, approver, owner] = await Promise.all([host.agent('mine'), host.approver(), makeOwner('oauth-callback')]);
});
afterAll(() => host[Symbol.asyncDispose]());

interface Waiting {
  readonly flow: string;
  readonly executionId: string;
}

/** Agents never get it. */
const flowOf = async (elicitation: string): Promise<string> =>
  (await host.call('GET', `/v1/elicitations/${elicitation}`, { token: approver })).body.request.flow;

/** An execution whose person has agreed to open the page. */
async function consented(tool = 'account', after = ''): Promise<Waiting> {
  const program = `const value = await tools.mail.${tool}({}); ${after} return value`;
  const body = { program, waitMs: 20_000 };
  const { executionId, paused } = (await host.call('POST', '/v1/executions', { token: agent, body })).body;
  const answer = `/v1/elicitations/${paused.elicitationId}/answer`;
  await host.call('POST', answer, { token: approver, body: { approved: true } });
  return { flow: await flowOf(paused.elicitationId), executionId };
}

const complete = (flow: string, token: string, body?: unknown) =>
  host.call('POST', `/v1/elicitations/${flow}/complete`, { token, body });

const resultOf = async (id: string): Promise<unknown> =>
  (await host.call('GET', `/v1/executions/${id}`, { token: approver })).body.value;

describe('a token for flows', () => {
  verifies(
    'elicit/flow-content',
    'completes a flow with content that fits, and learns nothing of what asked',
    async () => {
      const { flow, executionId } = await consented();
      const wrong = await complete(flow, owner, { content: { account: 'a' } });
      expect(wrong).toMatchObject({ status: 422, body: { code: 'answer/invalid' } });
      expect((await complete(flow, owner)).status).toBe(422);
      const done = await complete(flow, owner, { content: { account: 'ada' } });
      expect([done.status, done.body]).toEqual([200, { completed: true }]);
      await expect.poll(() => resultOf(executionId)).toEqual({ account: 'ada' });
      const audit = await host.call('GET', '/v1/audit?limit=200', { token: approver });
      expect(audit.body.items).toContainEqual(
        expect.objectContaining({ what: 'answered', who: expect.stringContaining('oauth-callback'), channel: 'flow' }),
      );
      expect(await complete(flow, owner, { content: { account: 'eve' } })).toMatchObject({ status: 409 });
    },
  );

  verifies(
    'elicit/flow-content',
    'gives the asker any content where the question has no schema, and none where none came',
    async () => {
      const { flow, executionId } = await consented('login');
      expect((await complete(flow, owner)).body).toEqual({ completed: true });
      await expect.poll(() => resultOf(executionId)).toBe('accept');
    },
  );

  verifies(
    'http/flow-tokens',
    'learns that a flow is over without waiting for what the program does next',
    async () => {
      const { flow, executionId } = await consented('login', 'await sleep(60_000);');
      expect((await complete(flow, owner, { waitMs: 0 })).body).toEqual({ completed: true });
      expect((await complete(flow, owner, { waitMs: 0 })).body).toEqual({ completed: true });
      const { body } = await host.call('GET', `/v1/executions/${executionId}`, { token: approver });
      expect(['running', 'sleeping']).toContain(body.status);
    },
  );

  verifies('http/flow-tokens', 'learns at /mcp what it is, and what is needed there', async () => {
    const refused = await host.call('POST', '/mcp', { token: owner, body: {} });
    expect(refused).toMatchObject({
      status: 403,
      body: { error_description: 'Cannot run programs with a token that completes flows: make one of --kind agent' },
    });
  });

  verifies('http/flow-tokens', 'is refused everywhere else, whatever the API has', async () => {
    const { flow, executionId } = await consented();
    const { paths } = (await host.call('GET', '/v1/openapi.json')).body;
    const tried: string[] = [];
    for (const [path, methods] of Object.entries(paths)) {
      // What needs no token says so; for all others the document says it once.
      for (const [method, { security }] of Object.entries(methods)) {
        if (security?.length === 0 || path.endsWith('/complete')) continue;
        const refused = await host.call(method.toUpperCase(), path.replace(/\{\w+\}/, executionId), {
          token: owner,
          ...(method === 'post' ? { body: { approved: true } } : {}),
        });
        expect([path, refused.status, refused.body.code]).toEqual([path, 403, 'access/flows-only']);
        tried.push(path);
      }
    }
    expect(tried.length).toBeGreaterThan(15);
    expect((await host.call('POST', '/mcp', { token: owner, body: {} })).status).toBe(403);
    expect((await host.call('POST', '/v1/session', { body: { token: owner } })).status).toBe(401);
    expect((await host.call('GET', '/v1/session', { token: owner })).body).toEqual({
      kind: 'flow',
      name: 'oauth-callback',
    });
    expect((await complete(flow, owner, { content: { account: 'ada' } })).status).toBe(200);
  });

  verifies('http/flow-tokens', 'is for one flow or those it names, and tells nothing of others', async () => {
    const { flow } = await consented();
    const [exact, prefix, foreign] = await Promise.all([
      makeOwner('one', '--flow', flow),
      makeOwner('some', '--flow', `${flow.slice(0, 12)}*`),
      makeOwner('other', '--flow', 'flow_of_another_tool'),
    ]);
    const unknown = await complete('flow_nobody_made', foreign);
    const refused = await complete(flow, foreign, { content: { account: 'eve' } });
    expect(refused).toMatchObject({ status: 403, body: { code: 'access/flow' } });
    expect([unknown.status, unknown.body.detail]).toEqual([refused.status, refused.body.detail]);
    expect((await complete('flow_nobody_made', exact)).status).toBe(403);
    expect((await complete(flow, agent)).status).toBe(403);
    expect((await complete(flow, prefix, { content: { account: 'ada' } })).status).toBe(200);
    expect((await complete(flow, exact, { content: { account: 'ada' } })).body).toEqual({ completed: true });
    expect((await complete(flow, foreign, { content: { account: 'ada' } })).status).toBe(403);
  });

  verifies('http/flow-tokens', 'learns from a refusal what went wrong, and nothing of the question', async () => {
    const body = { program: 'return await tools.mail.account({})', waitMs: 20_000 };
    const { executionId, paused } = (await host.call('POST', '/v1/executions', { token: agent, body })).body;
    const flow = await flowOf(paused.elicitationId);
    const early = await complete(flow, owner, { content: { account: 'ada' } });
    const answer = `/v1/elicitations/${paused.elicitationId}/answer`;
    await host.call('POST', answer, { token: approver, body: { approved: true } });
    const wrong = await complete(flow, owner, { content: { account: 'a' } });
    expect((await complete(flow, approver, { content: { account: 'ada' } })).status).toBe(200);
    const late = await complete(flow, owner, { content: { account: 'eve' }, waitMs: 0 });
    expect([early, wrong, late].map(({ status, body: { code } }) => [status, code])).toEqual([
      [409, 'elicitation/not-consented'],
      [422, 'answer/invalid'],
      [409, 'elicitation/already-answered'],
    ]);
    for (const { body: told } of [early, wrong, late]) {
      expect(Object.keys(told).toSorted()).toEqual(['code', 'detail', 'status', 'title', 'type']);
      expect(told.detail).not.toMatch(/elic_|exec_|account|ada/);
    }
    const other = await complete(flow, approver, { content: { account: 'eve' } });
    expect(other).toMatchObject({ status: 409, body: { answer: { action: 'accept' } } });
    expect(await resultOf(executionId)).toEqual({ account: 'ada' });
  });
});

describe('toolshed complete', () => {
  verifies(
    'http/flow-tokens',
    'takes content of the bearer of a token for the flow, who learns a code from a refusal and nothing of the question',
    async () => {
      const { flow, executionId } = await consented();
      const unattended = await host.command(['complete', flow]);
      expect(unattended).toMatchObject({ exitCode: 2, stdout: expect.stringContaining('answer/unattended') });
      const bound = await makeOwner('elsewhere', '--flow', 'flow_elsewhere');
      expect((await host.command(['complete', flow, '--token', bound])).stdout).toContain('answer/bad-token');
      const invalid = await host.command(['complete', flow, '--token', owner, '--data', '{"account":""}']);
      expect(invalid.stdout).toContain('answer/invalid');
      const done = await host.command(['complete', flow, '--token', owner, '--data', '-'], '{"account":"ada"}');
      expect(JSON.parse(done.stdout)).toEqual({ completed: true });
      await expect.poll(() => resultOf(executionId)).toEqual({ account: 'ada' });
      const again = await host.command(['complete', flow, '--token', owner, '--data', '{"account":"ada"}']);
      expect(JSON.parse(again.stdout)).toEqual({ completed: true });
      const other = await host.command(['complete', flow, '--token', owner, '--data', '{"account":"eve"}']);
      expect(other).toMatchObject({ exitCode: 4, stdout: expect.stringContaining('elicitation/already-answered') });
      for (const { stdout } of [invalid, other])
        expect(JSON.parse(stdout).error.message).not.toMatch(/elic_|exec_|account|callback/);
      const listed = JSON.parse((await host.command(['token', 'list'])).stdout);
      expect(listed.items).toContainEqual(expect.objectContaining({ kind: 'flow', flow: 'flow_elsewhere' }));
      expect(listed.total).toBe(listed.items.length);
    },
  );
});
