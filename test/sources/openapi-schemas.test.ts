// The schemas of an OpenAPI document: all of what they say is checked, or the operation is left out.

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signatureOf } from '@toolshed/kernel/runtime';
import { createMemoryStore, type Toolshed } from '@toolshed/runtime';
import { describe, expect } from 'vitest';
import { expectStatus } from '../support/expect-status.ts';
import { verifies } from '../support/verifies.ts';
import { serveWeb } from './servers/serve-web.ts';
import { openSourceShed, watchedLog } from './source-shed.ts';

const post = (operationId: string, schema: object) => ({
  post: { operationId, requestBody: { required: true, content: { 'application/json': { schema } } } },
});

function write(paths: object, schemas: object = {}, openapi = '3.0.3'): string {
  const file = join(mkdtempSync(join(tmpdir(), 'toolshed-schemas-')), 'api.json');
  writeFileSync(file, JSON.stringify({ openapi, paths, components: { schemas } }));
  return file;
}

/** Of the shape of "create a check run": which members are required depends on what is sent. */
const CHECK_RUN = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    status: { type: 'string', enum: ['queued', 'completed'] },
    conclusion: { type: 'string', nullable: true },
  },
  required: ['name'],
  oneOf: [
    { properties: { status: { enum: ['completed'] } }, required: ['status', 'conclusion'], additionalProperties: true },
    { properties: { status: { enum: ['queued'] } }, additionalProperties: true },
  ],
};

const MEMBERS = {
  type: 'object',
  properties: { labels: { type: 'array', items: { type: 'string' } }, team: { type: 'string', pattern: '^[a-z]+$' } },
  oneOf: [{ required: ['labels'] }, { required: ['team'] }],
};

const TREE = {
  type: 'object',
  properties: {
    name: { type: 'string', pattern: '^[a-z]+$' },
    children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
  },
  required: ['name'],
  additionalProperties: false,
};

const refusalOf = async (shed: Toolshed, call: string): Promise<unknown> =>
  expectStatus(await shed.execute(`return await ${call}.then(() => 'sent', ({ code }) => code)`), 'completed').value;

describe('an operation whose alternatives only say what is required', () => {
  verifies('sources/openapi', 'can be called in each of its ways, and in no other', async () => {
    await using web = await serveWeb(() => Response.json({ ok: true }));
    const openapi = write({ '/checks': post('create', CHECK_RUN), '/members': post('set', MEMBERS) });
    await using shed = await openSourceShed([{ namespace: 'api', openapi, server: web.origin, safe: ['api.**'] }]);
    const set = shed.catalog.find('api.members.set');
    expect(set && signatureOf(set)).toContain('body: { labels?: string[]; team?: string }');
    for (const [call, expected] of [
      [`checks.create({ body: { name: 'a', status: 'completed', conclusion: null } })`, 'sent'],
      [`checks.create({ body: { name: 'a', status: 'queued' } })`, 'sent'],
      [`checks.create({ body: { name: 'a', status: 'completed' } })`, 'tool/invalid-arguments'],
      [`members.set({ body: { labels: ['a'] } })`, 'sent'],
      [`members.set({ body: { team: 'core' } })`, 'sent'],
      [`members.set({ body: { team: 'Core' } })`, 'tool/invalid-arguments'],
      [`members.set({ body: {} })`, 'tool/invalid-arguments'],
      [`members.set({ body: { labels: [], team: 'core' } })`, 'tool/invalid-arguments'],
    ])
      expect([call, await refusalOf(shed, `tools.api.${call}`)]).toEqual([call, expected]);
    expect(await web.requests[0]?.json()).toEqual({ name: 'a', status: 'completed', conclusion: null });
  });
});

describe('a schema that refers to itself', () => {
  verifies('sources/openapi', 'is checked however deep the value is', async () => {
    const openapi = write({ '/trees': post('plant', { $ref: '#/components/schemas/Tree' }) }, { Tree: TREE });
    await using shed = await openSourceShed([{ namespace: 'api', openapi, server: 'http://127.0.0.1:9' }]);
    const tree = (name: string): object =>
      Array.from({ length: 30 }).reduce<object>((child) => ({ name: 'x', children: [child] }), { name });
    const { input } = shed.catalog.find('api.trees.plant') ?? {};
    expect(input?.parse({ body: tree('leaf') }).kind).toBe('valid');
    expect(input?.parse({ body: tree('LEAF') })).toMatchObject({ issues: [{ message: 'must match ^[a-z]+$' }] });
    expect(input?.parse({ body: { ...tree('leaf'), extra: 1 } }).kind).toBe('invalid');
  });
});

describe('an operation that cannot be checked', () => {
  verifies(
    'sources/uncheckable',
    'is left out by the keyword, with all that lead to the same schema, and the others stay',
    async () => {
      const schemas = {
        Fine: { type: 'object', properties: { tree: { $ref: '#/components/schemas/Tree' } } },
        Tree: TREE,
        Ahead: { type: 'string', pattern: '^(?=a)' },
        Outer: { properties: { inner: { $ref: '#/components/schemas/Ahead' } } },
      };
      const to = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
      const paths = {
        '/fine': post('fine', to('Fine')),
        '/ahead': post('ahead', to('Ahead')),
        '/outer': post('outer', { allOf: [to('Outer'), to('Fine')] }),
        '/nowhere': post('nowhere', to('Nowhere')),
        '/elsewhere': post('elsewhere', { $ref: 'file:///etc/passwd' }),
        '/kind': post('kind', { type: 'file' }),
      };
      const log = watchedLog();
      const openapi = write(paths, schemas);
      await using shed = await openSourceShed([{ namespace: 'api', openapi, server: 'http://127.0.0.1:9' }], { log });
      expect(shed.catalog.tools.map(({ path }) => path).filter((path) => path.startsWith('api.'))).toEqual([
        'api.fine.fine',
      ]);
      for (const [name, keyword] of [
        ['ahead', '"pattern"'],
        ['outer', '"pattern"'],
        ['nowhere', '"$ref" refers to "#/components/schemas/Nowhere"'],
        ['elsewhere', '"$ref" refers to "file:///etc/passwd"'],
        ['kind', '"type"'],
      ]) {
        const path = `api.${name}.${name}`;
        expect(shed.catalog.absence(path)).toContain(keyword);
        expect(log.entries.filter(({ facts }) => facts['tool'] === path)).toHaveLength(1);
      }
    },
  );
});

describe('an operation of a document that changes', () => {
  verifies.each('sources/identity', [
    ['in a schema it leads to', { ...TREE, additionalProperties: true }, 'paused'],
    ['in nothing it leads to', TREE, 'completed'],
  ])('is asked about again if the change is in a schema it leads to: %s', async (_, tree, expected) => {
    await using web = await serveWeb(() => Response.json({}));
    const store = createMemoryStore();
    const plant = post('plant', { properties: { tree: { $ref: '#/components/schemas/Tree' } } });
    const source = (Tree: object, Other: object) => ({
      namespace: 'api',
      openapi: write({ '/trees': plant }, { Tree, Other }),
      server: web.origin,
    });
    {
      await using shed = await openSourceShed([source(TREE, {})], { store });
      await shed.grants.add({ pattern: 'api.trees.plant', scope: 'always' });
    }
    await using shed = await openSourceShed([source(tree, { type: 'null' })], { store });
    expect((await shed.execute(`return await tools.api.trees.plant({ body: {} })`)).status).toBe(expected);
  });
});

describe('a large document', () => {
  /** Each operation leads to every one of the components. */
  function openingMs(operations: number): Promise<number> {
    const names = Array.from({ length: 200 }, (_, index) => `C${index}`);
    const component = (_: string, index: number) => ({
      type: 'object',
      properties: Object.fromEntries(
        [1, 7, 31].map((step) => [`p${step}`, { $ref: `#/components/schemas/C${(index + step) % names.length}` }]),
      ),
    });
    const schemas = Object.fromEntries(names.map((name, index) => [name, component(name, index)]));
    const paths = Object.fromEntries(
      Array.from({ length: operations }, (_, index) => [
        `/r${index}`,
        post(`op${index}`, { $ref: `#/components/schemas/C${index % names.length}` }),
      ]),
    );
    return cpuMsOf(write(paths, schemas));
  }

  async function cpuMsOf(openapi: string): Promise<number> {
    const before = process.cpuUsage();
    await using shed = await openSourceShed([{ namespace: 'api', openapi, server: 'http://127.0.0.1:9' }]);
    await shed.grants.add({ pattern: 'api.**', scope: 'always' });
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  }

  verifies(
    'sources/scale',
    'a document of a thousand operations over shared schemas opens, and is granted, in time linear in its length',
    async () => {
      await openingMs(50);
      const [few, many] = [await openingMs(250), await openingMs(1_000)];
      expect(many).toBeLessThan(Math.max(few, 100) * 8);
      expect(many).toBeLessThan(2_500);
    },
  );
});
