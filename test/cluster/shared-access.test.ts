// Two `toolshed serve` processes on one PostgreSQL, each with a data folder and a config of its own, as on two machines
// behind one address.

import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, vi } from 'vitest';
import { newStoreFolder } from '../support/open-stores.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { type Answered, type ServedHost, serveHost } from '../support/served-host.ts';
import { verifies } from '../support/verifies.ts';

const HOST = 'shed.example.org';
const ORIGIN = `https://${HOST}`;
const TOOLS = fileURLToPath(new URL('../support/cluster-tools.ts', import.meta.url));
const SLOW = { timeout: 60_000, interval: 100 };

let postgres: TestPostgres;
let [a, b]: ServedHost[] = [];
const folder = newStoreFolder();
const leakFile = join(folder.path, 'leak');
const key = randomBytes(32).toString('base64');

const startNode = (env: Readonly<Record<string, string>> = {}): Promise<ServedHost> =>
  serveHost({
    config: { secrets: ['openai'] },
    args: [TOOLS, '--no-example', '--url', ORIGIN],
    env: {
      TOOLSHED_STORE: postgres.url,
      TOOLSHED_DEPLOYMENT: 'two nodes',
      TOOLSHED_VAULT_KEY: key,
      LEAK: leakFile,
      ...env,
    },
  });

beforeAll(async () => {
  postgres = await startPostgres();
  a = await startNode();
  b = await startNode();
}, 120_000);
afterAll(async () => {
  await Promise.all([a?.[Symbol.asyncDispose](), b?.[Symbol.asyncDispose]()]);
  await postgres[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

const node = (which: ServedHost | undefined): ServedHost => {
  if (which === undefined) throw new Error('it was not started');
  return which;
};

interface Asked {
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** As a load balancer passes it on. */
const send = (which: ServedHost | undefined, method: string, path: string, { token, body, headers }: Asked = {}) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request({
      host: '127.0.0.1',
      port: node(which).port,
      method,
      path,
      agent: false,
      headers: {
        host: HOST,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
    });
    sent.on('response', resolve);
    sent.on('error', reject).end(body === undefined ? '' : JSON.stringify(body));
  });

async function ask(...given: Parameters<typeof send>): Promise<Answered> {
  const response = await send(...given);
  let text = '';
  for await (const chunk of response) text += chunk;
  const [cookie = ''] = response.headers['set-cookie'] ?? [];
  return {
    status: response.statusCode ?? 0,
    headers: new Headers({ cookie }),
    body: JSON.parse(text === '' ? '{}' : text),
    text,
  };
}

async function newToken(which: ServedHost | undefined, ...flags: readonly string[]) {
  const { stdout, stderr } = await node(which).command(['token', 'create', '--yes-as-person', ...flags]);
  const { id, token } = JSON.parse(stdout || stderr);
  return { id: String(id), token: String(token) };
}

const APPROVER = ['--kind', 'approver', '--name', 'ada'] as const;
const codeOf = (which: ServedHost | undefined): string => {
  const line = JSON.parse(node(which).said.at(-1) ?? '{}');
  return new URL(line.loginUrl).searchParams.get('code') ?? '';
};
const run = (which: ServedHost | undefined, token: string, program: string) =>
  ask(which, 'POST', '/v1/executions', { token, body: { program, waitMs: 30_000 } });

describe('nodes behind one address', () => {
  verifies(
    'cluster/access',
    'nodes know each other’s tokens, and one that is revoked at one node is worth nothing at any',
    async () => {
      const { id, token } = await newToken(a, ...APPROVER);
      for (const which of [a, b]) expect((await ask(which, 'GET', '/v1/executions', { token })).status).toBe(200);
      const streams = await Promise.all([a, b].map((which) => send(which, 'GET', '/v1/events', { token })));
      const ends = streams.map((stream) => new Promise((resolve) => stream.once('close', resolve).resume()));
      expect(streams.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
      const cookie = (await ask(a, 'POST', '/v1/session', { body: { token } })).headers.get('cookie') ?? '';
      expect((await ask(b, 'GET', '/v1/session', { headers: { cookie } })).body.kind).toBe('approver');
      expect((await node(b).command(['token', 'revoke', id])).exitCode).toBe(0);
      for (const which of [a, b]) {
        expect((await ask(which, 'GET', '/v1/executions', { token })).status).toBe(401);
        expect((await ask(which, 'GET', '/v1/session', { headers: { cookie } })).body).toEqual({ kind: 'nobody' });
      }
      await Promise.all(ends);
      expect((await node(a).command(['token', 'revoke', id])).exitCode).not.toBe(0);
    },
    { timeout: 120_000 },
  );

  verifies(
    'cluster/access',
    'nodes behind one address sign one browser in with a code, at whichever node it arrives, and show another code',
    async () => {
      const code = codeOf(a);
      const tried = await Promise.all(
        [a, b, a, b, a, b].map((which) => ask(which, 'POST', '/v1/session', { body: { code } })),
      );
      expect(tried.map(({ status }) => status).toSorted()).toEqual([201, 401, 401, 401, 401, 401]);
      await vi.waitFor(() => expect(codeOf(a)).not.toBe(code), SLOW);
      const next = await ask(b, 'POST', '/v1/session', { body: { code: codeOf(a) } });
      expect(next.status).toBe(201);
      const cookie = next.headers.get('cookie')?.split(';', 1)[0] ?? '';
      for (const which of [a, b])
        expect((await ask(which, 'GET', '/v1/session', { headers: { cookie } })).body.kind).toBe('approver');
      const own = { cookie, origin: ORIGIN, 'x-toolshed-key': next.body.key };
      expect((await ask(a, 'DELETE', '/v1/session', { headers: own })).status).toBe(200);
      expect((await ask(b, 'GET', '/v1/session', { headers: { cookie } })).body.kind).toBe('nobody');
      expect((await ask(b, 'POST', '/v1/session', { body: { code } })).status).toBe(401);
    },
    { timeout: 120_000 },
  );

  verifies(
    'cluster/secrets',
    'nodes share a secret at once, and a node that never used it masks it in what tools return',
    async () => {
      const value = `sk-${randomBytes(12).toString('hex')}`;
      const { token } = await newToken(a, '--kind', 'agent', '--session', 'monday', '--name', 'triage');
      expect((await node(a).command(['secrets', 'set', 'openai'], value)).exitCode).toBe(0);
      const used = await run(a, token, `return await tools.api.login({ key: 'secret:openai' })`);
      expect(used.body.value).toMatchObject({ length: value.length });
      writeFileSync(leakFile, `it was ${value} all along`);
      const leaked = await run(b, token, `return await tools.api.leak({})`);
      expect(leaked.body.status).toBe('completed');
      expect(leaked.body.value).toMatch(/^it was .+ all along$/);
      expect(JSON.stringify([used.body, leaked.body])).not.toContain(value);
      expect((await run(b, token, `return await tools.api.login({ key: 'secret:openai' })`)).body.value).toHaveLength(
        value.length,
      );
      const given = `pw-${randomBytes(12).toString('hex')}`;
      const asked = await run(a, token, `return (await elicit({ type: 'secret', message: 'The password?' })).action`);
      const approver = (await newToken(a, ...APPROVER)).token;
      const answer = `/v1/elicitations/${asked.body.paused.elicitationId}/answer`;
      expect((await ask(a, 'POST', answer, { token: approver, body: { approved: true, data: given } })).status).toBe(
        200,
      );
      writeFileSync(leakFile, `it was ${given} all along`);
      const told = await run(b, token, `return await tools.api.leak({})`);
      expect(told.body.value).toMatch(/^it was .+ all along$/);
      expect(told.body.value).not.toContain(given);
      expect((await node(b).command(['secrets', 'rm', 'openai'])).exitCode).toBe(0);
      const gone = await run(a, token, `return await tools.api.login({ key: 'secret:openai' })`);
      expect(JSON.stringify(gone.body)).toContain('secret/unavailable');
    },
    { timeout: 120_000 },
  );

  verifies(
    'cluster/secrets',
    'a node does not start with another vault key, nor with none, once there is a secret',
    async () => {
      expect((await node(a).command(['secrets', 'set', 'kept'], 'hunter2-hunter2')).exitCode).toBe(0);
      const other = randomBytes(32).toString('base64');
      await expect(startNode({ TOOLSHED_VAULT_KEY: other })).rejects.toThrow('the key does not fit it');
      await expect(startNode({ TOOLSHED_VAULT_KEY: '' })).rejects.toThrow('no key was given; set TOOLSHED_VAULT_KEY');
    },
    { timeout: 120_000 },
  );

  verifies(
    'cluster/deployment',
    'a node continues what another of its deployment started with a config at another path, after that died',
    async () => {
      const { token } = await newToken(b, '--kind', 'agent', '--session', 'tuesday', '--name', 'triage');
      const approver = await newToken(b, ...APPROVER);
      const started = await run(a, token, `return (await tools.mail.send({ to: 'ada@x.org' })).sent;`);
      const { executionId, paused } = started.body;
      const { body: shown } = await ask(b, 'GET', `/v1/executions/${executionId}/journal`, { token: approver.token });
      expect(JSON.stringify(shown)).not.toContain('no such execution');
      await node(a).end('SIGKILL');
      const path = `/v1/elicitations/${paused.elicitationId}/answer`;
      const answered = await ask(b, 'POST', path, { token: approver.token, body: { approved: true } });
      expect(answered.status, JSON.stringify(answered.body)).toBeLessThan(300);
      await vi.waitFor(async () => {
        const { body } = await ask(b, 'GET', `/v1/executions/${executionId}`, { token });
        expect(body.status).toBe('completed');
      }, SLOW);
      expect(await node(b).outbox()).toEqual(['ada@x.org']);
    },
    { timeout: 180_000 },
  );
});
