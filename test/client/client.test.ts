// The typed client against `toolshed serve`, each in a process of its own.

import { once } from 'node:events';
import { createServer } from 'node:http';
import { createClient, type Event, ToolshedHttpError } from 'toolshed/client';
import { describe, expect } from 'vitest';
import { cuttingProxy } from '../support/cutting-proxy.ts';
import { serveHost } from '../support/served-host.ts';
import { verifies } from '../support/verifies.ts';

const SENDS = `return (await tools.mail.send({ to: 'ada' })).sent`;

describe('the client', () => {
  verifies('http/client', 'refuses what cannot be sent when it is made, and never repeats it', async () => {
    const url = 'http://127.0.0.1:1';
    const failed = (made: () => unknown): unknown => {
      try {
        return made();
      } catch (error) {
        return error;
      }
    };
    for (const token of ['', 'tsh_secret\nx', 'tsh_secret x', 'tsh_secreté']) {
      const error = failed(() => createClient({ url, token }));
      expect(error).toMatchObject({ code: 'client/invalid-token', status: 0 });
      expect(String(error)).not.toContain('secret');
    }
    for (const wrong of ['http://ada:secret@127.0.0.1', 'ftp://secret', 'http://[secret']) {
      const error = failed(() => createClient({ url: wrong }));
      expect(error).toMatchObject({ code: 'client/invalid-url' });
      expect(String(error)).not.toContain('secret');
    }
    const client = createClient({ url });
    for (const operation of ['unknownOp', 'toString'])
      await expect(Reflect.apply(client.call, client, [operation, {}])).rejects.toMatchObject({
        code: 'client/unknown-operation',
      });
  });

  verifies('http/client', 'starts a program, sees it pause, and another process answers it', async () => {
    await using host = await serveHost();
    const [agent, approver] = await Promise.all([host.agent('s'), host.approver()]);
    const client = createClient({ url: host.url, token: agent });
    const started = await client.start(SENDS, { waitMs: 20_000 });
    if (started.status !== 'paused') throw new TypeError(`it is ${started.status}`);
    expect(started.paused.request).toMatchObject({ type: 'approval', toolPath: 'mail.send' });

    const { executionId } = started;
    const over = client.wait(executionId, { until: 'end', everyMs: 20 });
    const { elicitationId } = started.paused;
    await using other = await host.beside();
    const answered = await createClient({ url: other.url, token: approver }).answer(elicitationId, true);
    expect(answered).toMatchObject({ status: 'completed', value: 'ada' });
    expect(await over).toMatchObject({ status: 'completed', value: 'ada' });
    expect(await host.outbox()).toHaveLength(1);

    const people = createClient({ url: host.url, token: approver });
    expect(await people.question(elicitationId)).toMatchObject({ state: 'answered', answer: { action: 'accept' } });
    expect((await people.list({ status: ['completed', 'failed'] })).items.map(({ id }) => id)).toEqual([executionId]);
  });

  verifies('http/client', 'cancels, remembers and forgets', async () => {
    await using host = await serveHost();
    const client = createClient({ url: host.url, token: await host.approver() });
    const grant = await client.grants.create({ pattern: 'mail.send', scope: 'always' });
    expect((await client.grants.list()).items).toEqual([grant]);
    expect(await client.start(SENDS, { waitMs: 20_000 })).toMatchObject({ status: 'completed' });
    expect(await client.grants.revoke(grant.id)).toEqual({ revoked: grant.id });
    const { executionId } = await client.start(SENDS, { waitMs: 20_000 });
    expect((await client.questions({ executionId })).total).toBe(1);
    expect(await client.cancel(executionId, 'no more')).toMatchObject({ status: 'cancelled', reason: 'no more' });
    expect(await client.call('explainCall', { body: { path: 'mail.send' } })).toMatchObject({
      decision: { kind: 'ask' },
    });
  });

  verifies('http/client', 'starts once although the reply of the first try is lost', async () => {
    await using host = await serveHost();
    const token = await host.approver();
    let tries = 0;
    const losesTheFirst: typeof fetch = async (...args) => {
      const response = await fetch(...args);
      tries += 1;
      if (tries === 1) throw new TypeError('the connection was cut');
      return response;
    };
    const client = createClient({ url: host.url, token, fetch: losesTheFirst, retryMs: 1 });
    const { executionId } = await client.start('return 1');
    expect(tries).toBe(2);
    expect((await client.list()).items.map(({ id }) => id)).toEqual([executionId]);
  });

  verifies('http/client', 'repeats a saved program that has an idempotency key, and no other', async () => {
    await using host = await serveHost();
    const token = await host.approver();
    let isLost = false;
    const losesReplies: typeof fetch = async (...args) => {
      const response = await fetch(...args);
      if (!isLost) return response;
      isLost = false;
      throw new TypeError('the connection was cut');
    };
    const client = createClient({ url: host.url, token, fetch: losesReplies, retryMs: 1 });
    const { executionId } = await client.start('return 1', { waitMs: 20_000 });
    await client.call('saveProgram', { body: { executionId, as: 'saved.one' } });
    const params = { path: 'saved.one' };
    isLost = true;
    await client.call('runProgram', { params, body: { idempotencyKey: 'once', waitMs: 20_000 } });
    expect((await client.list()).items).toHaveLength(2);
    isLost = true;
    await expect(client.call('runProgram', { params, body: { waitMs: 20_000 } })).rejects.toMatchObject({
      code: 'client/unreachable',
    });
    expect((await client.list()).items).toHaveLength(3);
  });

  verifies('http/client', 'says by code, status and retryAfter what was refused', async () => {
    await using host = await serveHost({ config: { serve: { requestsPerSecond: 5 } } });
    const refused = (work: Promise<unknown>): Promise<ToolshedHttpError> =>
      work.then(
        () => Promise.reject(new TypeError('it was not refused')),
        (error: unknown) => {
          if (error instanceof ToolshedHttpError) return error;
          throw error;
        },
      );
    const stranger = createClient({ url: host.url, token: 'tsh_wrong', retries: 0 });
    expect(await refused(stranger.list())).toMatchObject({ code: 'access/unauthorized', status: 401 });
    const agent = createClient({ url: host.url, token: await host.agent('s'), retries: 0 });
    expect(await refused(agent.grants.list())).toMatchObject({ code: 'access/approver-only', status: 403 });
    const unknown = await refused(agent.get('exec_none'));
    expect(unknown).toMatchObject({ code: 'execution/unknown', status: 404, problem: { title: 'Not found' } });

    const flood = await Promise.allSettled(Array.from({ length: 40 }, () => agent.list()));
    const reasons = flood.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(reasons[0]).toMatchObject({ code: 'access/rate', status: 429, retryAfter: 1 });
    // With retries, the same client waits as long as the server asks for, and gets through.
    await createClient({ url: host.url, token: await host.agent('s') }).list();

    await host.end('SIGKILL');
    expect(await refused(agent.list())).toMatchObject({ code: 'client/unreachable', status: 0 });
  });

  verifies('http/client', 'passes 503 and replies of other servers on, and ends with its signal', async () => {
    const problem = { type: 't', title: 'Not available', status: 503, code: 'store/unavailable', detail: 'Cannot' };
    const server = createServer((request, response) => {
      if (request.url === '/v1/health') {
        response.writeHead(503, { 'content-type': 'application/problem+json', 'retry-after': '7' });
        return response.end(JSON.stringify(problem));
      }
      if (request.url === '/v1/tools') return response.end('<html>');
      return undefined;
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${Object(server.address()).port}`;
    const client = createClient({ url, retries: 0 });
    await expect(client.call('getHealth', {})).rejects.toMatchObject({ ...CODE_503, problem });
    await expect(client.call('findTools', {})).rejects.toMatchObject({ code: 'client/unexpected-reply', status: 200 });
    const reason = new Error('enough');
    const signal = AbortSignal.timeout(20);
    await expect(client.get('exec_1', { signal })).rejects.toMatchObject({ name: 'TimeoutError' });
    await expect(client.get('exec_1', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    // It would wait seven seconds.
    const patient = createClient({ url }).call('getHealth', {}, { signal: AbortSignal.timeout(50) });
    await expect(patient).rejects.toMatchObject({ name: 'TimeoutError' });
    server.closeAllConnections();
    server.close();
  });
});

const CODE_503 = { code: 'store/unavailable', status: 503, retryAfter: 7 };

describe('the events of the client', () => {
  verifies('http/client', 'go on after cut connections and a restart, without loss and without doubles', async () => {
    await using proxy = await cuttingProxy();
    await using host = await serveHost({ args: ['--url', proxy.url] });
    proxy.target = host.port;
    const token = await host.approver();
    const client = createClient({ url: `http://127.0.0.1:${host.port}`, token });
    const seen: Event[] = [];
    const enough = new AbortController();
    const following = (async () => {
      const through = createClient({ url: proxy.url, token });
      for await (const event of through.events({ after: '0', retryMs: 1, signal: enough.signal })) seen.push(event);
    })();
    for (let count = 0; count < 6; count += 1) await client.start('emit(1); return 2', { waitMs: 20_000 });
    await host.end('SIGKILL');
    await host.start('--url', proxy.url);
    for (let count = 0; count < 6; count += 1) await client.start('emit(1); return 2', { waitMs: 20_000 });

    const ended = (): number => seen.filter(({ entry }) => entry.kind === 'completed').length;
    await expect.poll(ended, { timeout: 50_000 }).toBeGreaterThanOrEqual(12);
    enough.abort(new Error('enough'));
    await expect(following).rejects.toThrow('enough');
    expect(proxy.cuts).toBeGreaterThan(3);

    expect(new Set(seen.map(({ cursor }) => cursor)).size).toBe(seen.length);
    for (const { id } of (await client.list()).items) {
      const { items } = await client.call('getJournal', { params: { id } });
      const followed = seen.filter(({ executionId }) => executionId === id).map(({ entry }) => entry.seq);
      expect(followed).toEqual(items.map(({ seq }) => seq));
    }
  });

  verifies('http/client', 'end with a refusal, and with the loop that reads them', async () => {
    await using host = await serveHost();
    const client = createClient({ url: host.url, token: await host.approver() });
    const stranger = createClient({ url: host.url, token: 'tsh_wrong' });
    await expect(stranger.events()[Symbol.asyncIterator]().next()).rejects.toMatchObject({ status: 401 });
    const started = await client.start('return 1', { waitMs: 20_000 });
    for await (const { executionId, entry } of client.events({ after: '0' })) {
      expect(executionId).toBe(started.executionId);
      expect(entry.kind).toBe('started');
      break;
    }
  });

  verifies('http/client', 'leave a connection that says nothing for another one', async () => {
    let connections = 0;
    const server = createServer((request, response) => {
      connections += 1;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      if (connections === 1) return response.write('id: e4\nevent: hello\ndata: {}\n\n');
      expect(request.headers['last-event-id']).toBe('e4');
      const event = { cursor: 'e5', executionId: 'exec_1', session: 's', entry: { kind: 'started', seq: 0, at: 0 } };
      const text = `id: e4\nevent: hello\ndata: {}\n\nid: e5\nevent: entry\ndata: ${JSON.stringify(event)}\n\n`;
      return response.write(text);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const client = createClient({ url: `http://127.0.0.1:${Object(server.address()).port}` });
    for await (const { cursor } of client.events({ idleMs: 100, retryMs: 1 })) {
      expect(cursor).toBe('e5');
      break;
    }
    expect(connections).toBe(2);
    server.closeAllConnections();
    server.close();
  });

  verifies('http/client', 'leave the order of cursors to the server, and drop what comes twice', async () => {
    const sent = [['v9'], ['v9', 'a.b', '10'], ['10', '9', 'v1']];
    const asked: unknown[] = [];
    const server = createServer((request, response) => {
      const cursors = sent[asked.push(request.headers['last-event-id']) - 1] ?? [];
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(cursors.map((cursor) => `id: ${cursor}\nevent: entry\ndata: {"cursor":"${cursor}"}\n\n`).join(''));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const client = createClient({ url: `http://127.0.0.1:${Object(server.address()).port}` });
    const seen: string[] = [];
    for await (const { cursor } of client.events({ after: 'kept', retryMs: 1 })) {
      seen.push(cursor);
      if (cursor === 'v1') break;
    }
    expect(seen).toEqual(['v9', 'a.b', '10', '9', 'v1']);
    expect(asked).toEqual(['kept', 'v9', '10']);
    server.closeAllConnections();
    server.close();
  });
});
