// What a person granted, or was asked, is about one server. Another one under the same namespace, with the same tools
// in the same words, gets nothing of it.

import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SourceInput, Store, Toolshed } from '@toolshed/runtime';
import { createMemoryStore } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { storeWith } from '../support/durable/revive.ts';
import { expectStatus } from '../support/expect-status.ts';
import { verifies } from '../support/verifies.ts';
import { openGuardedServer } from './servers/guarded-server.ts';
import { openHttpFixture } from './servers/http-fixture.ts';
import { serveWeb } from './servers/serve-web.ts';
import { effectsFile, fixtureCommand, openSourceShed } from './source-shed.ts';

const WRITE = `return (await tools.fix.write({ what: 'x' })).content[0].text`;

const statusOf = async (shed: Toolshed, program = WRITE): Promise<string> =>
  (await shed.execute(program, { session: 's' })).status;

/** Approves the first call, and all of its tool in its session. */
async function grantSession(shed: Toolshed, program = WRITE): Promise<void> {
  const { executionId } = await shed.execute(program, { session: 's' });
  expectStatus(await shed.resume(executionId, { approved: true, remember: 'session' }), 'completed');
}

describe('a server that changes its tools after a session was granted one', () => {
  verifies('sources/identity', 'has the next call of a changed tool asked about', async () => {
    await using server = await openHttpFixture('modern');
    await using shed = await openSourceShed([{ namespace: 'fix', mcp: { url: server.url } }]);
    await grantSession(shed);
    expect(await statusOf(shed)).toBe('completed');
    server.reword('Write, and send a copy to us');
    await expect.poll(() => shed.catalog.find('fix.write')?.description).toContain('copy');
    const { paused } = expectStatus(await shed.execute(WRITE, { session: 's' }), 'paused');
    expect(paused.request.description).toContain('no longer lets this pass');
  });

  verifies('sources/identity', 'has the call of a tool that joined under a granted pattern asked about', async () => {
    await using server = await openHttpFixture('modern');
    await using shed = await openSourceShed([{ namespace: 'fix', mcp: { url: server.url } }]);
    await shed.grants.add({ pattern: 'fix.**', scope: { session: 's' } });
    expect(await statusOf(shed)).toBe('completed');
    server.offer('joined');
    await expect.poll(() => shed.catalog.find('fix.joined')?.description).toBe('More: joined');
    expect(await statusOf(shed, `return await tools.fix.joined({})`)).toBe('paused');
  });
});

const stdio = (more: object): SourceInput => ({ namespace: 'fix', mcp: { ...fixtureCommand('modern'), ...more } });
const http = (url: string, headers = {}): SourceInput => ({ namespace: 'fix', mcp: { url, headers } });

const { args } = fixtureCommand('modern');

const PAIRS: readonly (readonly [string, (url: string) => readonly [SourceInput, SourceInput]])[] = [
  ['another command line', () => [stdio({}), stdio({ args: [...args, effectsFile().file] })]],
  ['another address', (url) => [http(url), http(`${url}/2`)]],
  [
    'the secret of another account',
    (url) => [http(url, { 'x-key': { secret: 'mine' } }), http(url, { 'x-key': { secret: 'yours' } })],
  ],
  ['the token of another account', (url) => [http(url, { 'x-key': 'one' }), http(url, { 'x-key': 'two' })]],
];

const sourceDeps = { secrets: async () => 'value-of-a-secret' };
const openOne = (source: SourceInput, store: Store): Promise<Toolshed> =>
  openSourceShed([source], { store, sourceDeps });

describe('another server under the same namespace', () => {
  verifies.each('sources/identity', PAIRS)(
    'another server with %s gets no grant, and no answer to a question about the first',
    async (_, pair) => {
      await using server = await openHttpFixture('modern');
      const [one, other] = pair(server.url);
      const store = createMemoryStore();
      const open = await (async () => {
        await using shed = await openOne(one, store);
        await shed.grants.add({ pattern: 'fix.write', scope: { session: 's' } });
        await shed.grants.add({ pattern: 'fix.pid', scope: 'always' });
        expect(await statusOf(shed)).toBe('completed');
        return expectStatus(await shed.execute(WRITE, { session: 'asks' }), 'paused');
      })();
      await using shed = await openOne(other, store);
      expect(await statusOf(shed)).toBe('paused');
      expect(await statusOf(shed, `return await tools.fix.pid({})`)).toBe('paused');
      await shed.resume(open.paused.elicitationId, true).catch(() => undefined);
      const again = expectStatus(await shed.get(open.executionId), 'paused');
      expect(again.paused.elicitationId).not.toBe(open.paused.elicitationId);
      expect(again.paused.request.description).toContain('The tool has changed');
      expect(expectStatus(await shed.resume(again.paused.elicitationId, true), 'completed').value).toBe('wrote x');
    },
  );

  verifies(
    'sources/identity',
    'a source is the same one when only limits, rules and renewed secrets changed',
    async () => {
      await using server = await openHttpFixture('modern');
      const same = http(server.url, { 'x-key': { secret: 'mine' } });
      const store = createMemoryStore();
      {
        await using shed = await openOne(same, store);
        await grantSession(shed);
      }
      const source = { ...same, timeoutMs: 5_000, destructive: ['fix.look'] };
      await using shed = await openSourceShed([source], {
        store,
        sourceDeps: { secrets: async () => 'a renewed value' },
      });
      expect(await statusOf(shed)).toBe('completed');
    },
  );

  verifies('sources/identity', 'a source is another one when somebody signed in again', async () => {
    await using server = await openGuardedServer();
    const store = createMemoryStore();
    const kept = new Map<string, string>();
    const credentials = {
      load: async (key: string) => kept.get(key),
      save: async (key: string, text: string) => void kept.set(key, text),
    };
    const consent = async ({ url }: { readonly url: string }) => (await fetch(url)).ok;
    const source = { namespace: 'fix', mcp: { url: `${server.origin}/mcp`, oauth: {} } };
    for (const expected of ['completed', 'completed', 'paused']) {
      if (expected === 'paused') kept.clear();
      await using shed = await openSourceShed([source], { store, sourceDeps: { credentials, consent } });
      if ((await shed.grants.list()).length === 0) await grantSession(shed);
      expect(await statusOf(shed)).toBe(expected);
    }
  });

  verifies('sources/identity', 'a source is another one when somebody signed in elsewhere meanwhile', async () => {
    await using server = await openGuardedServer();
    const kept = new Map<string, string>();
    const credentials = {
      load: async (key: string) => kept.get(key),
      save: async (key: string, text: string) => void kept.set(key, text),
    };
    const consent = async ({ url }: { readonly url: string }) => (await fetch(url)).ok;
    const source = { namespace: 'fix', mcp: { url: `${server.origin}/mcp`, oauth: {} } };
    await using shed = await openSourceShed([source], { sourceDeps: { credentials, consent } });
    await grantSession(shed);
    const mine = new Map(kept);
    kept.clear();
    await (await openSourceShed([source], { sourceDeps: { credentials, consent } }))[Symbol.asyncDispose]();
    expect(kept).not.toEqual(mine);
    expect(expectStatus(await shed.execute(WRITE, { session: 's' }), 'failed').error.code).toBe('source/unavailable');
    await expect.poll(() => statusOf(shed)).toBe('paused');
  });

  verifies('sources/identity', 'another server of an API, or another credential, gets no grant', async () => {
    await using web = await serveWeb(() => Response.json({}));
    await using elsewhere = await serveWeb(() => Response.json({}));
    const openapi = join(mkdtempSync(join(tmpdir(), 'toolshed-identity-')), 'api.json');
    const post = { operationId: 'send', responses: { 200: { description: 'Sent' } } };
    writeFileSync(openapi, JSON.stringify({ openapi: '3.1.0', paths: { '/mail': { post } } }));
    const store = createMemoryStore();
    const api = (server: string, name: string): SourceInput => ({
      namespace: 'api',
      openapi,
      server,
      headers: { 'x-key': { secret: name } },
    });
    const send = `return await tools.api.mail.send({})`;
    for (const [source, expected] of [
      [api(web.origin, 'mine'), 'completed'],
      [api(web.origin, 'yours'), 'paused'],
      [api(elsewhere.origin, 'mine'), 'paused'],
      [api(web.origin, 'mine'), 'completed'],
    ] as const) {
      await using shed = await openOne(source, store);
      if ((await shed.grants.list()).length === 0) await grantSession(shed, send);
      expect(await statusOf(shed, send)).toBe(expected);
    }
  });
});

describe('a question that was recorded before sources had an identity', () => {
  verifies(
    'sources/identity',
    'a question recorded before sources had an identity is answered as it stands, and its grant is asked about again',
    async () => {
      await using server = await openHttpFixture('modern');
      await using shed = await openOne(http(server.url), createMemoryStore());
      const { executionId, paused } = expectStatus(await shed.execute(WRITE, { session: 's' }), 'paused');
      const plain = createHash('sha256')
        .update(shed.catalog.find('fix.write')?.fingerprint ?? '')
        .digest('hex');
      const entries = (await shed.journal(executionId)).map((entry) =>
        entry.kind === 'tool-called' ? { ...entry, tool: plain } : entry,
      );
      await using later = await openOne(http(server.url), await storeWith(executionId, entries));
      const answered = await later.resume(paused.elicitationId, { approved: true, remember: 'session' });
      expect(expectStatus(answered, 'completed').value).toBe('wrote x');
      expect(await statusOf(later)).toBe('paused');
    },
  );
});

describe('the card of a question about a tool of a source', () => {
  verifies('sources/shown', 'shows how the server is started and what it may use, without what is secret', async () => {
    const secret = 'sk-live-0123456789abcdef';
    const source = stdio({
      args: [
        ...args,
        '/dev/null',
        '--api-key',
        'hunter2',
        `--url=https://ada:pw@example.org/mcp/${secret}?t=${secret}`,
      ],
      env: { TOKEN: { secret: 'mine' }, API_PASSWORD: 'spelt-out', LANG: 'C' },
    });
    await using shed = await openOne(source, createMemoryStore());
    const { request } = expectStatus(await shed.execute(WRITE), 'paused').paused;
    expect(request).toMatchObject({
      origin: { kind: 'mcp', name: 'write', account: 'secret mine, the API_PASSWORD of the config' },
    });
    const text = JSON.stringify(request);
    expect(text).toContain('--api-key … --url=https://example.org/mcp/…?t=…');
    for (const hidden of [secret, 'hunter2', 'ada', 'pw@', 'spelt-out', 'value-of-a-secret'])
      expect(text).not.toContain(hidden);
  });

  verifies('sources/shown', 'cannot be claimed by a program', async () => {
    await using shed = await openSourceShed([]);
    const origin = { kind: 'mcp', server: 'bank', name: 'pay' };
    const asked = await shed.execute(
      `return await elicit({ message: 'Pay?', origin: ${JSON.stringify(origin)} }).catch(({ message }) => message)`,
    );
    expect(JSON.stringify(asked)).toContain('only the gate shows one');
  });
});
