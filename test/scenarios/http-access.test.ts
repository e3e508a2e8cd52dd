import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answered, serveHost, type ServedHost } from '../support/served-host.ts';
import { verifies } from '../support/verifies.ts';

const SEND = `return (await tools.mail.send({ to: 'ada@x.org' })).sent;`;

let host: ServedHost;
let agent: string;
let other: string;
let approver: string;

beforeAll(async () => {
  host = await serveHost({
    config: { serve: { headersMs: 1_000, requestMs: 2_000, bodyBytes: 700_000, streamsEach: 2 } },
  });
  [agent, other, approver] = await Promise.all([
    newToken('--kind', 'agent', '--session', 'mine', '--name', 'triage'),
    host.agent('theirs', 'rival'),
    newToken('--kind', 'approver', '--name', 'ada'),
  ]);
});
afterAll(() => host[Symbol.asyncDispose]());

/** As an operator makes one. */
async function newToken(...flags: readonly string[]): Promise<string> {
  const { stdout } = await host.command(['token', 'create', '--yes-as-person', ...flags]);
  return JSON.parse(stdout).token;
}

async function pausedExecution(token = agent): Promise<{ executionId: string; elicitationId: string }> {
  const { body } = await host.call('POST', '/v1/executions', { token, body: { program: SEND, waitMs: 20_000 } });
  return { executionId: body.executionId, elicitationId: body.paused.elicitationId };
}

/** A request with headers that fetch does not let one set. */
const raw = (
  method: string,
  path: string,
  headers: Record<string, string>,
  body = '',
  port = host.port,
): Promise<Omit<Answered, 'body'>> =>
  new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      const given = Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]);
      resolve({ status: response.statusCode ?? 0, headers: new Headers(given), text });
    });
    sent.on('error', reject).end(body);
  });

describe('a request without a credential', () => {
  it.each([
    ['GET', '/v1/executions'],
    ['POST', '/v1/executions'],
    ['GET', '/v1/elicitations'],
    ['GET', '/v1/events'],
    ['GET', '/v1/grants'],
    ['GET', '/v1/tools'],
    ['GET', '/v1/audit'],
  ])('is refused, also on this machine: %s %s', async (method, path) => {
    const refused = await host.call(method, path, method === 'POST' ? { body: { program: 'return 1' } } : {});
    expect(refused).toMatchObject({ status: 401, body: { code: 'access/unauthorized' } });
    expect(refused.headers.get('www-authenticate')).toContain('Bearer');
  });
});

describe('an agent', () => {
  verifies('http/agents-ask', 'cannot answer its own question, by any route', async () => {
    const { executionId, elicitationId } = await pausedExecution();
    const tries: readonly (readonly [string, string, unknown])[] = [
      ['POST', `/v1/elicitations/${elicitationId}/answer`, { approved: true }],
      [
        'POST',
        `/v1/elicitations/${elicitationId}/answer`,
        { approved: true, by: { principal: 'ada', kind: 'person' } },
      ],
      ['POST', `/v1/elicitations/${elicitationId}/fork`, { program: 'return 1' }],
      ['POST', `/v1/elicitations/${elicitationId}/complete`, undefined],
      ['POST', `/v1/elicitations/${elicitationId}/reask`, undefined],
      ['POST', `/v1/executions/${executionId}/resume`, { approved: true, all: true }],
      ['POST', `/v1/executions/${executionId}/cancel`, {}],
      ['POST', '/v1/grants', { pattern: 'mail.**', scope: 'always' }],
      ['GET', '/v1/grants', undefined],
      ['POST', '/v1/policy/explain', { path: 'mail.send' }],
      ['GET', '/v1/audit', undefined],
      ['GET', '/v1/audit/verify', undefined],
    ];
    for (const [method, path, body] of tries) {
      const refused = await host.call(method, path, { token: agent, body });
      expect([path, refused.status, refused.body.code]).toEqual([path, 403, 'access/approver-only']);
    }
    expect((await host.call('GET', `/v1/elicitations/${elicitationId}`, { token: approver })).body.state).toBe('open');
    expect(await host.outbox()).toEqual([]);
  });

  verifies('http/agents-ask', 'cannot tell another session’s executions from ones that do not exist', async () => {
    const { executionId, elicitationId } = await pausedExecution(other);
    const seen = await host.call('GET', `/v1/elicitations?elicitationId=${elicitationId}`, { token: agent });
    expect(seen.body).toEqual({ items: [], total: 0 });
    const statusAfter = async (list: string, cursor: string) =>
      (await host.call('GET', `${list}?cursor=${cursor}`, { token: agent })).status;
    expect(await statusAfter('/v1/executions', executionId)).toBe(
      await statusAfter('/v1/executions', 'exec_0000000000000000000000'),
    );
    expect(await statusAfter('/v1/elicitations', elicitationId)).toBe(410);
    for (const list of ['/v1/executions', '/v1/elicitations']) {
      const totalFor = async (token: string) => (await host.call('GET', `${list}?limit=1`, { token })).body.total;
      expect(await totalFor(agent)).toBeLessThan(await totalFor(approver));
    }
    const ways = [
      (id: string) => `/v1/executions/${id}`,
      (id: string) => `/v1/executions/${id}/journal`,
      (id: string) => `/v1/elicitations/${id}`,
    ];
    for (const [real, made] of [
      [executionId, 'exec_0000000000000000000000'],
      [elicitationId, 'elic_0000000000000000000000'],
    ] as const) {
      for (const way of ways) {
        const theirs = await host.call('GET', way(real), { token: agent });
        const none = await host.call('GET', way(made), { token: agent });
        expect(theirs.status).toBe(404);
        expect({ ...theirs.body, detail: theirs.body.detail.replaceAll(real, made) }).toEqual(none.body);
      }
    }
  });

  verifies('http/agents-ask', 'lists and follows its own session only, and starts in no other', async () => {
    await pausedExecution(other);
    const { executionId } = await pausedExecution();
    for (const path of ['/v1/executions', '/v1/elicitations']) {
      const { body } = await host.call('GET', path, { token: agent });
      expect(new Set(body.items.map(({ session }) => session))).toEqual(new Set(['mine']));
      expect((await host.call('GET', `${path}?session=theirs`, { token: agent })).status).toBe(403);
    }
    expect((await host.call('GET', '/v1/events?session=theirs', { token: agent })).status).toBe(403);
    const elsewhere = { program: 'return 1', session: 'theirs' };
    expect((await host.call('POST', '/v1/executions', { token: agent, body: elsewhere })).status).toBe(403);
    const stream = await fetch(`${host.url}/v1/events?after=0`, { headers: { authorization: `Bearer ${agent}` } });
    let seen = '';
    for await (const chunk of stream.body ?? []) {
      seen += Buffer.from(chunk).toString();
      if (seen.includes(executionId)) break;
    }
    expect(seen).not.toContain('"session":"theirs"');
  });

  verifies('http/agents-ask', 'cannot name another agent, nor set a label that decides where tools reach', async () => {
    const body = { program: 'return 1', agent: 'root', labels: { folder: '/', scratch: 'yes' }, waitMs: 20_000 };
    const started = await host.call('POST', '/v1/executions', { token: agent, body });
    const { body: shown } = await host.call('GET', `/v1/executions/${started.body.executionId}`, { token: approver });
    expect(shown.agent).toBe('triage');
    expect(shown.labels).toMatchObject({ folder: host.folder, 'client.folder': '/' });
    expect(shown.labels).not.toHaveProperty('scratch');
  });

  verifies(
    'http/agents-ask',
    'does not read what a person answered to a tool, nor the seed, nor the host’s folders',
    async () => {
      const start = { program: 'return await tools.mail.ask({})', waitMs: 20_000 };
      const { body } = await host.call('POST', '/v1/executions', { token: agent, body: start });
      const path = `/v1/elicitations/${body.paused.elicitationId}/answer`;
      await host.call('POST', path, { token: approver, body: { approved: true, data: 'code 1234' } });
      const journal = await host.call('GET', `/v1/executions/${body.executionId}/journal`, { token: agent });
      const shown = await host.call('GET', `/v1/elicitations/${body.paused.elicitationId}`, { token: agent });
      const all = JSON.stringify([journal.body, shown.body]);
      expect(all).toContain('"action":"accept"');
      for (const hidden of ['code 1234', '"seed"', host.folder]) expect(all).not.toContain(hidden);
      const forApprover = await host.call('GET', `/v1/executions/${body.executionId}/journal`, { token: approver });
      expect(JSON.stringify(forApprover.body)).toContain('code 1234');
      expect(JSON.stringify(forApprover.body)).not.toContain('"seed"');
    },
  );
});

describe('a web page in the person’s browser', () => {
  const EVIL = { origin: 'http://evil.example' };

  /** A browser that was signed in: its cookie, and the key its page keeps. */
  async function signIn(): Promise<{ cookie: string; key: string }> {
    const token = await host.approver('eve');
    const { headers, body } = await host.call('POST', '/v1/session', { body: { token } });
    return { cookie: (headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '', key: body.key };
  }

  verifies('http/local-pages', 'cannot use a name of its own that points here', async () => {
    const own = { authorization: `Bearer ${approver}` };
    for (const name of ['evil.example', `evil.example:${host.port}`, `127.0.0.1.nip.example:${host.port}`]) {
      expect(await raw('GET', '/v1/executions', { ...own, host: name })).toMatchObject({ status: 421 });
      expect((await raw('GET', '/', { host: name })).status).toBe(421);
    }
    expect((await raw('GET', '/v1/executions', { ...own, host: `localhost:${host.port}` })).status).toBe(200);
  });

  verifies(
    'http/local-pages',
    'cannot send anything from another origin, whatever the browser sends along',
    async () => {
      const { cookie, key } = await signIn();
      const { elicitationId } = await pausedExecution();
      const path = `/v1/elicitations/${elicitationId}/answer`;
      const here = { host: `127.0.0.1:${host.port}`, cookie, 'content-type': 'application/json' };
      const yes = '{"approved":true}';
      const tries: readonly Record<string, string>[] = [
        { ...here, origin: EVIL.origin, 'x-toolshed-key': key },
        { ...here, origin: 'null', 'x-toolshed-key': key },
        { ...here, origin: `http://localhost:${host.port + 1}`, 'x-toolshed-key': key },
        { ...here, 'x-toolshed-key': key },
        { ...here, origin: host.url, 'x-toolshed-key': key, 'sec-fetch-site': 'same-site' },
        { ...here, origin: host.url },
        { ...here, origin: host.url, 'x-toolshed-key': `${key}x` },
      ];
      for (const headers of tries) expect((await raw('POST', path, headers, yes)).status).toBe(403);
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
        const headers = { ...here, origin: host.url, 'x-toolshed-key': key, 'content-type': type };
        expect((await raw('POST', path, headers, yes)).status).toBe(415);
      }
      expect((await host.call('GET', `/v1/elicitations/${elicitationId}`, { token: approver })).body.state).toBe(
        'open',
      );
      const own = await raw('POST', path, { ...here, origin: host.url, 'x-toolshed-key': key }, yes);
      expect(own.status).toBe(200);
      const { body } = await host.call('GET', `/v1/elicitations/${elicitationId}`, { token: approver });
      expect(body.answer.by).toEqual({ principal: 'eve', kind: 'person', channel: 'inbox' });
    },
  );

  verifies('http/local-pages', 'is given leave by no header', async () => {
    const preflight = await raw('OPTIONS', '/v1/executions', {
      host: `127.0.0.1:${host.port}`,
      origin: EVIL.origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    });
    expect(preflight.status).toBe(403);
    expect([...preflight.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  verifies('http/local-pages', 'cannot guess or use again the code that signs a browser in', async () => {
    const redeem = (code: string | null) => host.call('POST', '/v1/session', { body: { code } });
    expect((await redeem('A'.repeat(43))).status).toBe(401);
    const used = new URL(host.loginUrl).searchParams.get('code');
    for (const method of ['HEAD', 'GET', 'GET', 'OPTIONS', 'PUT', 'POST']) {
      const looked = await fetch(host.loginUrl, { method, redirect: 'manual' });
      expect(looked.headers.get('set-cookie')).toBe(null);
    }
    const first = await redeem(used);
    expect(first).toMatchObject({ status: 201, body: { key: expect.stringMatching(/^[\w-]{43}$/) } });
    const cookie = first.headers.get('set-cookie') ?? '';
    for (const part of ['HttpOnly', 'SameSite=Strict', 'Path=/']) expect(cookie).toContain(part);
    expect((await redeem(used)).status).toBe(401);
    const [value = ''] = cookie.split(';', 1);
    expect((await host.call('GET', '/v1/session', { headers: { cookie: value } })).body.kind).toBe('approver');
    await expect.poll(() => host.said.length).toBeGreaterThan(1);
    expect(host.said.at(-1)).toContain('/login?code=');
  });

  verifies('http/local-pages', 'cannot put a cookie of its own beside ours', async () => {
    const { cookie } = await signIn();
    const [name = ''] = cookie.split('=');
    const kindFor = async (sent: string) =>
      (await host.call('GET', '/v1/session', { headers: { cookie: sent } })).body.kind;
    expect(await kindFor(`theme=dark; ${cookie}`)).toBe('approver');
    for (const tossed of [
      `${name}=other; ${cookie}`,
      `${cookie}; ${name}=other`,
      `${cookie};${cookie}`,
      `${name}=;${cookie}`,
    ])
      expect(await kindFor(tossed)).toBe('nobody');
  });

  verifies('http/local-pages', 'cannot pass a cookie for a token or a token for a cookie', async () => {
    const { cookie } = await signIn();
    const [name = '', value = ''] = cookie.split('=');
    expect((await host.call('GET', '/v1/executions', { token: value })).status).toBe(401);
    expect((await host.call('GET', '/v1/executions', { headers: { cookie: `${name}=${approver}` } })).status).toBe(401);
    expect((await host.call('POST', '/v1/session', { body: { token: agent } })).status).toBe(401);
  });

  verifies('http/local-pages', 'is signed out for good when it signs out', async () => {
    const { cookie, key } = await signIn();
    const headers = { host: `127.0.0.1:${host.port}`, cookie, origin: host.url, 'x-toolshed-key': key };
    expect((await raw('DELETE', '/v1/session', headers)).status).toBe(200);
    expect((await raw('GET', '/v1/executions', headers)).status).toBe(401);
    expect(JSON.parse((await raw('GET', '/v1/session', headers)).text)).toEqual({ kind: 'nobody' });
  });

  verifies('http/local-pages', 'can sign in again with a cookie whose key it lost, or that is stale', async () => {
    const { cookie } = await signIn();
    const token = await host.approver('again');
    const [name = ''] = cookie.split('=');
    for (const kept of [cookie, `${name}=stale`]) {
      const headers = { cookie: kept, origin: host.url };
      expect((await host.call('POST', '/v1/session', { body: { token }, headers })).status).toBe(201);
    }
    const foreign = { body: { token }, headers: { origin: 'http://evil.example' } };
    expect((await host.call('POST', '/v1/session', foreign)).status).toBe(403);
  });
});

describe('tokens', () => {
  verifies('http/tokens', 'are kept as digests, in files nobody else can read, and shown once', async () => {
    const folder = join(host.home, 'tokens');
    const files = await readdir(folder);
    const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
    for (const token of [agent, approver]) expect(texts.join('')).not.toContain(token.slice(21));
    for (const name of files) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await host.command(['token', 'list'])).stdout).not.toContain(approver.slice(21));
  });

  verifies('http/tokens', 'are worth nothing when changed, revoked or expired', async () => {
    const token = await host.approver('gone');
    const flipped = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    expect((await host.call('GET', '/v1/grants', { token })).status).toBe(200);
    expect((await host.call('GET', '/v1/grants', { token: flipped })).status).toBe(401);
    expect((await host.call('GET', '/v1/grants', { token: '../../etc/passwd' })).status).toBe(401);
    const id = token.slice(4, 20);
    expect((await host.command(['token', 'revoke', id])).exitCode).toBe(0);
    expect((await host.call('GET', '/v1/grants', { token })).status).toBe(401);
    expect((await host.command(['token', 'revoke', id])).exitCode).toBe(2);
    const { stdout } = await host.command([
      'token',
      'create',
      '--kind',
      'approver',
      '--name',
      'brief',
      '--expires',
      '1s',
    ]);
    const brief = JSON.parse(stdout).token;
    await expect
      .poll(async () => (await host.call('GET', '/v1/grants', { token: brief })).status, { timeout: 10_000 })
      .toBe(401);
  });

  verifies(
    'http/tokens',
    'sign out the browsers they signed in, and end every stream, when they are revoked',
    async () => {
      const token = await host.approver('streaming');
      const { headers } = await host.call('POST', '/v1/session', { body: { token } });
      const cookie = (headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
      const other = await host.call('POST', '/v1/session', { body: { token: approver } });
      const otherCookie = (other.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
      const kindFor = async (sent: string) =>
        (await host.call('GET', '/v1/session', { headers: { cookie: sent } })).body.kind;
      expect([await kindFor(cookie), await kindFor(otherCookie)]).toEqual(['approver', 'approver']);
      const streams = await Promise.all(
        [{ authorization: `Bearer ${token}` }, { cookie }].map(async (credential) => {
          const reader = (await fetch(`${host.url}/v1/events`, { headers: credential })).body?.getReader();
          await reader?.read();
          return reader;
        }),
      );
      await host.command(['token', 'revoke', token.slice(4, 20)]);
      // Nothing happens meanwhile: neither waits for an event, or for the next sign of life.
      const begun = performance.now();
      for (const reader of streams) expect((await reader?.read())?.done).toBe(true);
      expect(performance.now() - begun).toBeLessThan(5_000);
      expect([await kindFor(cookie), await kindFor(otherCookie)]).toEqual(['nobody', 'approver']);
      expect((await host.command(['token', 'list'])).stdout).not.toContain('streaming');
    },
  );

  verifies('http/tokens', 'unreadable tokens are invalid and do not affect others', async () => {
    await writeFile(join(host.home, 'tokens', '0123456789abcdef.json'), '{"version":', { mode: 0o600 });
    expect((await host.command(['token', 'list'])).exitCode).toBe(0);
    const forged = `tsh_0123456789abcdef_${'A'.repeat(43)}`;
    expect((await host.call('GET', '/v1/grants', { token: forged })).status).toBe(401);
    await rm(join(host.home, 'tokens', '0123456789abcdef.json'));
  });

  verifies('http/tokens', 'must be there before other machines are let in', async () => {
    await using bare = await serveHost();
    const refused = await bare.command(['serve', '--host', '0.0.0.0', '--port', '0']);
    expect(refused.exitCode).toBe(2);
    expect(JSON.parse(refused.stdout).error.code).toBe('usage/no-token');
    const token = await bare.approver();
    await bare.end('SIGTERM');
    await bare.start('--host', '0.0.0.0', '--url', 'http://shed.example.org');
    expect([bare.url, bare.loginUrl]).toEqual(['http://shed.example.org', '']);
    const by = (name: string) =>
      raw('GET', '/v1/grants', { host: name, authorization: `Bearer ${token}` }, '', bare.port);
    expect((await by('shed.example.org')).status).toBe(200);
    expect((await by(`127.0.0.1:${bare.port}`)).status).toBe(200);
    expect((await by(`localhost:${bare.port}`)).status).toBe(421);
  });
});

describe('the limits of the server', () => {
  verifies(
    'http/limits',
    'let a client in beside more silent connections than there may be, from one address and again',
    async () => {
      await using crowded = await serveHost({ config: { serve: { connections: 40 } } });
      const silent = Array.from({ length: 120 }, () => connect(crowded.port, '127.0.0.1').on('error', () => undefined));
      await Promise.all(
        silent.map((socket) => new Promise((resolve) => socket.once('connect', resolve).once('close', resolve))),
      );
      const begun = performance.now();
      for (let count = 0; count < 5; count += 1) expect((await crowded.call('GET', '/v1/health')).status).toBe(200);
      expect(performance.now() - begun).toBeLessThan(3_000);
      for (const socket of silent) socket.destroy();
    },
  );

  verifies('http/limits', 'refuse a body that is nested too deep', async () => {
    const deep = `{"path":"mail.send","args":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    const headers = {
      host: `127.0.0.1:${host.port}`,
      authorization: `Bearer ${approver}`,
      'content-type': 'application/json',
    };
    const refused = await raw('POST', '/v1/policy/explain', headers, deep);
    expect([refused.status, JSON.parse(refused.text).code]).toEqual([400, 'request/too-deep']);
  });

  verifies('http/limits', 'refuse an idempotency key that another program has', async () => {
    const start = (program: string) =>
      host.call('POST', '/v1/executions', { token: agent, body: { program, waitMs: 5_000, idempotencyKey: 'k1' } });
    const first = await start('return 1');
    expect((await start('return 1')).body.executionId).toBe(first.body.executionId);
    expect(await start('return 2')).toMatchObject({ status: 409, body: { code: 'execution/key-taken' } });
  });

  verifies('http/limits', 'refuse a body that is too large, also one that lies about its length', async () => {
    const body = JSON.stringify({ program: 'x'.repeat(800_000) });
    const headers = {
      host: `127.0.0.1:${host.port}`,
      authorization: `Bearer ${agent}`,
      'content-type': 'application/json',
    };
    const told = { ...headers, 'content-length': String(body.length) };
    const streamed = { ...headers, 'transfer-encoding': 'chunked' };
    for (const one of [told, streamed]) {
      const outcome = await raw('POST', '/v1/executions', one, body).then(
        ({ status }) => status,
        (error: NodeJS.ErrnoException) => error.code,
      );
      expect([413, 'ECONNRESET', 'EPIPE']).toContain(outcome);
    }
  });

  verifies('http/limits', 'refuse headers that are too large', async () => {
    expect(
      (await raw('GET', '/v1/health', { host: `127.0.0.1:${host.port}`, 'x-pad': 'x'.repeat(20_000) })).status,
    ).toBe(431);
  });

  verifies('http/limits', 'cut off a client that sends its request drop by drop', async () => {
    const socket = connect(host.port, '127.0.0.1');
    let reply = '';
    socket.on('data', (data) => {
      reply += data.toString();
    });
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(`GET /v1/health HTTP/1.1\r\nhost: 127.0.0.1:${host.port}\r\n`);
    const drip = setInterval(() => socket.write('x-a: b\r\n'), 100);
    socket.on('error', () => clearInterval(drip));
    await closed;
    clearInterval(drip);
    expect(reply).toContain('408');
  });

  verifies('http/limits', 'open so many event streams and no more, and give a place back', async () => {
    const token = await host.approver('watcher');
    const open = () => fetch(`${host.url}/v1/events`, { headers: { authorization: `Bearer ${token}` } });
    const [one, two] = [await open(), await open()];
    expect((await open()).status).toBe(429);
    await Promise.all([one, two].map(({ body }) => body?.cancel()));
    await expect.poll(async () => (await open()).status).toBe(200);
  });

  verifies('http/limits', 'let one token make so many requests a second, and tell it to wait', async () => {
    await using busy = await serveHost({ config: { serve: { requestsPerSecond: 5 } } });
    const [loud, calm] = await Promise.all([busy.approver('loud'), busy.approver('calm')]);
    const replies = await Promise.all(
      Array.from({ length: 15 }, () => busy.call('GET', '/v1/grants', { token: loud })),
    );
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]).toMatchObject({ body: { code: 'access/rate' } });
    expect(refused[0]?.headers.get('retry-after')).toBe('1');
    expect((await busy.call('GET', '/v1/grants', { token: calm })).status).toBe(200);
  });

  verifies('http/limits', 'slow down a client that tries wrong tokens, and nobody else', async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 40; index += 1) {
      statuses.push((await host.call('GET', '/v1/executions', { token: `wrong${index}` })).status);
    }
    expect(statuses).toContain(429);
    expect((await host.call('GET', '/v1/executions', { token: approver })).status).toBe(200);
  });
});

describe('every response', () => {
  verifies.each('http/headers', [
    '/',
    '/v1/health',
    '/v1/executions',
    '/nothing.js',
    '/v1/openapi.json',
    '/login?code=x',
  ])('the response to %s forbids what a page could be tricked with', async (path) => {
    const { headers } = await host.call('GET', path);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('x-powered-by')).toBeNull();
  });

  verifies('http/headers', 'a path that climbs out of the folder is not a file', async () => {
    for (const path of ['/../package.json', '/..%2f..%2fpackage.json', '/assets/..%5c..%5cpackage.json']) {
      const { status, text } = await raw('GET', path, { host: `127.0.0.1:${host.port}` });
      expect(status === 404 || !text.includes('@toolshed')).toBe(true);
    }
  });
});
